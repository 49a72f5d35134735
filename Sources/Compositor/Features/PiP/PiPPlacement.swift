import Geometry
import Mirroring

/// The picture's placement on the panel: in a corner at some size, or hidden past a side edge with a tab left over.
///
/// The size is a `share` of the largest picture of the source's aspect that fits the panel, so that it means the same
/// for every source; width and height follow from the source and are never set separately.
struct PiPPlacement: Hashable, Sendable {
    private(set) var panel: Size<PanelSpace>
    /// The free part of the panel, in which the picture rests.
    private(set) var room: Rect<PanelSpace>
    /// The source's own size; only its aspect matters here.
    private(set) var source: Size<ContentSpace>
    private(set) var corner: PiPCorner
    private(set) var share: Double
    /// The side edge that the picture is hidden past; nil while it is shown.
    private(set) var stash: PiPSide?
    private let limits: ClosedRange<Double>
    private let shares: [Double]
    private let margins: PiPMargins
    /// The panel's density in pixels per millimetre.
    private var density: Double

    /// The size of a tab in millimetres: large enough for a finger.
    static let tabMillimetres = (width: 9.0, height: 16.0)
    /// How much of a dragged picture stays on the panel along each axis, in panel pixels.
    static let grip = 48
    /// A flung picture travels for this long at the speed of its release.
    static let throwSeconds = 0.2

    /// `density` is in panel pixels per millimetre; without a room all of the panel is free.
    init(
        panel: Size<PanelSpace>, room: Rect<PanelSpace>? = nil, density: Double, source: Size<ContentSpace>,
        configuration: PiPConfiguration
    ) {
        self.panel = panel
        self.room = room ?? panel.bounds
        self.density = density
        self.source = source
        corner = configuration.corner
        let least = min(max(configuration.minimumShare, 0.01), 1)
        limits = least...max(least, min(configuration.maximumShare, 1))
        shares = configuration.shares.sorted()
        margins = configuration.margins
        share = min(max(configuration.share, limits.lowerBound), limits.upperBound)
    }

    // MARK: Rectangles

    /// The resting rectangle: wholly on the panel, or wholly past a side edge while the picture is hidden.
    var rect: Rect<PanelSpace> {
        var rect = shownRect
        switch stash {
        case .left: rect.x = -rect.width
        case .right: rect.x = panel.width
        case nil: break
        }
        return rect
    }

    /// The resting rectangle while the picture is not hidden.
    var shownRect: Rect<PanelSpace> {
        let size = size(atShare: min(share, largestShare))
        let left = Self.start(
            size.width, before: room.width, margins.left, margins.right, isFirst: corner.isLeft)
        let top = Self.start(
            size.height, before: room.height, margins.top, margins.bottom, isFirst: corner.isTop)
        return Rect(x: room.x + left, y: room.y + top, width: size.width, height: size.height)
    }

    /// The tab of a hidden picture, wholly on the panel; nil for one that is shown.
    var tab: Rect<PanelSpace>? {
        guard let stash else { return nil }
        func pixels(_ millimetres: Double, _ most: Int) -> Int {
            min(max(1, Int(clamping: (millimetres * density).rounded(.up))), most)
        }
        let size = Size<PanelSpace>(
            width: pixels(Self.tabMillimetres.width, panel.width),
            height: pixels(Self.tabMillimetres.height, panel.height))
        let middle = shownRect.y + shownRect.height / 2
        let top = max(room.y, min(middle - size.height / 2, room.maxY - size.height))
        let left = stash == .left ? 0 : panel.width - size.width
        return Rect(x: left, y: top, width: size.width, height: size.height)
    }

    /// The picture's size at a share: the source's aspect to the nearest pixel, at least one pixel each way.
    func size(atShare share: Double) -> Size<PanelSpace> {
        guard !panel.isEmpty, !source.isEmpty else { return Size(width: 1, height: 1) }
        let scale = fit * share
        func length(_ source: Int, _ most: Int) -> Int {
            min(max(1, Int(clamping: (Double(source) * scale).rounded())), most)
        }
        return Size(width: length(source.width, panel.width), height: length(source.height, panel.height))
    }

    /// The scale of the largest picture that fits the panel, in panel pixels per source pixel.
    private var fit: Double {
        guard !panel.isEmpty, !source.isEmpty else { return 1 }
        return min(Double(panel.width) / Double(source.width), Double(panel.height) / Double(source.height))
    }

