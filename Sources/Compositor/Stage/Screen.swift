import Geometry
import Mirroring

/// One picture that is kept up to date: what of it is out of date, and when it may be drawn again.
///
/// On a lit output it lives from a successful modeset until the output is turned off or its mode changes.
final class Screen {
    /// Where the picture goes.
    enum Destination: Hashable {
        case output(OutputID)
        /// Nowhere: it is only read, and drawn only when a reader has asked for the next frame.
        case memory
    }

    let destination: Destination
    /// The last picture composed, in the viewer's orientation, overlays included.
    let frame: PixelBuffer
    var scheduler = FrameScheduler()
    /// What is drawn above the base.
    var overlays = OverlayStack()
    /// A reader waits for the next frame; of no account on an output.
    var isAwaited = false
    /// Pixels of `frame` that no longer show what they should.
    private(set) var stale: Region<OutputSpace>
    /// Pixels of `frame` that were drawn but that the display has not accepted yet.
    private var unshown = Region<OutputSpace>()
    private(set) var counters = ScreenCounters()

    /// Damage of more rectangles than this is coarsened: while a frame is on its way any number can come in.
    private static let maximumRects = 512

    init(_ destination: Destination, frame: PixelBuffer) {
        self.destination = destination
        self.frame = frame
        stale = Region(frame.size.bounds)
    }

    var size: Size<OutputSpace> { frame.size }

    /// The output that shows it.
    var output: OutputID? {
        guard case .output(let id) = destination else { return nil }
        return id
    }

    /// A frame is due now.
    var wantsFrame: Bool { scheduler.wantsFrame && (isAwaited || output != nil) }

    /// Something has changed in the picture below the overlays.
    func invalidate(base damage: Region<OutputSpace>) {
        invalidate(overlays.visible(damage))
    }

    /// These pixels, overlays included, are out of date.
    func invalidate(_ damage: Region<OutputSpace>) {
        stale.formUnion(damage)
        stale.formIntersection(frame.size.bounds)
        stale = stale.coarsened(toRects: Self.maximumRects)
    }

    func invalidateAll() {
        stale = Region(frame.size.bounds)
    }

    /// The out-of-date pixels, which the caller now draws into `frame`.
    ///
    /// `narrowed` may leave out pixels that the base as it should be has already; it is asked only of pixels where the
    /// frame holds nothing but the base, and not at all when everything is out of date, because then the display may
    /// show something else than `frame`.
    func takeStale(_ narrowed: (Region<OutputSpace>) -> Region<OutputSpace> = { $0 }) -> Region<OutputSpace> {
        var damage = stale
        if stale != Region(frame.size.bounds) {
            let mixed = overlays.isEmpty ? Region() : stale.intersection(overlays.hidden.union(overlays.blended))
            damage = narrowed(stale.subtracting(mixed)).union(mixed)
        }
        stale = Region()
        unshown.formUnion(damage)
        counters.countRepaint(pixels: damage.area)
        return damage
    }

    /// Hands the frame to the display; a picture in memory is where it should be.
    func present(on display: any DisplayPort) -> PresentOutcome {
        isAwaited = false
        guard let output else { return .queued }
        let outcome = display.present(frame, damage: unshown, on: output)
        if outcome == .queued { unshown = Region() }
        return outcome
    }

    /// The last frame handed over has come to the screen.
    func presented() {
        counters.framesPresented += 1
    }
}
