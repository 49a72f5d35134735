import Mirroring

/// Holds back the first frame on a new screen until the application has laid itself out for the screen.
///
/// The wait is brief. Without it the old picture would appear in a corner of the new screen.
final class LayoutWait {
    private let content: any ContentPort
    private let queue: FrameQueue
    /// Whether the first frame need not be held back any longer.
    private(set) var isOver: Bool
    /// Whether callbacks have just been answered without a frame.
    private var isAnswering = false
    /// Whether more callbacks came meanwhile.
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

    /// Ends the wait, so that the first frame is drawn.
    func end() {
        guard !isOver else { return }
        isOver = true
        queue.schedulePaint()
    }

    /// Ends the wait without a frame: the content has been moved again.
    func cancel() {
        isOver = true
    }

    /// Answers frame callbacks while no frame is drawn: clients that draw only after a callback need one to reach the
    /// new size at all. Clients that draw on every callback get no more than one a refresh.
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
