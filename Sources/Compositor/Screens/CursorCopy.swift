import Geometry
import Mirroring

/// Makes the cursor that a plane of the external shows as small as the snapshot, which lacks it, or somewhat larger.
struct CursorCopy {
    /// How large the cursor is on the panel at least.
    struct Least: Hashable {
        /// In panel pixels; 0 for the height by the snapshot's scale.
        var height = 0
        /// What is lower than so many of the external's pixels is a mark, such as a brush's dot, and keeps its size.
        var mark = 0
    }

    var least = Least()
    /// The last picture that was made smaller, and the one that it was made from.
    private var smaller: (source: any Buffer, picture: any Buffer)?

    /// The cursor for the panel; nil without memory for it.
    mutating func copy(
        _ source: PlaneElement, through viewport: PanelViewport, _ renderer: any RendererPort
    ) -> PlaneElement? {
        let (frame, hotspot) = (source.destination, source.hotspot)
        let growth = growth(of: frame.height, through: viewport)
        let ratio = (x: viewport.ratioX / growth, y: viewport.ratioY / growth)
        let size = Size<BufferSpace>(
            width: Self.length(frame.width, ratio.x), height: Self.length(frame.height, ratio.y))
        guard let picture = picture(source.picture, at: size, renderer) else { return nil }
        // What grows does so around the spot that it points at.
        let corner = viewport.panelPoint(
            of: Point<ContentSpace>(
                x: Double(frame.x) + Double(hotspot.x) * (1 - growth),
                y: Double(frame.y) + Double(hotspot.y) * (1 - growth)
            ))
        return PlaneElement(
            cursor: picture, x: Int(clamping: corner.x.rounded()), y: Int(clamping: corner.y.rounded()),
            hotspot: (
                x: min(Int(Double(hotspot.x) / ratio.x), size.width - 1),
                y: min(Int(Double(hotspot.y) / ratio.y), size.height - 1)
            ))
    }

    /// Whether a cursor that is so many of the external's pixels high is shown larger than the snapshot would.
    func grows(_ height: Int, through viewport: PanelViewport) -> Bool { growth(of: height, through: viewport) > 1 }

    /// How many times as large as in the snapshot the cursor is.
    private func growth(of height: Int, through viewport: PanelViewport) -> Double {
        guard height > 0, height >= least.mark else { return 1 }
        return max(1, Double(least.height) / (Double(height) / viewport.ratioY))
    }

    private static func length(_ length: Int, _ ratio: Double) -> Int {
        max(1, Int(clamping: (Double(length) / ratio).rounded()))
    }

    private mutating func picture(
        _ source: any Buffer, at size: Size<BufferSpace>, _ renderer: any RendererPort
    ) -> (any Buffer)? {
        if source.size == size { return source }
        if let smaller, smaller.source === source, smaller.picture.size == size { return smaller.picture }
        let frame = Rect<ContentSpace>(x: 0, y: 0, width: size.width, height: size.height)
        smaller = renderer.flatten([SceneElement(whole: source, at: frame)], in: frame).map { (source, $0) }
        return smaller?.picture
    }
}
