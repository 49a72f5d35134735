import Geometry
import Mirroring

/// One of a chain's framebuffers.
protocol ScanoutBuffer: AnyObject {
    /// Its pixels, which are written and never read.
    var target: ScanoutTarget { get }
    /// The number of the frame in the buffer; nil while it is black.
    var frame: UInt64? { get set }
}

/// An output's two framebuffers: one on screen, one to paint and flip to.
///
///     front: on screen    back: free or, between a flip and its event, pending
///
/// Two suffice because pictures are accepted only while no flip is pending. The second is allocated with the first
/// picture.
final class FramebufferChain<Buffer: ScanoutBuffer> {
    private let painter: ScanoutPainter
    private let makeBuffer: () throws(KMSError) -> Buffer
    private var history: DamageHistory<OutputSpace>
    private var frame: UInt64 = 0
    private(set) var front: Buffer
    private var back: Buffer?

    /// A chain whose front is black, for pictures of `size` after `transform`; `makeBuffer` makes black buffers of
    /// that size.
    init(
        size: Size<ScanoutSpace>, transform: Transform, makeBuffer: @escaping () throws(KMSError) -> Buffer
    ) throws(KMSError) {
        painter = ScanoutPainter(transform: transform)
        history = DamageHistory(size: transform.inverse.apply(to: size))
        self.makeBuffer = makeBuffer
        front = try makeBuffer()
    }

    /// The size of accepted pictures.
    var pictureSize: Size<OutputSpace> { history.size }

    /// Updates the back buffer to `picture`, whose new part is `damage`; returns the buffer and the painted region.
    func paint(
        _ picture: PixelBuffer, damage: Region<OutputSpace>
    ) throws(KMSError) -> (buffer: Buffer, painted: Region<ScanoutSpace>) {
        let buffer = if let back { back } else { try makeBuffer() }
        back = buffer
        history.record(damage)
        frame += 1
        let age = buffer.frame.map { Int(clamping: frame - $0) } ?? 0
        let painted = painter.paint(picture, history.damage(forAge: age), into: buffer.target)
        buffer.frame = frame
        return (buffer, painted)
    }

    /// Swaps the buffers: the back buffer is now on screen.
    func flipped() {
        guard let shown = back else { return }
        back = front
        front = shown
    }
}
