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
        for y in 0..<buffer.size.height { memset(first + y * buffer.stride, 0, buffer.size.width * 4) }
        _ = picture.withPixels { pixels in
            let source = pixels.assumingMemoryBound(to: UInt32.self)
            for y in 0..<min(turned.height, buffer.size.height) {
                let row = (first + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
                for x in 0..<min(turned.width, buffer.size.width) {
                    let pixel = Rect<ScanoutSpace>(x: x, y: y, width: 1, height: 1)
                    let from = transform.inverse.apply(to: pixel, within: turned, in: OutputSpace.self)
                    row[x] = source[from.y * (picture.stride / 4) + from.x]
                }
            }
        }
    }
}
