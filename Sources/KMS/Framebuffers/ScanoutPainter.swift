import CPixman
import Geometry
import Glibc
import Mirroring

/// Scanout memory to paint: 32-bit XRGB, never read.
struct ScanoutTarget {
    let pixels: UnsafeMutableRawPointer
    /// Bytes from the start of one row to the start of the next.
    let pitch: Int
    let size: Size<ScanoutSpace>
}

/// Copies a picture as its viewer sees it into scanout memory, applying the output's transform.
struct ScanoutPainter {
    let transform: Transform

    /// Copies the pixels of `region` and returns the painted region of the scanout.
    func paint(
        _ picture: PixelBuffer, _ region: Region<OutputSpace>, into target: ScanoutTarget
    ) -> Region<ScanoutSpace> {
        let rects = region.intersection(picture.size.bounds).mapRects { rect in
            transform.apply(to: rect, within: picture.size, in: ScanoutSpace.self)
        }.intersection(target.size.bounds)
        if transform == .normal {
            for rect in rects.rects { copy(picture, rect, into: target) }
        } else {
            turn(picture, rects, into: target)
        }
        return rects
    }

    private func copy(_ picture: PixelBuffer, _ rect: Rect<ScanoutSpace>, into target: ScanoutTarget) {
        for y in rect.y..<rect.maxY {
            memcpy(target.pixels + y * target.pitch + rect.x * 4, picture.row(y) + rect.x, rect.width * 4)
        }
    }

    private func turn(_ picture: PixelBuffer, _ region: Region<ScanoutSpace>, into target: ScanoutTarget) {
        let source = pixman_image_create_bits_no_clear(
            PIXMAN_x8r8g8b8, Int32(clamping: picture.size.width), Int32(clamping: picture.size.height),
            picture.bytes.assumingMemoryBound(to: UInt32.self), Int32(clamping: picture.stride))
        let destination = pixman_image_create_bits_no_clear(
            PIXMAN_x8r8g8b8, Int32(clamping: target.size.width), Int32(clamping: target.size.height),
            target.pixels.assumingMemoryBound(to: UInt32.self), Int32(clamping: target.pitch))
        defer {
            if let source { pixman_image_unref(source) }
            if let destination { pixman_image_unref(destination) }
        }
        guard let source, let destination else { return }
        var matrix = inverseMatrix(target.size)
        pixman_image_set_transform(source, &matrix)
        for rect in region.rects {
            let (x, y) = (Int32(clamping: rect.x), Int32(clamping: rect.y))
            pixman_image_composite32(
                PIXMAN_OP_SRC, source, nil, destination, x, y, 0, 0, x, y, Int32(clamping: rect.width),
                Int32(clamping: rect.height))
        }
    }

    /// Maps scanout positions to picture positions, in pixman's 16.16 fixed point.
    private func inverseMatrix(_ size: Size<ScanoutSpace>) -> pixman_transform_t {
        func image(_ x: Double, _ y: Double) -> Point<OutputSpace> {
            transform.inverse.apply(to: Point(x: x, y: y), within: size)
        }
        func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t(clamping: Int(value * 65_536)) }
        let (origin, right, down) = (image(0, 0), image(1, 0), image(0, 1))
        var matrix = pixman_transform_t()
        pixman_transform_init_identity(&matrix)
        matrix.matrix.0 = (fixed(right.x - origin.x), fixed(down.x - origin.x), fixed(origin.x))
        matrix.matrix.1 = (fixed(right.y - origin.y), fixed(down.y - origin.y), fixed(origin.y))
        return matrix
    }
}
