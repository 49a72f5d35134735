import CDRM
import Geometry
import Glibc
import Mirroring

/// A plane that shows small pictures of our own, a head's cursor or what lies above its snapshot: the plane's two framebuffers,
/// and what was last committed.
final class PicturePlane {
    let plane: Plane
    private let crtc: CRTC
    private let file: DRMFile
    /// Of the framebuffers, in the corner of which pictures are.
    let size: Size<ScanoutSpace>
    /// The place in the stack; nil for the one that the plane's kind has.
    let depth: UInt64?
    private let scanout: CursorScanout
    /// Shown, or about to be.
    private var front: DumbBuffer
    /// Free: a picture is committed only when no flip is pending. Made with the second picture.
    private var back: DumbBuffer?
    private var shown: Shown?
    /// What the request that was last added to comes to.
    private var next: Shown?

    /// What the plane shows; the picture is nil while it is off.
    private struct Shown {
        var picture: (any Buffer)?
        var buffer: DumbBuffer
        var place: Rect<ScanoutSpace>
    }

    init(plane: Plane, crtc: CRTC, scanout: CursorScanout, size: PlaneSize, depth: UInt64? = nil, file: DRMFile)
        throws(KMSError)
    {
        self.depth = depth
        self.plane = plane
        self.crtc = crtc
        self.scanout = scanout
        self.file = file
        self.size = Size(width: size.width, height: size.height)
        front = try DumbBuffer(file: file, size: self.size, format: .argb8888)
    }

    var isOn: Bool { shown?.picture != nil }

    /// The plane while it shows a picture.
    var shownOn: Plane? { isOn ? plane : nil }

    /// Adds what differs from what is shown; returns whether that is anything. `committed` must follow a commit.
    func add(_ layer: CursorLayer?, to request: inout AtomicRequest) throws(KMSError) -> Bool {
        next = nil
        guard let layer else {
            guard isOn else { return false }
            request.turnOff(plane)
            next = Shown(picture: nil, buffer: front, place: .zero)
            return true
        }
        let place = scanout.place(of: layer)
        if let shown, shown.picture === layer.picture {
            guard shown.place != place else { return false }
            next = Shown(picture: layer.picture, buffer: shown.buffer, place: place)
            setPosition(place, in: &request)
        } else {
            let buffer = try freeBuffer()
            scanout.write(layer.picture, to: buffer)
            next = Shown(picture: layer.picture, buffer: buffer, place: place)
            show(buffer, at: place, hotspot: scanout.hotspot(of: layer), in: &request)
        }
        return true
    }

    /// What was added is on its way to the screen.
    func committed() {
        guard let next else { return }
        if next.buffer !== front { (front, back) = (next.buffer, front) }
        shown = next
        self.next = nil
    }

    /// Adds an empty cursor, to find out whether the hardware takes one.
    func addTrial(to request: inout AtomicRequest) {
        show(front, at: Rect(x: 0, y: 0, width: 1, height: 1), hotspot: (0, 0), in: &request)
    }

    private func freeBuffer() throws(KMSError) -> DumbBuffer {
        guard isOn else { return front }
        if let back { return back }
        let buffer = try DumbBuffer(file: file, size: size, format: .argb8888)
        back = buffer
        return buffer
    }

    private func show(
        _ buffer: DumbBuffer, at place: Rect<ScanoutSpace>, hotspot: (x: Int, y: Int), in request: inout AtomicRequest
    ) {
        request.show(framebuffer: buffer.framebuffer, on: plane)
        request.set(.crtcID, of: plane, to: UInt64(crtc.number))
        let (width, height) = (UInt64(clamping: size.width), UInt64(clamping: size.height))
        for name in [PropertyName.sourceX, .sourceY] { request.set(name, of: plane, to: 0) }
        request.set(.crtcWidth, of: plane, to: width)
        request.set(.crtcHeight, of: plane, to: height)
        request.set(.sourceWidth, of: plane, to: width << 16)
        request.set(.sourceHeight, of: plane, to: height << 16)
        request.set(plane.takeoverSettings(depth: depth), of: plane)
        request.setIfPresent(.hotspotX, of: plane, to: UInt64(clamping: hotspot.x))
        request.setIfPresent(.hotspotY, of: plane, to: UInt64(clamping: hotspot.y))
        setPosition(place, in: &request)
    }

    /// The position alone, which may be negative: the kernel takes the lower 32 bits.
    private func setPosition(_ place: Rect<ScanoutSpace>, in request: inout AtomicRequest) {
        request.set(.crtcX, of: plane, to: UInt64(bitPattern: Int64(place.x)))
        request.set(.crtcY, of: plane, to: UInt64(bitPattern: Int64(place.y)))
    }
}

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
