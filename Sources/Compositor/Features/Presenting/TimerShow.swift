import Mirroring

/// Hears of what the presenter's timer shows.
protocol TimerObserver: AnyObject {
    func timerChanged()
}

/// Shows the presenter's timer on the panel: one wake-up a second while it runs and is seen, none otherwise.
final class TimerShow {
    private let signs: SignBoard
    private let director: ScreenDirector
    private let loop: any LoopPort
    weak var observer: (any TimerObserver)?
    private var timer: PresentationTimer?
    /// When the next wake-up is to change what is shown; a wake-up for another instant is ignored.
    private var wakeTime: Timestamp?

    init(_ signs: SignBoard, _ director: ScreenDirector, _ loop: any LoopPort) {
        self.signs = signs
        self.director = director
        self.loop = loop
    }

    /// Nil while there is no timer.
    var status: TimerStatus? { timer.map { TimerStatus($0, at: now) } }

    /// Begins a countdown from so many minutes; with nil goes on after a stop, or begins to count up.
    func start(minutes: Double?) {
        if minutes == nil, timer != nil {
            timer?.resume(at: now)
        } else {
            timer = PresentationTimer(minutes: minutes, at: now)
        }
        show()
    }

    /// Stops the timer, whose time stays on the panel; false without one.
    func stop() -> Bool {
        guard timer != nil else { return false }
        timer?.stop(at: now)
        show()
        return true
    }

    /// Takes the timer off the panel.
    func reset() {
        timer = nil
        show()
    }

    /// Starts with so many minutes, stops, and takes away, one after another.
    func goOn(minutes: Double?) {
        switch timer?.isRunning {
        case nil: start(minutes: minutes)
        case true?: _ = stop()
        case false?: reset()
        }
    }

    /// Follows the panel: where nobody sees the timer, nothing wakes up for it.
    func follow() {
        guard timer != nil else { return }
        show()
    }

    private var now: Timestamp { loop.now }

    private func show() {
        signs.show(.timer, timer.map { PanelSign(.verbatim($0.text(at: now)), $0.tone(at: now)) })
        observer?.timerChanged()
        awaitChange()
    }

    private func awaitChange() {
        let isSeen = director.plan.panel?.isBlank == false
        let rest = isSeen ? timer?.nextChange(at: now) : nil
        let next = rest.map { now.adding(microseconds: $0) }
        guard next != wakeTime else { return }
        wakeTime = next
        guard let rest, let next else { return }
        loop.schedule(afterMicroseconds: rest) { [weak self] in
            guard let self, wakeTime == next else { return }
            wakeTime = nil
            show()
        }
    }
}

/// The presenter's timer.
extension Compositor: TimerObserver {
    func timerChanged() {
        menu.refresh()
    }

    package func startTimer(minutes: Double?) {
        timer.start(minutes: minutes)
    }

    /// False without a timer.
    package func stopTimer() -> Bool { timer.stop() }

    package func resetTimer() {
        timer.reset()
    }
}
