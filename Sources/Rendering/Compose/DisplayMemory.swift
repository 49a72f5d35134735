import Geometry
import Mirroring

/// A display's memory during an access, from `init` to `end`.
struct DisplayMemory {
    private let buffer: any ScanoutBuffer
    private let first: UnsafeMutableRawPointer
    /// Takes the viewer's picture to the memory.
    private let transform: Transform

    /// Nil where the memory is gone.
    init?(_ scanout: RenderTarget.Scanout) {
        guard let first = scanout.buffer.beginAccess() else { return nil }
        self.first = first
        buffer = scanout.buffer
        transform = scanout.transform
    }

    func end() {
        buffer.endAccess()
    }

    /// Whether it holds pictures as their viewer sees them.
    var isUpright: Bool { transform == .normal }

    /// Upright memory to draw on.
    func plane(of target: RenderTarget) -> PixelPlane {
        PixelPlane(first: first, stride: buffer.stride, size: target.size)
    }

    /// Copies between the frame in ordinary memory and this.
    func copy(of picture: MemoryBuffer) -> DisplayCopy {
        DisplayCopy(
            picture: PixelPlane(picture), display: (first, buffer.stride, buffer.size.reinterpreted()),
            transform: transform)
    }
}
