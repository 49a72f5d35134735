import Mirroring

/// The picture in picture's state machine: takes inputs and returns actions.
///
///     none ---- begin ---> preparing -- prepared --> appearing -- finished --> active
///      ^                       |                        |                       |  restore
///      |                       | given up               | stop                  |------> awaitingRestore
///      |                       v                        v                  stop |             | acknowledged,
///      +------------------- release <---- finished -- leaving <----------------+-------------+ or time is over
///
/// Invariants:
/// - There is at most one run; the next begins only when the last has been released.
/// - Every token gets exactly one `.complete`.
/// - A run that is replaced is not restored, and its did-stop (or failed-to-start) says so.
///
/// A start whose source is not possible waits as `pending` until the source is possible or the time is over; the
/// current picture stays.
struct PiPMachine {
    /// How a run is reported at the end of `leaving`.
    enum Ending {
        /// The run was shown: did-stop carries the reason.
        case stopped(PiPStopReason)
        /// The run was cancelled on its way in, and failed-to-start has been published.
        case givenUp
    }

    enum Phase {
        case none
        case preparing(PiPRun)
        case appearing(PiPRun)
        case active(PiPRun)
        case awaitingRestore(PiPRun)
        case leaving(PiPRun, Ending)
    }

    struct Pending {
        var start: PiPStart
        var token: PiPToken?
        /// The timer that runs while the source is not possible.
        var timer: PiPTimer?
    }

    /// The configuration for the next decision; a run keeps what it was started with.
    var configuration: PiPConfiguration
    var phase = Phase.none
    var pending: Pending?
    /// The requests that wait for the run to be shown.
    private var startTokens: [PiPToken] = []
    /// The requests that wait for the run's end.
    private var stopTokens: [PiPToken] = []
    var timer: PiPTimer?
    private var runs = 0
    private var timers = 0
    var lastSource: PiPSource?
    var actions: [PiPAction] = []

    var possibility = PiPPossibility(nothingFor: .noPanel)
    /// Whether a picture in picture is shown: from its did-start to its did-stop.
    var isActive = false

    init(configuration: PiPConfiguration) {
        self.configuration = configuration
    }

    var state: PiPState {
        switch phase {
        case .none: possibility.sources.isEmpty ? .idle : .possible
        case .preparing, .appearing: .starting
        case .active: .active
        case .awaitingRestore, .leaving: .stopping
        }
    }

    /// The current run.
    var run: PiPRun? {
        switch phase {
        case .none: nil
        case .preparing(let run), .appearing(let run), .active(let run), .awaitingRestore(let run),
            .leaving(let run, _):
            run
        }
    }

    /// Takes one input; returns the actions to perform.
    mutating func handle(_ input: PiPInput) -> [PiPAction] {
        actions = []
        switch input {
        case .possibilityChanged(let next): adopt(next)
        case .start(let start, let token): request(start, token)
        case .stop(let reason, let token): stop(reason, token)
        case .toggle(let source, let token): toggle(source, token)
        case .restore(let token): restore(token)
        case .prepared(let run, let failure): prepared(run, failure)
        case .animationFinished(let run): animationFinished(run)
        case .restoreAcknowledged(let run): restoreAcknowledged(run)
        case .timerFired(let timer): fired(timer)
        case .cameToFullView(let source): cameToFullView(source)
        case .leftForeground(let source): leftForeground(source)
        case .sourceMoved(let source): sourceMoved(source)
        }
        return actions
    }
}

// MARK: - Requests

extension PiPMachine {
    mutating func request(_ start: PiPStart, _ token: PiPToken?) {
        dropPending(.replaced)
        switch phase {
        case .active(let run) where run.source == start.source:
            replaceRun { $0.asked = start.source }
            complete(token, .done)
        case .preparing(let run) where run.source == start.source, .appearing(let run) where run.source == start.source:
            replaceRun { $0.asked = start.source }
            if let token { startTokens.append(token) }
        default:
            pending = Pending(start: start, token: token)
            advance()
        }
    }

    mutating func stop(_ reason: PiPStopReason, _ token: PiPToken?) {
        let hadPending = pending != nil
        dropPending(.stopped)
        switch phase {
        case .none:
            complete(token, hadPending ? .done : .nothingActive)
        case .preparing, .appearing, .active:
            if let token { stopTokens.append(token) }
            end(reason, to: .origin)
        case .awaitingRestore, .leaving:
            if let token { stopTokens.append(token) }
        }
    }

    mutating func toggle(_ source: PiPSource?, _ token: PiPToken?) {
        let shown: PiPSource?
        switch phase {
        case .preparing(let run), .appearing(let run), .active(let run): shown = run.source
        case .none, .awaitingRestore, .leaving: shown = nil
        }
        let current = shown ?? pending?.start.source
        if let current, source == nil || source == current {
            stop(.requested, token)
        } else {
            request(source.map { PiPStart($0) } ?? preferredStart, token)
        }
    }

