import Logging
import Mirroring

/// What all painters share: one turn of painting for all that has changed, and each screen's own pace.
final class FrameQueue {
    let loop: any LoopPort
    private let display: any DisplayPort
    private let logger: Logger
    private var isScheduled = false

    /// Frames that a display would not take.
    private(set) var presentFailures = 0

    /// Draws what is due.
    var paint: () -> Void = {}
    /// A screen concerns anybody still: one may have been retired with a delayed action under way.
    var isShown: (Screen) -> Bool = { _ in false }
    /// A picture that goes to no display has been made.
    var madeInMemory: (Screen) -> Void = { _ in }

    init(display: any DisplayPort, loop: any LoopPort) {
        self.display = display
        self.loop = loop
        logger = Logger(label: "kagami.painter")
    }

    /// Something on the screen is out of date, or someone waits for a frame of it.
    func request(_ screen: Screen) {
        perform(screen.scheduler.damaged(), on: screen)
    }

    /// Everything on the screen is out of date.
    func redrawAll(_ screen: Screen) {
        screen.invalidateAll()
        request(screen)
    }

    /// A reader wants the next frame of a picture in memory, which is made as soon as something changes in it.
    func awaitFrame(of screen: Screen) {
        screen.isAwaited = true
        if screen.wantsFrame { schedulePaint() }
    }

    /// The frame in flight has come to its screen.
    func finish(_ screen: Screen) {
        screen.presented()
        perform(screen.scheduler.presented(), on: screen)
    }

    /// Commits of one batch of client requests are drawn together, once all have been read.
    func schedulePaint() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.deferAction { [weak self] in
            self?.isScheduled = false
            self?.paint()
        }
    }

    /// Hands a drawn frame over; false when the display would not take it.
    func present(_ screen: Screen) -> Bool {
        switch screen.present(on: display) {
        case .queued:
            screen.scheduler.presentationQueued()
            if screen.output == nil { loop.deferAction { [weak self] in self?.madeInMemory(screen) } }
            return true
        case .failed(let reason):
            logger.warning(
                "frame not shown", metadata: ["output": "\(screen.destination)", "reason": "\(reason)"])
            presentFailures += 1
            perform(screen.scheduler.presentationFailed(), on: screen)
            return false
        }
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
        guard isShown(screen) else { return }
        perform(screen.scheduler.retry(), on: screen)
    }
}
