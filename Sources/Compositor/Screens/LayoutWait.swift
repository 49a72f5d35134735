import Mirroring

/// Holds the first frame on a new screen back until the application has laid itself out for it, but only briefly, so that the
/// old picture does not appear in a corner of the new screen.
final class LayoutWait {
    private let content: any ContentPort
    private let queue: FrameQueue
    /// Whether the first frame need not be held back any longer.
    private(set) var isOver: Bool
    /// Callbacks have just been answered without a frame.
    private var isAnswering = false
    /// More callbacks came meanwhile.
    private var wantsAnswer = false

    /// Begins the wait, which is over at once for content that has been laid out.
    init(for content: any ContentPort, queue: FrameQueue) {
        self.content = content
        self.queue = queue
        isOver = content.isSettled
        guard !isOver else { return }
        answer()
        queue.loop.schedule(afterMicroseconds: Self.patience) { [weak self] in self?.end() }
    }

    /// Has the first frame drawn.
    func end() {
        guard !isOver else { return }
        isOver = true
        queue.schedulePaint()
    }

    /// Leaves the wait without a frame: the content has been moved on.
    func cancel() {
        isOver = true
    }

    /// Answers frame callbacks while no frame is drawn: clients that draw only after a callback need one to reach the
    /// new size at all. Those that draw on every callback get no more than one a refresh.
    func answer() {
        guard !isOver else { return }
        wantsAnswer = isAnswering
        guard !isAnswering else { return }
        isAnswering = true
        content.frameComposed(callingBack: false)
        content.frameDiscarded()
        queue.loop.schedule(afterMicroseconds: Self.answerInterval) { [weak self] in
            guard let self else { return }
            isAnswering = false
            if wantsAnswer { answer() }
        }
    }

    /// As long as sway waits for its clients: enough for a slow one, short enough to pass for a modeset.
    private static let patience: Int64 = 200_000
    /// About one refresh at 120 Hz.
    private static let answerInterval: Int64 = 8_000
}