    /// The start for a toggle without a source: the first possible one of the last source, the same application on the
    /// other screen, the configured source, and all others. If none is possible, the start fails at once.
    private var preferredStart: PiPStart {
        let wishes = [lastSource, lastSource?.onOtherScreen, configuration.source].compactMap(\.self)
        if let possible = (wishes + possibility.sources).first(where: { possibility.obstacle(to: $0) == nil }) {
            return PiPStart(possible)
        }
        return PiPStart(wishes.first ?? .content, timeoutMicroseconds: 0)
    }

    mutating func restore(_ token: PiPToken?) {
        switch phase {
        case .none:
            complete(token, .nothingActive)
        case .preparing, .appearing:
            if let token { stopTokens.append(token) }
            dropPending(.stopped)
            end(.restored, to: .fullView)
        case .active(let run):
            if let token { stopTokens.append(token) }
            dropPending(.stopped)
            publish(.restoreRequested(run.source))
            publish(.willStop(run.source, .restored))
            phase = .awaitingRestore(run)
            arm(afterMicroseconds: configuration.restoreTimeoutMicroseconds)
            actions.append(.askToRestore(run))
        case .awaitingRestore, .leaving:
            if let token { stopTokens.append(token) }
        }
    }
}

// MARK: - Steps

extension PiPMachine {
    /// Begins the pending start, makes room for it, or keeps it waiting.
    mutating func advance() {
        guard var waiting = pending else { return }
        guard let obstacle = possibility.obstacle(to: waiting.start.source) else {
            pending?.timer = nil
            makeRoom(for: waiting)
            return
        }
        guard waiting.timer == nil else { return }
        let patience = waiting.start.timeoutMicroseconds ?? configuration.startTimeoutMicroseconds
        guard patience > 0 else {
            pending = nil
            publish(.failedToStart(waiting.start.source, .impossible(obstacle)))
            complete(waiting.token, .failed(.impossible(obstacle)))
            return
        }
        waiting.timer = makeTimer(afterMicroseconds: patience)
        pending = waiting
    }

    private mutating func makeRoom(for waiting: Pending) {
        switch phase {
        case .none:
            pending = nil
            begin(waiting)
        case .preparing, .appearing, .active, .awaitingRestore:
            end(.replaced, to: waiting.start.isSwap ? nil : .origin)
        case .leaving: break
        }
    }

    private mutating func begin(_ waiting: Pending) {
        runs += 1
        let start = waiting.start
        let run = PiPRun(number: runs, start)
        startTokens = waiting.token.map { [$0] } ?? []
        lastSource = run.source
        phase = .preparing(run)
        publish(.willStart(run.source))
        // A start that may wait longer than usual may also take longer to give its first picture.
        arm(afterMicroseconds: max(configuration.startTimeoutMicroseconds, start.timeoutMicroseconds ?? 0))
        actions.append(.prepare(run))
    }

    /// Ends the run in any phase; without an exit, at once.
    mutating func end(_ reason: PiPStopReason, to exit: PiPExit?) {
        timer = nil
        switch phase {
        case .none, .leaving: break
        case .preparing(let run):
            giveUp(run, reason.failure)
            release(run)
        case .appearing(let run):
            giveUp(run, reason.failure)
            leave(run, .givenUp, to: exit)
        case .active(let run):
            publish(.willStop(run.source, reason))
            leave(run, .stopped(reason), to: exit)
        case .awaitingRestore(let run):
            leave(run, .stopped(reason), to: exit)
        }
    }

    mutating func leave(_ run: PiPRun, _ ending: Ending, to exit: PiPExit?) {
        guard let exit else { return finish(run, ending) }
        phase = .leaving(run, ending)
        actions.append(.leave(run, to: exit))
    }

    mutating func finish(_ run: PiPRun, _ ending: Ending) {
        if case .stopped(let reason) = ending {
            isActive = false
            publish(.didStop(run.source, reason))
            publish(.activeChanged(false))
        }
        release(run)
    }

    /// Releases the run, completes the requests that wait for its end, and continues with the pending start.
    mutating func release(_ run: PiPRun) {
        timer = nil
        phase = .none
        actions.append(.release(run))
        let tokens = stopTokens
        stopTokens = []
        for token in tokens { complete(token, .done) }
        advance()
    }

    mutating func giveUp(_ run: PiPRun, _ failure: PiPFailure) {
        publish(.failedToStart(run.source, failure))
        completeStart(.failed(failure))
    }

    mutating func dropPending(_ failure: PiPFailure) {
        guard let dropped = pending else { return }
        pending = nil
        publish(.failedToStart(dropped.start.source, failure))
        complete(dropped.token, .failed(failure))
    }

    /// Fails the pending start, whose time is over.
    mutating func fail(_ waiting: Pending) {
        let failure = possibility.obstacle(to: waiting.start.source).map(PiPFailure.impossible) ?? .timedOut
        publish(.failedToStart(waiting.start.source, failure))
        complete(waiting.token, .failed(failure))
    }

    mutating func completeStart(_ outcome: PiPOutcome) {
        let tokens = startTokens
        startTokens = []
        for token in tokens { complete(token, outcome) }
    }

