import Geometry
import Glibc
import Mirroring
import Runtime

/// The pixels of a YUV dmabuf.
///
/// The graphics device draws from them, or they are converted for the processor, once for each time that the client
/// shows the buffer.
final class ConvertedPixels: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.xrgb8888
    let planarFormat: YUVFormat
    let columns: PixelColumns?
    private(set) var encoding: YUVEncoding
    private let planes: [DMABufPlane]
    private let driver: any DMABufDriver
    /// The fences of the drawing in each plane.
    private let drawings: [any BufferFence]
    private let sampler: (any DMABufSampler)?
    private let converter: (any PlanarConverter)?
    /// The mapped memory of each plane; empty if only the graphics device can read the buffer.
    private let mappings: [(first: UnsafeMutableRawPointer, length: Int)]
    private var converted: (picture: MemoryBuffer, share: CopyBudget.Share)?
    private var isOutdated = true
    /// The budget of the client that shows the buffer.
    private weak var budget: CopyBudget?

    /// Returns nil, with errno set, if neither the processor nor the sampler can read the buffer.
    ///
    /// `planes` must have at least the planes of the format. All are dmabufs, and their rows must lie within the buffer.
    init?(
        _ planes: [DMABufPlane], size: Size<BufferSpace>, format: YUVFormat, driver: any DMABufDriver,
        formats: DMABufFormats
    ) {
        let isSampled = formats.sampler?.samples(DMABuf(planes, format.code), size: size) ?? false
        let converter = formats.converter.flatMap { $0.convertedFormats.contains(format) ? $0 : nil }
        let columns = PixelColumns(DMABuf(planes, format.code).layout)
        let mappings =
            converter == nil ? [] : zip(planes, format.planes).compactMap { $0.map($1, of: size, in: columns) }
        self.columns = columns
        self.mappings = mappings
        self.planes = planes
        self.driver = driver
        drawings = planes.map { driver.drawing(in: $0.descriptor.number) }
        self.sampler = isSampled ? formats.sampler : nil
        self.converter = mappings.count == planes.count ? converter : nil
        self.size = size
        planarFormat = format
        encoding = YUVEncoding(usualFor: size)
        if sampler == nil, self.converter == nil { return nil }
    }

    deinit {
        for mapping in mappings { munmap(mapping.first, mapping.length) }
    }

    /// The stride of the converted picture.
    var stride: Int { MemoryBuffer.stride(of: size.width) }

    var dmabuf: DMABuf? { DMABuf(planes, planarFormat.code) }

    var planar: (any PlanarPixels)? { self }

    var fence: (any BufferFence)? { self }

    var hasPixels: Bool {
        if let sampler, !sampler.sampledLayouts.isEmpty { return true }
        return converter != nil
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let converter else { return false }
        if isOutdated || converted == nil {
            guard let converted = converted ?? memory() else { return false }
            let isThere = withPlanes {
                converter.convert($0, in: columns, planarFormat, encoding, to: converted.picture)
            }
            guard isThere else { return false }
            self.converted = converted
            isOutdated = false
        }
        return converted?.picture.withPixels(body) ?? false
    }

    /// Memory for the converted picture; nil if the client's budget is used up.
    private func memory() -> (picture: MemoryBuffer, share: CopyBudget.Share)? {
        guard let share = budget?.take(stride * size.height), let picture = MemoryBuffer(size: size) else { return nil }
        return (picture, share)
    }
}

extension ConvertedPixels: KeptCopy {
    func outdate(_ budget: CopyBudget) {
        self.budget = budget
        isOutdated = true
    }

    func drop() {
        converted = nil
    }

    func encode(as encoding: YUVEncoding?, colorsAt location: ChromaLocation?) {
        var encoding = encoding ?? YUVEncoding(usualFor: size)
        if let location { encoding.location = location }
        if encoding == self.encoding { return }
        self.encoding = encoding
        isOutdated = true
    }
}

extension ConvertedPixels: PlanarPixels {
    func withPlanes(_ body: ([PlanePixels]) -> Void) -> Bool {
        guard mappings.count == planes.count else { return false }
        var begun: [CInt] = []
        defer { for descriptor in begun { driver.endReading(descriptor) } }
        for plane in planes {
            guard driver.beginReading(plane.descriptor.number) else { return false }
            begun.append(plane.descriptor.number)
        }
        body(
            zip(mappings, planes).map {
                PlanePixels(
                    first: UnsafeRawPointer($0.first) + Int($1.offset),
                    stride: columns == nil ? Int($1.stride) : PixelColumns.width)
            })
        return true
    }
}

extension ConvertedPixels: BufferFence {
    var isDone: Bool { drawings.allSatisfy(\.isDone) }

    func whenDone(_ handler: @escaping () -> Void) -> AnyObject? {
        (drawings.first { !$0.isDone } ?? drawings[0]).whenDone(handler)
    }
}

extension DMABufPlane {
    /// Maps a plane for the processor, from the buffer's start on; nil, with errno set, if the processor cannot read the plane.
    fileprivate func map(
        _ plane: YUVFormat.Plane, of size: Size<BufferSpace>, in columns: PixelColumns?
    ) -> (first: UnsafeMutableRawPointer, length: Int)? {
        guard let columns else { return map(rows: plane.samples(of: size).height) }
        guard let length = columns.end(of: plane, size: size, offset: Int(offset)) else {
            errno = EINVAL
            return nil
        }
        return map(length: length)
    }
}
