import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A machine with a shell around it that answers its actions, and checks its promises after every step.
struct PiPRig {
    var machine: PiPMachine
    /// What was published, in order.
    var events: [PiPEvent] = []
    var outcomes: [PiPToken: PiPOutcome] = [:]
    private(set) var asked: Set<PiPToken> = []
    private(set) var timers: [PiPTimer: Int64] = [:]
    /// Runs that wait for an answer.
    private(set) var preparing: PiPRun?
    private(set) var animating: PiPRun?
    private(set) var restoring: PiPRun?
    private(set) var restoreRequests = 0
    private var tokens = 0
    /// Begun and not yet released.
    private var live: Set<Int> = []
    private var willStart: Set<String> = []
    private var shown: PiPSource?
    private var restored: [PiPSource] = []

    init(configuration: PiPConfiguration = PiPConfiguration(), possible: PiPPossibility = .everything) {
        machine = PiPMachine(configuration: configuration)
        feed(.possibilityChanged(possible))
        events = []
    }

    mutating func token() -> PiPToken {
        tokens += 1
        let token = PiPToken(tokens)
        asked.insert(token)
        return token
    }

    /// Asks for a start and returns its token.
    @discardableResult
    mutating func start(
        _ source: PiPSource, timeout: Int64? = nil, isSwap: Bool = false
    ) -> PiPToken {
        let token = token()
        feed(.start(PiPStart(source, timeoutMicroseconds: timeout, isSwap: isSwap), token))
        return token
    }

    @discardableResult
    mutating func stop(_ reason: PiPStopReason = .requested) -> PiPToken {
        let token = token()
        feed(.stop(reason, token))
        return token
    }

    @discardableResult
    mutating func restore() -> PiPToken {
        let token = token()
        feed(.restore(token))
        return token
    }

    @discardableResult
    mutating func toggle(_ source: PiPSource? = nil) -> PiPToken {
        let token = token()
        feed(.toggle(source, token))
        return token
    }

    mutating func prepare(_ failure: PiPFailure? = nil) {
        if let run = preparing { feed(.prepared(run: run.number, failure)) }
    }

    mutating func finishAnimation() {
        if let run = animating { feed(.animationFinished(run: run.number)) }
    }

    mutating func acknowledge() {
        if let run = restoring { feed(.restoreAcknowledged(run: run.number)) }
    }

    /// Lets the timer that was set last run out.
    mutating func runOutLastTimer() {
        if let timer = timers.keys.max(by: { $0.number < $1.number }) { fire(timer) }
    }

    mutating func fire(_ timer: PiPTimer) {
        timers[timer] = nil
        feed(.timerFired(timer))
    }

    /// Starts and answers until it is shown.
    mutating func show(_ source: PiPSource) {
        start(source)
        prepare()
        finishAnimation()
    }

    mutating func feed(_ input: PiPInput) {
        for action in machine.handle(input) { take(action) }
        check()
    }

    private mutating func take(_ action: PiPAction) {
        switch action {
        case .publish(let event): take(event)
        case .complete(let token, let outcome):
            #expect(asked.contains(token), "a completion that nobody asked for")
            #expect(outcomes[token] == nil, "completed twice")
            outcomes[token] = outcome
        case .prepare(let run):
            #expect(live.isEmpty, "two pictures at once")
            live.insert(run.number)
            preparing = run
        case .appear(let run), .leave(let run, _):
            #expect(live == [run.number])
            (preparing, restoring) = (nil, nil)
            animating = run
        case .exchange(let run): #expect(live == [run.number])
        case .askToRestore(let run):
            #expect(live == [run.number])
            restoring = run
            restoreRequests += 1
        case .release(let run):
            #expect(live.remove(run.number) != nil, "released twice")
            (preparing, animating, restoring) = (nil, nil, nil)
        case .schedule(let timer, let delay):
            #expect(delay > 0)
            #expect(timers.updateValue(delay, forKey: timer) == nil)
        }
    }

    private mutating func take(_ event: PiPEvent) {
        events.append(event)
        switch event {
        case .willStart: #expect(shown == nil, "started above another")
        case .didStart(let source):
            #expect(shown == nil)
            shown = source
        case .sourceChanged(let old, let new):
            if shown == old { shown = new }
        case .didStop(let source, _):
            #expect(shown == source, "stopped without having started")
            shown = nil
        case .possibleChanged, .failedToStart, .willStop, .restoreRequested, .sizeChanged, .activeChanged: break
        }
    }

    private func check() {
        #expect((machine.run == nil) == live.isEmpty)
        #expect(live.count <= 1)
        #expect(machine.isActive == (shown != nil))
        switch machine.state {
        case .idle: #expect(machine.possibility.sources.isEmpty)
        case .possible: #expect(!machine.possibility.sources.isEmpty)
        case .active: #expect(shown != nil)
        case .starting, .stopping: #expect(machine.run != nil)
        }
    }

    /// Whether every request has had its completion.
    var isAllCompleted: Bool { asked == Set(outcomes.keys) }
}

extension PiPPossibility {
    static let everything = PiPPossibility(
        external: nil, content: nil, hud: nil, windows: nil, windowIDs: ["foot", "mpv"])
    static let nothing = PiPPossibility(nothingFor: .noPanelApplication)
}