    mutating func complete(_ token: PiPToken?, _ outcome: PiPOutcome) {
        if let token { actions.append(.complete(token, outcome)) }
    }

    mutating func publish(_ event: PiPEvent) {
        actions.append(.publish(event))
    }

    mutating func arm(afterMicroseconds delay: Int64) {
        timer = makeTimer(afterMicroseconds: delay)
    }

    private mutating func makeTimer(afterMicroseconds delay: Int64) -> PiPTimer {
        timers += 1
        let timer = PiPTimer(number: timers)
        actions.append(.schedule(timer, afterMicroseconds: delay))
        return timer
    }
}

extension PiPStopReason {
    /// The failure of a start that was cut short for this reason.
    fileprivate var failure: PiPFailure {
        switch self {
        case .replaced: .replaced
        case .sourceGone: .sourceGone
        case .requested, .closed, .restored, .fullView, .autoStop: .stopped
        }
    }
}

// MARK: - Events

extension PiPMachine {
    mutating func adopt(_ next: PiPPossibility) {
        let before = possibility.sources
        possibility = next
        if next.sources != before { publish(.possibleChanged(next.sources)) }
        followSource()
        advance()
    }

    /// Continues the run with another source, or ends it, when its source is no longer possible.
    private mutating func followSource() {
        guard let run, possibility.obstacle(to: run.source) != nil else { return }
        switch phase {
        case .active, .appearing, .preparing:
            if let heir = heir(of: run) {
                exchange(run, for: heir)
            } else {
                end(.sourceGone, to: nil)
            }
        case .awaitingRestore, .leaving, .none:
            // A restore makes its own source impossible: it is in full view.
            break
        }
    }

    /// The source that shows the same application on the other screen, if the run goes on with it. The content on the
    /// panel takes its full place instead, unless the content was requested or starts automatically.
    private func heir(of run: PiPRun) -> PiPSource? {
        guard let heir = run.source.onOtherScreen, possibility.obstacle(to: heir) == nil else { return nil }
        return heir == .external || run.asked == heir || configuration.startsAutomatically ? heir : nil
    }

    private mutating func exchange(_ run: PiPRun, for heir: PiPSource) {
        lastSource = heir
        replaceRun { $0.source = heir }
        publish(.sourceChanged(from: run.source, to: heir))
        if let next = self.run { actions.append(.exchange(next)) }
    }

    /// Changes the run unless it is already ending.
    mutating func replaceRun(_ change: (inout PiPRun) -> Void) {
        guard var next = run else { return }
        change(&next)
        switch phase {
        case .preparing: phase = .preparing(next)
        case .appearing: phase = .appearing(next)
        case .active: phase = .active(next)
        case .none, .awaitingRestore, .leaving: break
        }
    }

    /// Publishes that the run's source is now laid out for another display.
    mutating func sourceMoved(_ source: PiPSource) {
        guard run?.source == source else { return }
        switch phase {
        case .preparing, .appearing, .active: publish(.sourceChanged(from: source, to: source))
        case .none, .awaitingRestore, .leaving: break
        }
    }

    mutating func prepared(_ number: Int, _ failure: PiPFailure?) {
        guard case .preparing(let run) = phase, run.number == number else { return }
        timer = nil
        if let failure {
            giveUp(run, failure)
            release(run)
        } else {
            phase = .appearing(run)
            actions.append(.appear(run))
        }
    }

    mutating func animationFinished(_ number: Int) {
        switch phase {
        case .appearing(let run) where run.number == number:
            phase = .active(run)
            isActive = true
            publish(.didStart(run.source))
            publish(.activeChanged(true))
            completeStart(.done)
            if configuration.autoStopMicroseconds > 0 { arm(afterMicroseconds: configuration.autoStopMicroseconds) }
            advance()
        case .leaving(let run, let ending) where run.number == number:
            finish(run, ending)
        default: break
        }
    }

    mutating func restoreAcknowledged(_ number: Int) {
        guard case .awaitingRestore(let run) = phase, run.number == number else { return }
        timer = nil
        leave(run, .stopped(.restored), to: .fullView)
    }

    mutating func fired(_ fired: PiPTimer) {
        if let waiting = pending, waiting.timer == fired {
            pending = nil
            fail(waiting)
            return
        }
        guard timer == fired else { return }
        timer = nil
        switch phase {
        case .preparing(let run):
            giveUp(run, .timedOut)
            release(run)
        case .active: end(.autoStop, to: .origin)
        // The source did not answer in time: show it in full view anyway.
        case .awaitingRestore(let run): leave(run, .stopped(.restored), to: .fullView)
        case .none, .appearing, .leaving: break
        }
    }

    mutating func cameToFullView(_ source: PiPSource) {
        guard run?.source == source else { return }
        switch phase {
        case .preparing, .appearing, .active: end(.fullView, to: .fullView)
        case .none, .awaitingRestore, .leaving: break
        }
    }

    mutating func leftForeground(_ source: PiPSource) {
        guard configuration.startsAutomatically, case .none = phase, pending == nil else { return }
        request(PiPStart(source), nil)
    }
}
