import Geometry
import Mirroring

/// The textures of the buffers that are drawn, each kept as long as its buffer.
///
/// A client's dmabuf is sampled where it lies. Ordinary memory is uploaded, as much of it as is drawn: what a client has
/// changed is damage, and all damage is drawn.
final class SourceTextures {
    private struct Entry {
        weak var buffer: (any Buffer)?
        let texture: Texture
        /// The pixels that need no upload, because they never change.
        var kept: Region<BufferSpace>
        /// Whether the texture is the buffer's own memory.
        let isShared: Bool
    }

    private let context: GraphicsContext
    private let images: ImageFunctions?
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Buffers whose memory the driver does not take: the processor reads them.
    private var refused: [ObjectIdentifier: WeakBuffer] = [:]

    private struct WeakBuffer {
        weak var buffer: (any Buffer)?
    }

    init(_ context: GraphicsContext) {
        self.context = context
        images = ImageFunctions(context)
    }

    /// The buffer's texture, right within `region`; nil where its pixels are gone. Counts the bytes that are uploaded.
    func texture(
        of buffer: any Buffer, _ region: Region<BufferSpace>, _ traffic: inout MemoryTraffic
    ) -> Texture? {
        let id = ObjectIdentifier(buffer)
        // Another buffer may have had the same address.
        if entries[id]?.buffer !== buffer { entries[id] = nil }
        if entries[id] == nil, refused[id]?.buffer !== buffer { entries[id] = shared(buffer) }
        var entry =
            entries[id]
            ?? Entry(
                buffer: buffer,
                texture: Texture(
                    context, size: buffer.size, format: TextureFormat(of: buffer.format),
                    isSwapped: !buffer.format.isBlueFirst), kept: Region(), isShared: false)
        defer { entries[id] = entry }
        if entry.isShared { return entry.texture }
        let missing = region.intersection(buffer.size.bounds).subtracting(entry.kept)
        if missing.isEmpty { return entry.texture }
        let texture = entry.texture
        guard buffer.withPixels({ texture.upload(missing, from: $0, stride: buffer.stride) }) else { return nil }
        traffic.count(.uploaded, read: missing.area * 4, written: missing.area * 4)
        if buffer is MemoryImage { entry.kept.formUnion(missing) }
        return texture
    }

    /// The layouts of dmabufs that can be drawn from; none where the driver imports no memory.
    var layouts: [PixelLayout] {
        guard let images else { return [] }
        return PixelFormat.allCases.flatMap { images.layouts(of: $0, in: context) }
    }

    /// Whether a texture can be made of a dmabuf.
    func canImport(_ dmabuf: DMABuf, size: Size<BufferSpace>) -> Bool {
        guard context.fits(size), let images,
            let image = images.image(of: dmabuf, size: size, in: context)
        else { return false }
        return Texture(context, size: size, image: image, functions: images) != nil
    }

    /// Drops the textures of buffers that have gone.
    func dropGone() {
        entries = entries.filter { $0.value.buffer != nil }
        refused = refused.filter { $0.value.buffer != nil }
    }

    private func shared(_ buffer: any Buffer) -> Entry? {
        guard let images, let dmabuf = buffer.dmabuf else { return nil }
        if let image = images.image(of: dmabuf, size: buffer.size, in: context),
            let texture = Texture(context, size: buffer.size, image: image, functions: images)
        {
            return Entry(buffer: buffer, texture: texture, kept: Region(), isShared: true)
        }
        refused[ObjectIdentifier(buffer)] = WeakBuffer(buffer: buffer)
        return nil
    }
}
