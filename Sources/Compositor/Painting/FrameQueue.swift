import Logging
import Mirroring

/// The state that all painters share: one turn of painting for all changes, and each screen's own pace.
final class FrameQueue {
    let loop: any LoopPort
    private let display: any DisplayPort
    private let screens: ScreenSet
    private let logger: Logger
    private var isScheduled = false

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
        perform(screen.scheduler.damaged(), on: screen)
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
    func finish(_ screen: Screen) {
        screen.presented()
        perform(screen.scheduler.presented(), on: screen)
    }

    /// Schedules one turn of painting after all requests at hand have been read, so that their commits are drawn
    /// together.
    func schedulePaint() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.deferAction { [weak self] in
            self?.isScheduled = false
            self?.painter?.paint()
        }
    }

    /// Hands a drawn frame to the display; false if the display refused it.
    func present(_ screen: Screen) -> Bool {
        switch screen.present(on: display) {
        case .queued:
            screen.scheduler.presentationQueued()
            if screen.output == nil { loop.deferAction { [weak self] in self?.painter?.madeInMemory(screen) } }
            return true
        case .failed(let reason):
            failed(screen, reason)
            return false
        }
    }

    /// Gets the memory for a due frame; false, after which it is tried again later, if the display has none.
    func acquire(_ screen: Screen) -> Bool {
        guard let reason = screen.acquire(from: display) else { return true }
        failed(screen, reason)
        return false
    }

    private func failed(_ screen: Screen, _ reason: String) {
        logger.warning("frame not shown", metadata: ["output": "\(screen.destination)", "reason": "\(reason)"])
        presentFailures += 1
        perform(screen.scheduler.presentationFailed(), on: screen)
    }

    private func perform(_ action: FrameAction, on screen: Screen) {
        switch action {
        case .none: break
        case .compose: schedulePaint()
        case .retryLater(let milliseconds):
            loop.schedule(afterMicroseconds: Int64(milliseconds) * 1000) { [weak self] in self?.retry(screen) }
        }
    }

    private func retry(_ screen: Screen) {
        guard screens.contains(screen) else { return }
        perform(screen.scheduler.retry(), on: screen)
    }
}