    /// The share at which the picture fills the room.
    private var largestShare: Double {
        guard !room.isEmpty, !source.isEmpty, room.size != panel else { return 1 }
        return min(Double(room.width) / Double(source.width), Double(room.height) / Double(source.height)) / fit
    }

    /// The picture's start along one axis; margins that leave too little room give way.
    private static func start(_ length: Int, before end: Int, _ near: Int, _ far: Int, isFirst: Bool) -> Int {
        let last = max(0, end - length)
        return isFirst ? min(max(0, near), last) : min(max(0, last.subtractingClamped(far)), last)
    }

    // MARK: Changes

    /// Applies another size and density of the panel.
    mutating func resize(panel: Size<PanelSpace>, room: Rect<PanelSpace>? = nil, density: Double) {
        self.panel = panel
        self.room = room ?? panel.bounds
        self.density = density
    }

    /// Applies another size of the source; the picture keeps its share and takes the new aspect.
    mutating func resize(source: Size<ContentSpace>) {
        self.source = source
    }

    mutating func move(to corner: PiPCorner) {
        self.corner = corner
        stash = nil
    }

    /// Takes the largest size that fits `size` within the limits; false where the limits do not allow it.
    @discardableResult
    mutating func fit(into size: Size<PanelSpace>) -> Bool {
        guard !source.isEmpty, !size.isEmpty else { return true }
        let scale = min(
            Double(size.width) / Double(source.width), Double(size.height) / Double(source.height))
        setShare(scale / fit)
        // The limits are shares and sizes are pixels: allow one pixel of rounding.
        let wanted = (width: Double(source.width) * scale, height: Double(source.height) * scale)
        let taken = self.size(atShare: share)
        return abs(Double(taken.width) - wanted.width) <= 1 && abs(Double(taken.height) - wanted.height) <= 1
    }

    /// Takes the next of the sizes for a double tap; the first follows the last.
    mutating func cycleSize() {
        // A pinch may have left the share between two steps, or off a step by rounding.
        guard let next = shares.first(where: { $0 > share + 0.005 }) ?? shares.first else { return }
        setShare(next)
    }

    mutating func hide(past side: PiPSide? = nil) {
        let side = side ?? (corner.isLeft ? .left : .right)
        stash = side
        corner = corner.on(side)
    }

    mutating func show() {
        stash = nil
    }

    /// Settles a picture that was released at `rect`.
    ///
    /// The picture keeps its size and rests in the corner nearest to where its velocity would take it. A picture whose
    /// middle would go past a side edge is hidden.
    mutating func settle(from rect: Rect<PanelSpace>, velocity: PanelVelocity) {
        if !source.isEmpty { setShare(Double(rect.width) / (Double(source.width) * fit)) }
        let middle = Point<PanelSpace>(
            x: Double(rect.x) + Double(rect.width) / 2 + velocity.x * Self.throwSeconds,
            y: Double(rect.y) + Double(rect.height) / 2 + velocity.y * Self.throwSeconds)
        corner = PiPCorner(
            isLeft: middle.x < Double(room.x) + Double(room.width) / 2,
            isTop: middle.y < Double(room.y) + Double(room.height) / 2)
        stash = nil
        if middle.x < 0 { hide(past: .left) }
        if middle.x > Double(panel.width) { hide(past: .right) }
    }

    private mutating func setShare(_ value: Double) {
        guard value.isFinite else { return }
        share = min(max(value, limits.lowerBound), limits.upperBound)
    }

    // MARK: Under the fingers

    /// A dragged rectangle, moved so that some of it stays within reach.
    func reachable(_ rect: Rect<PanelSpace>) -> Rect<PanelSpace> {
        func clamp(_ start: Int, _ length: Int, _ end: Int) -> Int {
            let grip = min(Self.grip, length, end)
            return min(max(start, grip - length), end - grip)
        }
        var kept = rect
        kept.x = clamp(rect.x, rect.width, panel.width)
        kept.y = clamp(rect.y, rect.height, panel.height)
        return kept
    }

    /// The size of a picture of `width` pixels after a pinch by `factor`, within the limits and in aspect.
    func size(ofWidth width: Int, pinchedBy factor: Double) -> Size<PanelSpace> {
        guard factor.isFinite, !source.isEmpty else { return size(atShare: share) }
        let wanted = Double(width) * factor / (Double(source.width) * fit)
        return size(atShare: min(max(wanted, limits.lowerBound), limits.upperBound))
    }
}
