import Geometry
import Mirroring
import WaylandBinding

/// The dmabuf layouts that are offered: those that the graphics device draws from, or those that the processor can read.
///
/// The latter are linear, or a film's columns: other layouts, the implicit modifier included, are known to the graphics card alone.
struct DMABufFormats {
    /// The formats that are offered, whatever the memory layout.
    let formats: [PixelFormat]
    /// In the order of the format table.
    let layouts: [PixelLayout]
    /// Nil where the processor draws.
    let sampler: (any DMABufSampler)?
    /// For the processor, what it cannot draw from as it is; nil for none of that.
    let converter: (any PlanarConverter)?

    private static let usual: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .abgr8888]

    /// With ten bits of each colour only for a `depth` of these, for the reason that `SharedMemory` gives.
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

    /// The format of a DRM code whose brightness and colours lie apart; nil if it is not offered.
    func planarFormat(_ code: UInt32) -> YUVFormat? {
        layouts.contains { $0.format == code } ? YUVFormat(code: code) : nil
    }

    /// Whether clients may use a modifier for any format.
    func offers(modifier: UInt64) -> Bool {
        let listed = PixelLayout(format: 0, modifier: modifier).listed.modifier
        return layouts.contains { $0.modifier == modifier || $0.modifier == listed }
    }

    /// Whether clients may use a layout: as it is, or as one of those that the offered one stands for.
    func offers(_ layout: PixelLayout) -> Bool { layouts.contains(layout) || layouts.contains(layout.listed) }

    /// The feedback's format table: 16 bytes per entry, which are the format code, four bytes of padding and the
    /// modifier.
    var table: [UInt8] {
        layouts.flatMap { layout in
            WireArray.bytes(of: [layout.format, 0]) + WireArray.bytes(of: [layout.modifier])
        }
    }

    /// Far more than any driver has for the formats.
    private static let maximumCount = 1024
}
