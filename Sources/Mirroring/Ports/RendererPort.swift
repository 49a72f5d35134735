package import Geometry

/// What the core needs of a renderer: passes, drawn together as cheaply as they can be.
package protocol RendererPort: AnyObject {
    /// The name shown in `status`, such as `pixman`.
    var name: String { get }

    /// The device that draws, or why none does, as shown in `status`; nil where there is nothing to say.
    var remark: String? { get }

    /// What scales the snapshot.
    var snapshotPath: SnapshotPath { get }

    /// Draws the passes of one turn of the loop, in order: a pass may draw from the target of one before it, which is
    /// finished by then.
    func submit(_ passes: [RenderPass])

    /// The part of the pass's damage that drawing it would really change in its target, which holds the last picture
    /// drawn: clients often damage more than they change, a terminal a whole line for one character.
    ///
    /// Never less than what would change; all of the damage where finding out costs more than it saves.
    func changes(of pass: RenderPass) -> Region<OutputSpace>

    /// The frame last drawn in a target, brought into its ordinary memory; nil when out of memory. It is valid until the
    /// next pass on the target.
    func read(_ target: RenderTarget) -> (any Buffer)?

    /// The bytes read and written since the start, those of `converter` included.
    var traffic: MemoryTraffic { get }

    /// What makes words of films' pixels where the processor reads them; nil for a renderer that draws no films.
    var converter: (any PlanarConverter)? { get }

    /// The elements as one picture in `argb8888`, of the pixels in `frame`, which never changes; nil where there is no memory
    /// for it.
    func flatten(_ elements: [SceneElement], in frame: Rect<ContentSpace>) -> (any Buffer)?

    /// The picture of a named cursor at a scale, and the offset of its hot spot from the top left corner.
    func cursor(named name: String, scale: Scale) -> (source: any Buffer, hotspot: Point<ContentSpace>)
}

extension RendererPort {
    package var converter: (any PlanarConverter)? { nil }
}

/// A graphics device that draws from clients' dmabufs where they lie.
package protocol DMABufSampler: AnyObject {
    /// The layouts that it draws from, to be offered to clients. `PixelLayout.implicit` stands for the driver's own, where it
    /// names none.
    var sampledLayouts: [PixelLayout] { get }

    /// Whether it draws from this buffer; false also while the processor draws in its place.
    func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool

    /// Fills this buffer with a part of a picture of its size; false where the device cannot draw there. Those who wait for what is
    /// drawn in the buffer wait for this as well.
    func fill(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, with picture: any Buffer, from corner: Point<ContentSpace>
    ) -> Bool
}
