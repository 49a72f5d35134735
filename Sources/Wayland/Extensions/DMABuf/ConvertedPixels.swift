import Geometry
import Glibc
import Mirroring
import Runtime

/// The pixels of a dmabuf whose brightness and colours lie apart: drawn from by the graphics device, or converted for the
/// processor, once for each time that its client shows it.
final class ConvertedPixels: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.xrgb8888
    let planarFormat: YUVFormat
    let columns: PixelColumns?
    private(set) var encoding: YUVEncoding
    private let planes: [DMABufPlane]
    private let driver: any DMABufDriver
    /// What is drawn in each plane.
    private let drawings: [any BufferFence]
    private let sampler: (any DMABufSampler)?
    private let converter: (any PlanarConverter)?
    /// The rows of each plane; empty for a buffer that the graphics device alone can read.
    private let mappings: [(first: UnsafeMutableRawPointer, length: Int)]
    private var converted: (picture: MemoryBuffer, share: CopyBudget.Share)?
    private var isOutdated = true
    /// Whose client shows it.
    private weak var budget: CopyBudget?

    /// Nil, with errno set, where neither the processor can read it nor the sampler.
    ///
    /// There are as many planes as the format has, all of them dmabufs, whose rows must lie within the buffer.
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

    /// Of the converted picture.
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

    /// Nil where the client has no more left.
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
    /// A plane's memory for the processor, from the buffer's start on; nil, with errno set, where the processor cannot read it.
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
