import Geometry
import Mirroring
import WaylandBinding

/// The dmabuf layouts that are offered: the layouts from which the graphics device draws, or else the layouts
/// that the processor can read.
///
/// The processor reads linear layouts, and films in columns. Only the graphics card knows other layouts, including the
/// implicit modifier.
struct DMABufFormats {
    /// The formats that are offered, whatever the memory layout.
    let formats: [PixelFormat]
    /// The offered layouts, in the order of the format table.
    let layouts: [PixelLayout]
    /// Draws from the buffers on the graphics device; nil if the processor draws.
    let sampler: (any DMABufSampler)?
    /// Converts buffers from which the processor cannot draw directly; nil to offer no such buffers.
    let converter: (any PlanarConverter)?

    private static let usual: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .abgr8888]

    /// Formats with ten bits of each colour are offered only for a `depth` of ten; `SharedMemory.announceDeepFormats`
    /// gives the reason.
    init(
        _ sampler: (any DMABufSampler)? = nil, _ depth: ColorDepth = .eight, converter: (any PlanarConverter)? = nil
    ) {
        self.sampler = sampler
        self.converter = converter
        let formats = Self.usual + (depth == .ten ? PixelFormat.allCases.filter(\.isDeep) : [])
        self.formats = formats
        let codes = formats.map(\.code)
        let films = converter?.convertedFormats ?? []
        let linear = (codes + films.map(\.code)).map { PixelLayout(format: $0, modifier: PixelLayout.linear) }
        let columns = films.filter(\.fitsColumns).map { PixelLayout(format: $0.code, modifier: PixelLayout.columns) }
        let sampled = sampler?.sampledLayouts.filter { layout in
            codes.contains(layout.format) || YUVFormat(code: layout.format) != nil
        }
        layouts = Array((sampled ?? linear + columns).prefix(Self.maximumCount))
    }

    /// The format of a DRM code; nil if it is not offered.
    func format(_ code: UInt32) -> PixelFormat? {
        formats.first { $0.code == code }
    }

    /// The YUV format of a DRM code; nil if it is not offered.
    func planarFormat(_ code: UInt32) -> YUVFormat? {
        layouts.contains { $0.format == code } ? YUVFormat(code: code) : nil
    }

    /// Whether clients may use a modifier for any format.
    func offers(modifier: UInt64) -> Bool {
        let listed = PixelLayout(format: 0, modifier: modifier).listed.modifier
        return layouts.contains { $0.modifier == modifier || $0.modifier == listed }
    }

    /// Whether clients may use a layout: the layout itself, or its `listed` form, is offered.
    func offers(_ layout: PixelLayout) -> Bool { layouts.contains(layout) || layouts.contains(layout.listed) }

    /// The feedback's format table: 16 bytes per entry, which are the format code, four bytes of padding and the
    /// modifier.
    var table: [UInt8] {
        layouts.flatMap { layout in
            WireArray.bytes(of: [layout.format, 0]) + WireArray.bytes(of: [layout.modifier])
        }
    }

    /// The most layouts: far more than any driver has for the formats.
    private static let maximumCount = 1024
}
