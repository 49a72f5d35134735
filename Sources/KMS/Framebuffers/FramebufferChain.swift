import Geometry
import Mirroring

/// An output's framebuffers in turn: one on screen, one painted and flipped to.
///
///     front: on screen    back: free or, between a flip and its event, on its way to the screen
///
/// Two suffice because a picture is only taken while no flip is pending. The second is made with the first picture.
final class FramebufferChain {
    private let file: DRMFile
    private let painter: ScanoutPainter
    private var history: DamageHistory<OutputSpace>
    private var frame: UInt64 = 0
    private(set) var front: DumbBuffer
    private var back: DumbBuffer?

    /// A chain whose front is black, for pictures of `size` after `transform`.
    init(file: DRMFile, size: Size<ScanoutSpace>, transform: Transform) throws(KMSError) {
        self.file = file
        painter = ScanoutPainter(transform: transform)
        history = DamageHistory(size: transform.inverse.apply(to: size))
        front = try DumbBuffer(file: file, size: size)
    }

    /// The size of the pictures taken.
    var pictureSize: Size<OutputSpace> { history.size }

    /// Brings the back buffer up to `picture`, of which `damage` is new, and returns it with what was painted.
    func paint(
        _ picture: PixelBuffer, damage: Region<OutputSpace>
    ) throws(KMSError) -> (buffer: DumbBuffer, painted: Region<ScanoutSpace>) {
        let buffer = if let back { back } else { try DumbBuffer(file: file, size: front.size) }
        back = buffer
        history.record(damage)
        frame += 1
        let age = buffer.frame.map { Int(clamping: frame - $0) } ?? 0
        let target = ScanoutTarget(pixels: buffer.pixels, pitch: buffer.pitch, size: buffer.size)
        let painted = painter.paint(picture, history.damage(forAge: age), into: target)
        buffer.frame = frame
        return (buffer, painted)
    }

    /// The back buffer is on screen.
    func flipped() {
        guard let shown = back else { return }
        back = front
        front = shown
    }
}
