package import Geometry

/// The core's access to a renderer, which draws passes together as cheaply as possible.
package protocol RendererPort: AnyObject {
    /// The name shown in `status`, such as `pixman`.
    var name: String { get }

    /// The device that draws, or why no device does, as shown in `status`; nil for nothing to say.
    var remark: String? { get }

    /// What scales the snapshot.
    var snapshotPath: SnapshotPath { get }

    /// Draws the passes of one turn of the loop, in order.
    ///
    /// A pass may draw from the target of an earlier pass, which is finished by then.
    func submit(_ passes: [RenderPass])

    /// The part of the pass's damage that drawing would really change in the pass's target.
    ///
    /// The target holds the last picture drawn. Clients often damage more than they change: a terminal damages a whole
    /// line for one character. The result is never less than what would change. The result is all of the damage where
    /// finding out costs more than it saves.
    func changes(of pass: RenderPass) -> Region<OutputSpace>

    /// Brings the frame last drawn in a target into ordinary memory, or returns nil when out of memory.
    ///
    /// The result is valid until the next pass on the target.
    func read(_ target: RenderTarget) -> (any Buffer)?

    /// The bytes read and written since the start, including those of `converter`.
    var traffic: MemoryTraffic { get }

    /// The converter of films' pixels for the processor, or nil for a renderer that draws no films.
    var converter: (any PlanarConverter)? { get }

    /// The elements within `frame` as one picture in `argb8888` that never changes, or nil without memory for it.
    func flatten(_ elements: [SceneElement], in frame: Rect<ContentSpace>) -> (any Buffer)?

    /// The picture of a named cursor at a scale, and the offset of its hot spot from the top left corner.
    func cursor(named name: String, scale: Scale) -> (source: any Buffer, hotspot: Point<ContentSpace>)
}

extension RendererPort {
    package var converter: (any PlanarConverter)? { nil }

    /// Draws elements, back to front, in memory of its own; nil without memory for the picture.
    package func picture(
        of elements: [SceneElement], size: Size<OutputSpace>, format: PixelFormat = .xrgb8888
    ) -> MemoryBuffer? {
        guard let picture = MemoryBuffer(size: size.reinterpreted(), format: format) else { return nil }
        submit([RenderPass(target: picture, damage: Region(size.bounds), elements: elements)])
        return picture
    }
}

/// A graphics device that draws directly from clients' dmabufs.
package protocol DMABufSampler: AnyObject {
    /// The layouts that the device draws from, to be offered to clients.
    ///
    /// `PixelLayout.implicit` stands for the driver's own layout, where the driver names none.
    var sampledLayouts: [PixelLayout] { get }

    /// Whether the device draws from this buffer; false also while the processor draws in the device's place.
    func samples(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool

    /// Fills this buffer with a part of a picture; returns false where the device cannot draw there.
    ///
    /// The part has the buffer's size. A wait for drawing in the buffer also waits for this drawing.
    func fill(
        _ dmabuf: DMABuf, size: Size<BufferSpace>, with picture: any Buffer, from corner: Point<ContentSpace>
    ) -> Bool
}
