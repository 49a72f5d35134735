import CCairo
import Geometry
import Mirroring

/// A decoded picture, never changed again; equal only to itself.
package final class HUDPicture: Hashable {
    /// `cairo_surface_t`s of ARGB pixels, multiplied by alpha: the picture, and smaller ones of the same.
    private let surfaces: [OpaquePointer]
    /// The memory that the surfaces show.
    private let levels: [PixelBuffer]

    /// A picture in ARGB pixels, multiplied by alpha, and perhaps the same at smaller sizes, the largest first; nil for
    /// none at all and where cairo will not have them.
    package init?(levels: [PixelBuffer]) {
        let surfaces = levels.compactMap { level -> OpaquePointer? in
            let bytes = level.bytes.assumingMemoryBound(to: UInt8.self)
            let (width, height) = (CInt(clamping: level.size.width), CInt(clamping: level.size.height))
            let surface = cairo_image_surface_create_for_data(
                bytes, CAIRO_FORMAT_ARGB32, width, height, CInt(clamping: level.stride))
            guard let surface, cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
            return surface
        }
        self.surfaces = surfaces
        self.levels = levels
        if levels.isEmpty || surfaces.count < levels.count { return nil }
    }

    deinit {
        for surface in surfaces { cairo_surface_destroy(surface) }
    }

    /// The same picture without the levels that are longer than `side` either way, but for the smallest.
    package convenience init?(levels: [PixelBuffer], within side: Int) {
        let fitting = levels.filter { max($0.size.width, $0.size.height) <= side }
        self.init(levels: fitting.isEmpty ? Array(levels.suffix(1)) : fitting)
    }

    /// The smallest level that still covers a rectangle of this size, its middle in the middle, without being enlarged.
    func covering(width: Int, height: Int) -> (surface: OpaquePointer, size: Size<OutputSpace>)? {
        let covers = levels.lastIndex { $0.size.width >= width && $0.size.height >= height } ?? 0
        return surfaces.indices.contains(covers) ? (surfaces[covers], levels[covers].size) : nil
    }

    package static func == (left: HUDPicture, right: HUDPicture) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension HUDPicture {
    /// A picture of little-endian ARGB words, multiplied by alpha, row by row; nil when there are too few of them.
    package convenience init?(width: Int, height: Int, pixels: [UInt32]) {
        guard width > 0, height > 0, pixels.count >= width * height,
            let buffer = PixelBuffer(size: Size(width: width, height: height))
        else { return nil }
        for y in 0..<height {
            for x in 0..<width { buffer.row(y)[x] = pixels[y * width + x] }
        }
        self.init(levels: [buffer])
    }
}
