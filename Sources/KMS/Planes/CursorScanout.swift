import Geometry
import Glibc
import Mirroring

/// A cursor's picture as a plane scans it out: turned by the output's transform, in the corner of a larger buffer.
struct CursorScanout {
    let transform: Transform
    /// The output's size as its viewer sees it.
    let screen: Size<OutputSpace>

    /// The picture's place on the CRTC.
    func place(of layer: CursorLayer) -> Rect<ScanoutSpace> {
        transform.apply(to: layer.frame, within: screen)
    }

    /// The pixel that points, from the corner of the place.
    func hotspot(of layer: CursorLayer) -> (x: Int, y: Int) {
        let pixel = Rect<OutputSpace>(x: layer.hotspot.x, y: layer.hotspot.y, width: 1, height: 1)
        let turned = transform.apply(to: pixel, within: layer.frame.size, in: ScanoutSpace.self)
        return (turned.x, turned.y)
    }

    /// Writes the picture to a buffer's corner and clears the rest; what does not fit is left out.
    func write(_ picture: any Buffer, to buffer: any ScanoutBuffer) {
        guard let first = buffer.beginAccess() else { return }
        defer { buffer.endAccess() }
        let size: Size<OutputSpace> = picture.size.reinterpreted()
        let turned: Size<ScanoutSpace> = transform.apply(to: size)
        let (width, height) = (min(turned.width, buffer.size.width), min(turned.height, buffer.size.height))
        let isWritten = picture.withPixels { pixels in
            for y in 0..<height {
                let row = first + y * buffer.stride
                if transform == .normal {
                    memcpy(row, pixels + y * picture.stride, width * 4)
                } else {
                    turn(pixels, of: picture, turned, to: row.assumingMemoryBound(to: UInt32.self), y, width)
                }
            }
        }
        for y in 0..<buffer.size.height {
            let kept = isWritten && y < height ? width : 0
            memset(first + y * buffer.stride + kept * 4, 0, (buffer.size.width - kept) * 4)
        }
    }

    /// Writes the pixels of one row of the turned picture.
    private func turn(
        _ pixels: UnsafeRawPointer, of picture: any Buffer, _ turned: Size<ScanoutSpace>,
        to row: UnsafeMutablePointer<UInt32>, _ y: Int, _ width: Int
    ) {
        let source = pixels.assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
            let pixel = Rect<ScanoutSpace>(x: x, y: y, width: 1, height: 1)
            let from = transform.inverse.apply(to: pixel, within: turned, in: OutputSpace.self)
            row[x] = source[from.y * (picture.stride / 4) + from.x]
        }
    }
}
