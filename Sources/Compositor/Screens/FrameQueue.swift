import Logging
import Mirroring

/// The state that all painters share: one turn of painting for all changes, and each screen's own pace.
///
/// A frame is drawn at its deadline before the next vertical blank (`FramePace`). At most one wake-up is set, for the
/// earliest deadline; without a frame to draw there is none.
final class FrameQueue {
    let loop: any LoopPort
    let display: any DisplayPort
    private let screens: ScreenSet
    private let logger: Logger
    private var isScheduled = false
    /// Made once for all frames.
    private lazy var paintAction: () -> Void = { [weak self] in self?.paint() }
    /// The deadline that the loop will wake up for.
    private var wakeTime: Timestamp?

    /// Frames that a display refused.
    private(set) var presentFailures = 0

    /// Draws the due frames.
    weak var painter: FramePainter?

    init(display: any DisplayPort, loop: any LoopPort, screens: ScreenSet) {
        self.display = display
        self.screens = screens
        self.loop = loop
        logger = Logger(label: "kagami.painter")
    }

    /// Requests a frame: something on the screen is out of date, or someone waits for a frame of it.
    func request(_ screen: Screen) {
        let wasQueued = screen.pacing.wantsFrame
        perform(screen.pacing.damaged(), on: screen)
        // More damage may take longer to draw.
        if wasQueued { arrange(screen) }
    }

    /// Draws the queued frame, if there is one, in the present turn of painting; damage queues a frame.
    func drawAlong(_ screen: Screen, isDamaged: Bool = false) {
        if isDamaged { _ = screen.pacing.damaged() }
        if screen.wantsFrame { screen.pacing.drawBy(loop.now) }
    }

    /// Damages the whole screen.
    func redrawAll(_ screen: Screen) {
        screen.invalidateAll()
        request(screen)
    }

    /// Requests the next frame of a picture in memory, which is composed at the next change.
    func awaitFrame(of screen: Screen) {
        screen.isAwaited = true
        if screen.wantsFrame { schedulePaint() }
    }

    /// Reports that the frame in flight has been presented.
    func finish(_ screen: Screen, _ presentation: Presentation) {
        perform(screen.presented(presentation), on: screen)
    }

    /// Schedules one turn of painting after all pending requests have been read, so that their commits are drawn together.
    func schedulePaint() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.deferAction(paintAction)
    }

    private func paint() {
        isScheduled = false
        painter?.paint()
        screens.forEachWaiting { if let time = $0.pacing.drawTime { wake(at: time) } }
    }

    /// Schedules a queued frame for its deadline.
    private func arrange(_ screen: Screen) {
        guard screen.wantsFrame else { return }
        screen.pacing.drawBy(painter?.deadline(of: screen) ?? loop.now)
        guard let time = screen.pacing.drawTime, time > loop.now else { return schedulePaint() }
        wake(at: time)
    }

    /// Wakes the loop up at a deadline, unless an earlier wake-up is set. A deadline that has passed needs none.
    private func wake(at time: Timestamp) {
        guard time > loop.now, wakeTime.map({ time < $0 }) ?? true else { return }
        wakeTime = time
        loop.schedule(afterMicroseconds: time.since(loop.now)) { [weak self] in self?.woke(for: time) }
    }

    private func woke(for time: Timestamp) {
        guard wakeTime == time else { return }
        wakeTime = nil
        let delay = loop.clockReading.since(time)
        screens.forEachWaiting { if $0.pacing.drawTime == time { $0.pacing.wokeLate(byMicroseconds: delay) } }
        schedulePaint()
    }

    /// Hands a drawn frame to the display; false if the display refused it.
    func present(_ screen: Screen) -> Bool {
        let outcome = screen.present(on: display)
        screen.pacing.endedDrawing(at: loop.clockReading)
        switch outcome {
        case .queued:
            screen.pacing.queued()
            finishInMemory(screen)
            return true
        case .failed(let reason):
            failed(screen, reason)
            return false
        }
    }

    /// Counts a frame that goes to no display as shown: at once, or when a display would show it.
    private func finishInMemory(_ screen: Screen) {
        switch screen.destination {
        case .output: break
        case .memory: loop.deferAction { [weak self] in self?.madeInMemory(screen) }
        case .pacedMemory(let interval):
            loop.schedule(afterMicroseconds: interval) { [weak self] in self?.madeInMemory(screen) }
        }
    }

    private func madeInMemory(_ screen: Screen) {
        painter?.madeInMemory(screen)
    }

    /// Notes that the drawing of a due frame begins; returns the time.
    @discardableResult
    func begin(_ screen: Screen) -> Timestamp {
        let start = loop.clockReading
        screen.pacing.beganDrawing(screen.extent, at: start)
        return start
    }

    /// Gets the memory for a due frame. If the display has none, returns false, and the frame is tried again later.
    func acquire(_ screen: Screen) -> Bool {
        guard let reason = screen.acquire(from: display) else { return true }
        failed(screen, reason)
        return false
    }

    private func failed(_ screen: Screen, _ reason: String) {
        // Only the first of repeated failures is a warning.
        logger.log(
            level: screen.pacing.isFailing ? .debug : .warning, "frame not shown",
            metadata: ["output": "\(screen.destination)", "reason": "\(reason)"])
        presentFailures += 1
        screen.pacing.endedDrawing(at: loop.clockReading)
        let action = screen.pacing.refused(at: loop.now)
        if action == .giveUp, let output = screen.output {
            // Screens are being painted now, and must stay until the painting is done.
            loop.deferAction { [display] in display.observer?.outputFailed(on: output, reason) }
        }
        perform(action, on: screen)
    }

    private func perform(_ action: FrameAction, on screen: Screen) {
        switch action {
        case .none, .giveUp: break
        case .compose: arrange(screen)
        case .retryLater(let milliseconds):
            loop.schedule(afterMicroseconds: Int64(milliseconds) * 1000) { [weak self] in self?.retry(screen) }
        }
    }

    private func retry(_ screen: Screen) {
        guard screens.contains(screen) else { return }
        perform(screen.pacing.retry(), on: screen)
    }
}
