import Geometry
import Mirroring

/// Copies the external's cursor for the panel, at the snapshot's scale or somewhat larger.
///
/// The snapshot lacks a cursor that a plane of the external shows.
struct CursorCopy {
    /// The least size of the cursor on the panel.
    struct Least: Hashable {
        /// The least height in panel pixels; 0 for the height at the snapshot's scale.
        var height = 0
        /// A cursor lower than this many of the external's pixels is a mark, such as a brush's dot, and keeps its size.
        var mark = 0
    }

    var least = Least()
    /// The last picture that was made, and its source.
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
        // The cursor grows around the spot that it points at.
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

    /// Whether a cursor of this height in the external's pixels is shown larger than at the snapshot's scale.
    func grows(_ height: Int, through viewport: PanelViewport) -> Bool { growth(of: height, through: viewport) > 1 }

    /// The cursor's size as a multiple of its size at the snapshot's scale.
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
