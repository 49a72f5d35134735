import Geometry
import Mirroring

/// A client's buffer, without pixels.
final class SharedBuffer: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.xrgb8888
    private(set) var holds = 0
    var stride: Int { size.width * 4 }

    init(size: Size<BufferSpace>) {
        self.size = size
    }

    var dmabuf: DMABuf? {
        DMABuf(
            layout: PixelLayout(format: format.code, modifier: PixelLayout.linear),
            planes: [DMABuf.Plane(descriptor: -1, offset: 0, stride: stride)])
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { true }
    func holdBegan() { holds += 1 }
    func holdEnded() { holds -= 1 }
}
