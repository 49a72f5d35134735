import CCairo
import Glibc

/// A decoded picture, never changed again; equal only to itself.
package final class HUDPicture: Hashable {
    /// In pixels.
    package let width: Int
    package let height: Int
    /// A `cairo_surface_t` of ARGB pixels, multiplied by alpha.
    let surface: OpaquePointer

    /// Takes over a surface that nothing draws on any more.
    init(owning surface: OpaquePointer) {
        self.surface = surface
        width = Int(cairo_image_surface_get_width(surface))
        height = Int(cairo_image_surface_get_height(surface))
    }

    deinit {
        cairo_surface_destroy(surface)
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
            let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(clamping: width), CInt(clamping: height))
        else { return nil }
        guard let target = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            return nil
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        pixels.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            for y in 0..<height { memcpy(target + y * stride, first + y * width * 4, width * 4) }
        }
        cairo_surface_mark_dirty(surface)
        self.init(owning: surface)
    }
}
