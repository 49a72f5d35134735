import Control
import Mirroring

/// Shows the presenter's timer on the panel: one wake-up a second while it runs and is seen, none otherwise.
package final class TimerShow: Feature {
    private let signs: SignBoard
    private let director: ScreenDirector
    private let loop: any LoopPort
    private let changed: () -> Void
    private var timer: PresentationTimer?
    /// When the next wake-up changes the shown time; a wake-up for another instant is ignored.
    private var wakeTime: Timestamp?

    /// Calls `changed` when the timer shows something else.
    init(_ signs: SignBoard, _ director: ScreenDirector, _ loop: any LoopPort, changed: @escaping () -> Void) {
        self.signs = signs
        self.director = director
        self.loop = loop
        self.changed = changed
    }

    /// Nil while there is no timer.
    var status: TimerStatus? { timer.map { TimerStatus($0, at: now) } }

    /// Starts a countdown of `minutes`; with nil, resumes a stopped timer, or starts to count up.
    package func start(minutes: Double?) {
        if minutes == nil, timer != nil {
            timer?.resume(at: now)
        } else {
            timer = PresentationTimer(minutes: minutes, at: now)
        }
        show()
    }

    /// Stops the timer, whose time stays on the panel; false without one.
    package func stop() -> Bool {
        guard timer != nil else { return false }
        timer?.stop(at: now)
        show()
        return true
    }

    /// Takes the timer off the panel.
    package func reset() {
        timer = nil
        show()
    }

    /// Takes the next step: starts the timer, stops it, or removes it.
    func goOn(minutes: Double?) {
        switch timer?.isRunning {
        case nil: start(minutes: minutes)
        case true?: _ = stop()
        case false?: reset()
        }
    }

    /// Follows the panel: while nobody sees the timer, nothing wakes up for it.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        if timer != nil { show() }
    }

    var commands: [any CommandHandler] {
        [
            Handler<TimerRequest>(wakes: true) { [unowned self] command, _ in
                switch command.action {
                case .start: start(minutes: command.minutes)
                case .stop:
                    guard stop() else { return .failure("no timer to stop: kagami present timer start") }
                case .reset: reset()
                }
                return .done
            }
        ]
    }

    func report(to status: inout ServiceStatus) {
        status.overlays.timer = self.status
    }

    /// On a clock that goes on while the machine sleeps, as the audience's does.
    private var now: Timestamp { loop.bootTime }

    private func show() {
        signs.show(.timer, timer.map { PanelSign(.verbatim($0.text(at: now)), $0.tone(at: now)) })
        // Reserves a strip, so that the timer hides no line of the notes.
        director.update { $0.timerStrip = signs.height(of: .timer) }
        changed()
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
