import Geometry
import Logging
import Mirroring

/// Carries out the topology's actions: enables and disables outputs and moves the content between them.
final class TopologyExecutor {
    private let ports: CompositorPorts
    private let director: StageDirector
    private let logger = Logger(label: "kagami.topology")
    private(set) var topology: Topology
    /// The enabled outputs.
    private var screens: [OutputID: Screen] = [:]
    private var events: [TopologyEvent] = []
    private var isHandling = false
    private var announced = TopologyState.noOutput

    /// Called with each outcome, in order.
    var performed: (TopologyOutcome) -> Void = { _ in }

    init(ports: CompositorPorts, configuration: Configuration, director: StageDirector) {
        self.ports = ports
        self.director = director
        topology = Topology(configuration: configuration)
    }

    /// Handles an event; events that arise meanwhile (a modeset's result) follow it, in order.
    func handle(_ event: TopologyEvent) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !events.isEmpty {
            let event = events.removeFirst()
            for action in topology.handle(event) { perform(action) }
            // Outputs that were taken away are off without having been disabled.
            if event == .paused { screens = [:] }
        }
    }

    private func perform(_ action: TopologyAction) {
        switch action {
        case .enable(let id, let mode, let transform): enable(id, mode: mode, transform: transform)
        case .retry(let retry): scheduleRetry(retry)
        case .disable(let id): disable(id)
        case .place(let placement): director.place(placement, on: screens)
        case .cancelInput: performed(.inputCancelled)
        case .announce(let state): announce(state)
        }
    }

    private func announce(_ state: TopologyState) {
        performed(.stateChanged(from: announced, to: state))
        announced = state
    }

    private func enable(_ id: OutputID, mode: Mode, transform: Transform) {
        screens[id] = nil
        let outcome = ports.display.enable(id, mode: mode, transform: transform)
        switch outcome {
        case .done:
            if let frame = PixelBuffer(size: transform.apply(to: mode.size)) {
                screens[id] = Screen(.output(id), frame: frame)
                events.append(.modesetFinished(id, mode, succeeded: true))
                return
            }
            ports.display.disable(id)
            let reason = "no memory for its picture"
            refused(id, mode, reason: reason)
            events.append(.modesetMetShortage(id, mode, reason: reason))
        case .refused(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetFinished(id, mode, succeeded: false))
        case .noRoom(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetLacksRoom(id, mode))
        case .shortage(let reason):
            refused(id, mode, reason: reason)
            events.append(.modesetMetShortage(id, mode, reason: reason))
        }
    }

    private func scheduleRetry(_ retry: LightingRetry) {
        logger.warning(
            "display not enabled for now",
            metadata: [
                "output": "\(retry.output)", "reason": "\(retry.reason)",
                "tries_again_after_ms": "\(retry.delayMicroseconds / 1000)",
            ])
        performed(.lightingPostponed(retry))
        ports.loop.schedule(afterMicroseconds: retry.delayMicroseconds) { [weak self] in
            self?.handle(.retryDue(retry.output, number: retry.number))
        }
    }

    private func refused(_ id: OutputID, _ mode: Mode, reason: String) {
        // Once is enough for what is tried again and again.
        logger.log(
            level: topology.vainTries(of: id) == 0 ? .warning : .debug,
            "mode refused",
            metadata: [
                "output": "\(id)", "mode": "\(mode.size.width)x\(mode.size.height)@\(mode.refreshMilliHertz)",
                "reason": "\(reason)",
            ])
        performed(.modeRefused(id, mode, reason: reason))
    }

    private func disable(_ id: OutputID) {
        screens[id] = nil
        ports.display.disable(id)
    }
}

/// What the executor has done, for the input side and for observers.
enum TopologyOutcome {
    case inputCancelled
    case stateChanged(from: TopologyState, to: TopologyState)
    case modeRefused(OutputID, Mode, reason: String)
    /// The display took none of its modes, and will be tried again.
    case lightingPostponed(LightingRetry)
}
