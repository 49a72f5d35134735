import CCairo
import Geometry
package import Mirroring

/// An immutable decoded picture, compared by identity.
package final class HUDImage: Hashable {
    /// `cairo_surface_t`s of premultiplied ARGB pixels: the picture and its smaller levels.
    private let surfaces: [OpaquePointer]
    /// The memory behind the surfaces.
    private let levels: [MemoryBuffer]

    /// A picture in premultiplied ARGB pixels at one or more sizes, the largest first.
    ///
    /// Nil for an empty list, or if cairo cannot use a level.
    package init?(levels: [MemoryBuffer]) {
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

    /// The same picture without levels longer than `side` either way; the smallest level is always kept.
    package convenience init?(levels: [MemoryBuffer], within side: Int) {
        let fitting = levels.filter { max($0.size.width, $0.size.height) <= side }
        self.init(levels: fitting.isEmpty ? Array(levels.suffix(1)) : fitting)
    }

    /// The smallest level that covers a rectangle of this size, centred, without being enlarged.
    func covering(width: Int, height: Int) -> (surface: OpaquePointer, size: Size<BufferSpace>)? {
        let covers = levels.lastIndex { $0.size.width >= width && $0.size.height >= height } ?? 0
        return surfaces.indices.contains(covers) ? (surfaces[covers], levels[covers].size) : nil
    }

    package static func == (left: HUDImage, right: HUDImage) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension HUDImage {
    /// A picture of little-endian premultiplied ARGB words, row by row; nil if there are too few.
    package convenience init?(width: Int, height: Int, pixels: [UInt32]) {
        guard width > 0, height > 0, pixels.count >= width * height,
            let buffer = MemoryBuffer(size: Size(width: width, height: height), format: .argb8888)
        else { return nil }
        for y in 0..<height {
            for x in 0..<width { buffer.row(y)[x] = pixels[y * width + x] }
        }
        self.init(levels: [buffer])
    }
}
