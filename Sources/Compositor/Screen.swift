import Geometry
import Mirroring

/// One lit output: its picture, what of it is out of date, and when it may be drawn again.
///
/// Lives from a successful modeset until the output is turned off or its mode changes.
final class Screen {
    let id: OutputID
    /// The last picture composed, in the viewer's orientation.
    let frame: PixelBuffer
    var scheduler = FrameScheduler()
    /// Pixels of `frame` that no longer show what they should.
    private(set) var stale: Region<OutputSpace>
    /// Pixels of `frame` that were drawn but that the display has not accepted yet.
    private var unshown = Region<OutputSpace>()
    private(set) var counters = ScreenCounters()

    init(id: OutputID, frame: PixelBuffer) {
        self.id = id
        self.frame = frame
        stale = Region(frame.size.bounds)
    }

    var size: Size<OutputSpace> { frame.size }

    func invalidate(_ damage: Region<OutputSpace>) {
        stale.formUnion(damage)
        stale.formIntersection(frame.size.bounds)
    }

    func invalidateAll() {
        stale = Region(frame.size.bounds)
    }

    /// The out-of-date pixels, which the caller now draws into `frame`.
    ///
    /// `narrowed` may leave out those that already are as they should be; it is not asked when all are out of
    /// date, because then the display may show something else than `frame`.
    func takeStale(_ narrowed: (Region<OutputSpace>) -> Region<OutputSpace> = { $0 }) -> Region<OutputSpace> {
        let damage = stale == Region(frame.size.bounds) ? stale : narrowed(stale)
        stale = Region()
        unshown.formUnion(damage)
        counters.countRepaint(pixels: damage.area)
        return damage
    }

    /// Hands the frame to the display; true when it will be shown.
    func present(on display: any DisplayPort) -> PresentOutcome {
        let outcome = display.present(frame, damage: unshown, on: id)
        if outcome == .queued { unshown = Region() }
        return outcome
    }

    /// The last frame handed over has come to the screen.
    func presented() {
        counters.framesPresented += 1
    }
}
