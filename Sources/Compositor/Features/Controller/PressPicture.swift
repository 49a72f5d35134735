import Geometry
import Mirroring

/// Draws the loupe with its cross, and the ring of a right click.
struct PressPicture {
    private let density: Double
    private let border: OverlayBorder
    /// The background beyond the content's edges.
    private let ground = MemoryImage(pixel: 0, format: .xrgb8888)
    private let cross: MemoryImage
    private var last: Loupe?
    private var rings: [Int: MemoryImage] = [:]

    private static let crossMillimetres = 7.0
    private static let ringMillimetres = (first: 8.0, last: 22.0)

    /// `density` is in panel pixels per millimetre.
    init(density: Double) {
        self.density = density
        border = OverlayBorder(density: density)
        cross = MemoryImage(cross: Self.odd(Self.crossMillimetres * density))
    }

    /// Forgets the last loupe, so that the next one may lie on any side.
    mutating func forget() {
        last = nil
    }

    /// The loupe of a finger on a controller.
    mutating func loupe(_ aim: PressAim, through viewport: PanelViewport) -> [SceneElement] {
        let loupe = Loupe(aim, through: viewport, density: density, after: last)
        last = loupe
        var elements = border.elements(of: ground, at: loupe.frame)
        let part = SceneElement(
            of: MirroredFrame(size: viewport.external.reinterpreted()), around: loupe.spot, scale: loupe.scale,
            in: loupe.frame.reinterpreted(), cornerRadius: elements[0].cornerRadius)
        if let part { elements.insert(part, at: 1) }
        return elements + [Self.centred(cross, loupe.frame)]
    }

    /// The ring around a spot; `grown` is 0 to 1.
    mutating func ring(at spot: Point<PanelSpace>, grown: Double) -> [SceneElement] {
        let (first, last) = Self.ringMillimetres
        let diameter = Self.odd((first + (last - first) * min(max(grown, 0), 1)) * density)
        let image = rings[diameter] ?? MemoryImage(ring: diameter)
        rings[diameter] = image
        let middle = Rect<PanelSpace>(
            x: Int(clamping: spot.x.rounded(.down)), y: Int(clamping: spot.y.rounded(.down)), width: 1, height: 1)
        return [Self.centred(image, middle)]
    }

    private static func odd(_ length: Double) -> Int { max(9, Int(clamping: length) | 1) }

    /// Centres a picture in a rectangle. The picture's middle pixel lies just below and to the right of the rectangle's middle.
    private static func centred(_ image: MemoryImage, _ frame: Rect<PanelSpace>) -> SceneElement {
        let size = image.size
        return SceneElement(
            whole: image,
            at: Rect(
                x: frame.x + frame.width / 2 - size.width / 2, y: frame.y + frame.height / 2 - size.height / 2,
                width: size.width, height: size.height))
    }
}

extension MemoryImage {
    /// A cross with a gap in its middle: white lines with a dark edge, visible on white and on black.
    fileprivate convenience init(cross side: Int) {
        let middle = side / 2
        let gap = max(2, side / 10)
        self.init(size: Size(width: side, height: side)) { x, y in
            let (across, along) = (min(abs(x - middle), abs(y - middle)), max(abs(x - middle), abs(y - middle)))
            guard along > gap else { return 0 }
            if across == 0, along > gap + 1, along < middle { return 0xffff_ffff }
            return across <= 1 ? 0xc000_0000 : 0
        }
    }

    /// A ring: a white line between two dark ones.
    fileprivate convenience init(ring diameter: Int) {
        let radius = Double(diameter) / 2
        let line = max(2, radius / 12)
        self.init(size: Size(width: diameter, height: diameter)) { x, y in
            let (dx, dy) = (Double(x) + 0.5 - radius, Double(y) + 0.5 - radius)
            let inward = radius - (dx * dx + dy * dy).squareRoot()
            func band(_ start: Double, _ end: Double) -> Double {
                min(max(min(inward - start + 0.5, end - inward + 0.5), 0), 1)
            }
            let white = band(line, 2 * line) * 0.9
            let alpha = max(white, band(0, 3 * line) * 0.55)
            let value = UInt32((white * 255).rounded())
            return UInt32((alpha * 255).rounded()) << 24 | value << 16 | value << 8 | value
        }
    }
}
