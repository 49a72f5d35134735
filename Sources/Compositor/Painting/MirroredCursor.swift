import Geometry
import Mirroring

/// The cursor of the external, at the snapshot's scale or somewhat larger: where the external's picture lacks the cursor,
/// because a plane of its display shows it, so does the snapshot.
final class MirroredCursor {
    private let cursors: CursorPlacer
    private let renderer: any RendererPort
    /// The height on the panel that the cursor has at least, in panel pixels, where it is not in the snapshot; 0 for that
    /// of the snapshot's scale.
    var leastHeight = 0
    private var path = ScreenCursor.Path.hidden
    /// The layer for the panel; nil where the snapshot has the cursor in it, or there is none.
    private var layer: CursorLayer?
    private var area = Rect<OutputSpace>.zero
    /// The last picture that was made smaller, and the one that it was made from.
    private var smaller: (source: any Buffer, picture: any Buffer)?

    init(_ cursors: CursorPlacer, _ renderer: any RendererPort) {
        self.cursors = cursors
        self.renderer = renderer
    }

    /// Takes the cursor of the external's screen; returns whether the panel's has to change.
    func follow(_ source: Screen, through viewport: PanelViewport) -> Bool {
        area = viewport.visible.reinterpreted()
        if isHidden, case .hidden = source.cursor.path { return false }
        let old = layer
        path = source.cursor.path
        if case .plane(let shown) = path { layer = scaled(shown, through: viewport) } else { layer = nil }
        return !ScreenCursor.difference(old, layer).isEmpty
    }

    /// Shows it on the panel; returns what belongs into the panel's frame, above the snapshot.
    func place(on screen: Screen) -> [SceneElement] {
        if isHidden, screen.cursor.isKnownHidden { return [] }
        if case .composed = path {
            _ = cursors.leaveToSource(on: screen)
            return []
        }
        _ = cursors.place(layer.map(PlacedCursor.init), on: screen, CursorPlacer.Surroundings(area: area))
        return screen.cursor.isComposed ? [layer?.element(within: area)].compactMap(\.self) : []
    }

    private var isHidden: Bool {
        guard case .hidden = path else { return false }
        return layer == nil
    }

    private func scaled(_ source: CursorLayer, through viewport: PanelViewport) -> CursorLayer? {
        let growth = growth(of: source, through: viewport)
        let ratio = (x: viewport.ratioX / growth, y: viewport.ratioY / growth)
        let size = Size<BufferSpace>(
            width: Self.length(source.frame.width, ratio.x), height: Self.length(source.frame.height, ratio.y))
        guard let picture = picture(source.picture, at: size) else { return nil }
        let hotspot = (
            x: min(Int(Double(source.hotspot.x) / ratio.x), size.width - 1),
            y: min(Int(Double(source.hotspot.y) / ratio.y), size.height - 1)
        )
        // What grows does so around the spot that it points at.
        let spot = (x: Double(source.hotspot.x), y: Double(source.hotspot.y))
        let corner = viewport.panelPoint(
            of: Point<ContentSpace>(
                x: Double(source.frame.x) + spot.x * (1 - growth), y: Double(source.frame.y) + spot.y * (1 - growth)))
        return CursorLayer(
            picture, x: Int(clamping: corner.x.rounded()), y: Int(clamping: corner.y.rounded()), hotspot: hotspot)
    }

    /// How many times as large as in the snapshot the cursor is.
    private func growth(of source: CursorLayer, through viewport: PanelViewport) -> Double {
        let height = Double(source.frame.height) / viewport.ratioY
        return height > 0 ? max(1, Double(leastHeight) / height) : 1
    }

    private static func length(_ length: Int, _ ratio: Double) -> Int {
        max(1, Int(clamping: (Double(length) / ratio).rounded()))
    }

    private func picture(_ source: any Buffer, at size: Size<BufferSpace>) -> (any Buffer)? {
        if source.size == size { return source }
        if let smaller, smaller.source === source, smaller.picture.size == size { return smaller.picture }
        let frame = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        smaller = renderer.flatten([SceneElement(whole: source, at: frame)], in: frame).map { (source, $0) }
        return smaller?.picture
    }
}
