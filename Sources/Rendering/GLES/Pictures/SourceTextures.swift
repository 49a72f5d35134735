import Geometry
import Mirroring

/// The textures of the buffers that are drawn, each kept as long as its buffer.
///
/// A client's dmabuf is sampled without a copy. Of ordinary memory, the drawn part is uploaded: a client declares its changes as damage,
/// and all damage is drawn.
final class SourceTextures {
    private struct Entry {
        weak var buffer: (any Buffer)?
        let picture: SampledPicture
        /// The pixels that never change, and need no further upload.
        var kept: Region<BufferSpace>
        /// Whether the textures share the buffer's own memory.
        let isShared: Bool
        /// How the samples of a film are encoded; nil for other pictures.
        var encoding: YUVEncoding?
    }

    private let context: GraphicsContext
    private let images: ImageFunctions?
    /// Whether the driver ignores offsets in a buffer.
    private let overlooksOffsets: Bool
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// Buffers whose memory the driver does not accept; the processor reads them.
    private var refused: [ObjectIdentifier: WeakBuffer] = [:]

    private struct WeakBuffer {
        weak var buffer: (any Buffer)?
    }

    init(_ context: GraphicsContext) {
        self.context = context
        // Through a render node, Mesa's renderer on the processor accepts memory that it cannot map, and draws nothing from it. Through a
        // card's own node it can map the memory.
        let isUnmappable = context.isSoftware && context.device?.isRenderNode ?? false
        var images = isUnmappable ? nil : ImageFunctions(context)
        overlooksOffsets = images.map { !OffsetCheck.passes(context, $0) } ?? false
        // Such a driver uses the layout that the memory was allocated with, which is never a film's.
        if overlooksOffsets { images?.takesAsTold = false }
        self.images = images
    }

    /// The buffer's picture, up to date within `region`; nil if its pixels are gone. Counts the uploaded bytes.
    func picture(
        of buffer: any Buffer, _ region: Region<BufferSpace>, _ traffic: inout MemoryTraffic
    ) -> SampledPicture? {
        let id = ObjectIdentifier(buffer)
        // A freed buffer may have had the same address.
        let encoding = buffer.planar?.encoding
        if entries[id]?.buffer !== buffer || entries[id]?.encoding != encoding { entries[id] = nil }
        if entries[id] == nil, refused[id]?.buffer !== buffer { entries[id] = shared(buffer) }
        var entry =
            entries[id]
            ?? Entry(
                buffer: buffer, picture: empty(for: buffer), kept: Region(), isShared: false, encoding: encoding)
        defer { entries[id] = entry }
        if entry.isShared { return entry.picture }
        let missing = region.intersection(buffer.size.bounds).subtracting(entry.kept)
        if missing.isEmpty { return entry.picture }
        guard upload(missing, of: buffer, to: entry.picture, &traffic) else { return nil }
        if buffer is MemoryImage { entry.kept.formUnion(missing) }
        return entry.picture
    }

    /// The layouts of dmabufs that can be drawn from; none if the driver imports no memory.
    var layouts: [PixelLayout] {
        guard let images else { return [] }
        return PixelFormat.allCases.flatMap { images.layouts(of: $0.code, in: context) }
            + YUVFormat.allCases.flatMap { images.layouts(of: $0, in: context) }
    }

    /// A picture of a dmabuf, without a copy; nil if the driver does not accept it.
    func imported(_ dmabuf: DMABuf, size: Size<BufferSpace>, encoding: YUVEncoding? = nil) -> SampledPicture? {
        guard context.fits(size), let images, !overlooksOffsets || dmabuf.planes.allSatisfy({ $0.offset == 0 })
        else { return nil }
        return images.picture(of: dmabuf, size: size, encoding: encoding, in: context)
    }

    /// Drops the textures of buffers that have gone.
    func dropGone() {
        entries = entries.filter { $0.value.buffer != nil }
        refused = refused.filter { $0.value.buffer != nil }
    }

    private func shared(_ buffer: any Buffer) -> Entry? {
        guard images != nil, let dmabuf = buffer.dmabuf else { return nil }
        let encoding = buffer.planar?.encoding
        if let picture = imported(dmabuf, size: buffer.size, encoding: encoding) {
            return Entry(buffer: buffer, picture: picture, kept: Region(), isShared: true, encoding: encoding)
        }
        refused[ObjectIdentifier(buffer)] = WeakBuffer(buffer: buffer)
        return nil
    }

    /// Textures for pixels that the processor reads.
    private func empty(for buffer: any Buffer) -> SampledPicture {
        if let pixels = buffer.planar, pixels.planarFormat.isBytes, pixels.columns == nil {
            let format = pixels.planarFormat
            let textures = format.textures.map { part in
                let texture = Texture(
                    context, size: part.samples.samples(of: buffer.size),
                    format: TextureFormat(bytes: part.samples.bytes),
                    isSwapped: false)
                texture.read(part.numbers)
                return texture
            }
            return .planes(textures, format, pixels.encoding)
        }
        let format = TextureFormat(of: buffer.format)
        return .colors(
            Texture(context, size: buffer.size, format: format, isSwapped: !buffer.format.isBlueFirst))
    }

    private func upload(
        _ region: Region<BufferSpace>, of buffer: any Buffer, to picture: SampledPicture,
        _ traffic: inout MemoryTraffic
    ) -> Bool {
        switch picture {
        case .colors(let texture):
            guard buffer.withPixels({ texture.upload(region, from: $0, stride: buffer.stride) }) else { return false }
            traffic.count(.uploaded, read: region.area * 4, written: region.area * 4)
            return true
        case .planes(let textures, let format, _):
            guard let pixels = buffer.planar else { return false }
            let kinds = format.textures
            let parts = kinds.map { kind in
                region.mapRects { $0.samples(of: kind.samples) }
                    .intersection(kind.samples.samples(of: buffer.size).bounds)
            }
            let isThere = pixels.withPlanes { planes in
                for (index, texture) in textures.enumerated() {
                    let plane = planes[kinds[index].plane]
                    texture.upload(parts[index], from: plane.first, stride: plane.stride)
                }
            }
            let bytes = zip(parts, kinds).reduce(0) { $0 + $1.0.area * $1.1.samples.bytes }
            if isThere { traffic.count(.uploaded, read: bytes, written: bytes) }
            return isThere
        case .external: return false
        }
    }
}

extension Rect<BufferSpace> {
    /// The samples of a plane that these pixels need, including neighbours if one sample serves several pixels.
    fileprivate func samples(of plane: YUVFormat.Plane) -> Rect<BufferSpace> {
        let (beside, above) = (plane.across > 1 ? 1 : 0, plane.down > 1 ? 1 : 0)
        return Rect(
            left: max(0, x / plane.across - beside), top: max(0, y / plane.down - above),
            right: (maxX + plane.across - 1) / plane.across + beside,
            bottom: (maxY + plane.down - 1) / plane.down + above)
    }
}

extension YUVFormat {
    /// Whether each sample is a byte.
    fileprivate var isBytes: Bool { self != .p010 }
}
