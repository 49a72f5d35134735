import Geometry
import Mirroring

/// The discs under the fingers as last drawn.
struct TouchDiscs {
    private(set) var elements: [SceneElement] = []
    private var tracker = ElementTracker()
    /// A disc, made again for another size.
    private var picture: MemoryImage?

    /// A disc's diameter as a share of the screen's shorter side.
    private static let diameterShare = 1.0 / 24

    /// Updates the discs from the live contacts; returns the damage, empty when nothing moved.
    mutating func update(
        contacts: [Point<ContentSpace>], on screen: Size<ContentSpace>
    ) -> Region<ContentSpace> {
        let diameter = max(1, Int((Double(min(screen.width, screen.height)) * Self.diameterShare).rounded()))
        let picture = picture.flatMap { $0.size.width == diameter ? $0 : nil } ?? MemoryImage(disc: diameter)
        self.picture = picture
        elements = contacts.filter(\.isFinite).map { point in
            func start(_ value: Double) -> Int { Int(clamping: (value - Double(diameter) / 2).rounded()) }
            return SceneElement(
                whole: picture, at: Rect(x: start(point.x), y: start(point.y), width: diameter, height: diameter))
        }
        return tracker.update(elements)
    }
}

extension MemoryImage {
    /// A soft disc of a blue that stands out from black and white alike.
    fileprivate convenience init(disc diameter: Int) {
        let radius = Double(diameter) / 2
        self.init(size: Size(width: diameter, height: diameter)) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
            let inside = max(0, 1 - (dx * dx + dy * dy) / (radius * radius))
            let alpha = 0.75 * inside * inside
            func channel(_ value: Double) -> UInt32 { UInt32((alpha * value).rounded()) }
            return channel(255) << 24 | channel(64) << 16 | channel(156) << 8 | channel(255)
        }
    }
}
