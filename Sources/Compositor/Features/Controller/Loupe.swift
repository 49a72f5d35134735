import Geometry
import Mirroring

/// A magnifier beside a finger: where it lies on the panel, and what it shows.
struct Loupe: Hashable, Sendable {
    /// The sides of the finger on which the loupe may lie, the best first.
    enum Side: Hashable, Sendable, CaseIterable {
        case above, left, right, below
    }

    let side: Side
    let frame: Rect<PanelSpace>
    /// Panel pixels per content pixel.
    let scale: Double
    /// The content's point in the middle.
    let spot: Point<ContentSpace>

    private static let width = 46.0
    private static let height = 32.0
    /// The loupe's largest share of the panel's sides.
    private static let share = 0.45
    /// The distance from the middle of the finger, in millimetres: half a fingertip and a gap.
    private static let gapAbove = 11.0
    private static let gapBeside = 16.0
    private static let magnification = 2.0

    /// The loupe for a finger. The loupe stays on the side of the last one as long as there is room. `density` is in
    /// panel pixels per millimetre.
    init(_ aim: PressAim, through viewport: PanelViewport, density: Double, after last: Loupe? = nil) {
        let panel = viewport.panel
        let size = Size<PanelSpace>(
            width: Self.length(Self.width * density, panel.width),
            height: Self.length(Self.height * density, panel.height))
        let places = Side.allCases.map { ($0, Self.place($0, aim.finger, size, on: panel, density)) }
        let fitting = places.filter { panel.bounds.contains($0.1) }
        let wide = fitting.max { Self.room($0.0, aim.finger, panel) < Self.room($1.0, aim.finger, panel) }
        let best = fitting.first { $0.0 == last?.side } ?? fitting.first { $0.0 == .above } ?? wide ?? places[0]
        side = best.0
        frame = Self.within(panel, best.1)
        scale = max(Self.magnification, viewport.scale)
        spot = viewport.clamped(viewport.externalPoint(at: aim.spot))
    }

    private static func length(_ wanted: Double, _ side: Int) -> Int {
        max(1, Int(clamping: min(wanted, Double(side) * share).rounded()))
    }

    /// The room on a side of the finger; below, where the hand is, counts least.
    private static func room(_ side: Side, _ finger: Point<PanelSpace>, _ panel: Size<PanelSpace>) -> Double {
        switch side {
        case .above: finger.y
        case .left: finger.x
        case .right: Double(panel.width) - finger.x
        case .below: 0
        }
    }

    private static func place(
        _ side: Side, _ finger: Point<PanelSpace>, _ size: Size<PanelSpace>, on panel: Size<PanelSpace>,
        _ density: Double
    ) -> Rect<PanelSpace> {
        let (width, height) = (Double(size.width), Double(size.height))
        var (x, y) = (finger.x - width / 2, finger.y - height / 2)
        switch side {
        case .above: y = finger.y - gapAbove * density - height
        case .below: y = finger.y + gapAbove * density
        case .left: x = finger.x - gapBeside * density - width
        case .right: x = finger.x + gapBeside * density
        }
        // At the panel's edges the loupe is shifted along the finger's side.
        switch side {
        case .above, .below: x = min(max(x, 0), Double(panel.width) - width)
        case .left, .right: y = min(max(y, 0), Double(panel.height) - height)
        }
        return Rect(
            x: Int(clamping: x.rounded()), y: Int(clamping: y.rounded()), width: size.width, height: size.height)
    }

    private static func within(_ panel: Size<PanelSpace>, _ place: Rect<PanelSpace>) -> Rect<PanelSpace> {
        Rect(
            x: min(max(place.x, 0), panel.width - place.width), y: min(max(place.y, 0), panel.height - place.height),
            width: place.width, height: place.height)
    }
}
