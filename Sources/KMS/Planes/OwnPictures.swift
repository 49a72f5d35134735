import CDRM
import Geometry
import Glibc
import Mirroring

/// Buffers for small pictures of our own on one plane: a head's cursor, or what is drawn in front of its layers.
///
/// Each picture lies in the corner of one of two framebuffers: one is on screen, and the next picture is written to the other.
final class OwnPictures {
    let plane: Plane
    /// The place in the stack; nil for the usual place of the plane's kind.
    let depth: UInt64?
    private let size: Size<ScanoutSpace>
    private let file: DRMFile
    private let scanout: CursorScanout
    private var buffers: [Written]

    /// A framebuffer, and the picture in it.
    private struct Written {
        let buffer: DumbBuffer
        var picture: (any Buffer)?
    }

    init(on plane: Plane, scanout: CursorScanout, size: PlaneSize, depth: UInt64? = nil, file: DRMFile) throws(KMSError)
    {
        self.plane = plane
        self.depth = depth
        self.scanout = scanout
        self.file = file
        self.size = Size(width: size.width, height: size.height)
        buffers = [Written(buffer: try DumbBuffer(file: file, size: self.size, format: .argb8888))]
    }

    /// Whether the buffers are for this plane, this place in the stack and this size.
    func suit(_ placement: PlaneAssignment.Placement, _ size: PlaneSize) -> Bool {
        plane.id == placement.plane && depth == placement.depth
            && self.size == Size(width: size.width, height: size.height)
    }

    /// The plane's picture of a layer, written to a framebuffer that is not in `shown` unless one already holds it.
    /// Throws if memory is lacking.
    func picture(
        of layer: PlaneElement, as part: PlanePicture.Part, besides shown: [PlanePicture]
    ) throws(KMSError) -> PlanePicture {
        let buffer: DumbBuffer
        if let written = buffers.first(where: { $0.picture === layer.picture }) {
            buffer = written.buffer
        } else {
            buffer = try write(layer.picture, besides: shown)
        }
        return picture(buffer, at: scanout.place(of: layer), hotspot: scanout.hotspot(of: layer), as: part)
    }

    /// A picture for testing whether the hardware accepts the plane.
    func trial(as part: PlanePicture.Part) -> PlanePicture {
        picture(buffers[0].buffer, at: Rect(x: 0, y: 0, width: 1, height: 1), hotspot: (0, 0), as: part)
    }

    private func write(_ picture: any Buffer, besides shown: [PlanePicture]) throws(KMSError) -> DumbBuffer {
        let index: Int
        if let free = buffers.firstIndex(where: { written in
            !shown.contains { $0.framebuffer == written.buffer.framebuffer }
        }) {
            index = free
        } else {
            buffers.append(Written(buffer: try DumbBuffer(file: file, size: size, format: .argb8888)))
            index = buffers.count - 1
        }
        scanout.write(picture, to: buffers[index].buffer)
        buffers[index].picture = picture
        return buffers[index].buffer
    }

    private func picture(
        _ buffer: DumbBuffer, at place: Rect<ScanoutSpace>, hotspot: (x: Int, y: Int), as part: PlanePicture.Part
    ) -> PlanePicture {
        var view = PlaneView(whole: size, at: Rect(x: place.x, y: place.y, width: size.width, height: size.height))
        view.depth = depth
        return PlanePicture(
            part: part, plane: plane, framebuffer: buffer.framebuffer, view: view, hotspot: hotspot, memory: buffer)
    }
}

/// The layout in which a plane scans a cursor out: turned by the output's transform, in the corner of a larger buffer.
struct CursorScanout {
    let transform: Transform
    /// The output's size as the viewer sees it.
    let screen: Size<OutputSpace>

    /// The picture's place on the CRTC.
    func place(of layer: PlaneElement) -> Rect<ScanoutSpace> {
        transform.apply(to: layer.destination, within: screen)
    }

    /// The hotspot, relative to the corner of the place.
    func hotspot(of layer: PlaneElement) -> (x: Int, y: Int) {
        let pixel = Rect<OutputSpace>(x: layer.hotspot.x, y: layer.hotspot.y, width: 1, height: 1)
        let turned = transform.apply(to: pixel, within: layer.destination.size, in: ScanoutSpace.self)
        return (turned.x, turned.y)
    }

    /// Writes the picture to a buffer's corner and clears the rest; pixels that do not fit are left out.
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
