import Logging
package import Mirroring
package import Runtime

/// Sends sound to the external's sink while there is an external, and back afterwards.
///
/// PipeWire moves playing streams along with the default sink, so nothing stops. Without an external, no process runs.
package final class PipeWireSound {
    private let loop: EventLoop
    private let tools: PipeWireTools
    private let logger = Logger(label: "kagami.sound")
    private var configuration: SoundConfiguration
    private var displays: [DisplayRule]
    private var external: OutputDescription?
    private var graph: SoundGraph?
    private var route = SoundRoute()
    private var volume = SoundVolume()
    /// The remembered volume for the external; nil for none.
    private var rememberedVolume: Int?
    /// Connects again after PipeWire has gone, as long as there is an external.
    private var retry: Timer?
    private var retries = 0
    /// Applications, and events with them, may end after sound has been sent back.
    private var isClosed = false

    private static let retryMicroseconds: Int64 = 5_000_000
    private static let mostRetries = 12

    /// Called when all commands to PipeWire have been carried out.
    package var sent: () -> Void = {}
    /// Called when somebody has set the volume of the external's sink.
    package var volumeChanged: (_ percent: Int) -> Void = { _ in }

    /// PipeWire's commands run with `environment`, by which they find it.
    package init(
        loop: EventLoop, environment: [String: String], configuration: SoundConfiguration, displays: [DisplayRule]
    ) {
        self.loop = loop
        self.configuration = configuration
        self.displays = displays
        tools = PipeWireTools(loop: loop, environment: environment)
        tools.sound = self
        retry = loop.makeTimer { [weak self] in self?.follow() }
    }

    /// The sink that sound is sent to for the external; nil while sound goes where it usually goes.
    package var sink: SoundSink? {
        guard let name = route.sink else { return nil }
        return wanted.flatMap { $0.name == name ? $0 : nil } ?? SoundSink(name: name, description: name)
    }

    /// Follows the external and its remembered volume; nil while there is none.
    package func follow(_ external: OutputDescription?, volume: Int?) {
        rememberedVolume = volume
        guard external != self.external, !isClosed else { return }
        if external?.id != self.external?.id { retries = 0 }
        self.external = external
        follow()
    }

    /// Applies another configuration.
    package func use(_ configuration: SoundConfiguration, _ displays: [DisplayRule]) {
        guard configuration != self.configuration || displays != self.displays else { return }
        (self.configuration, self.displays) = (configuration, displays)
        follow()
    }

    /// Whether commands to PipeWire are still to be carried out; `sent` reports their end.
    package var isBusy: Bool { tools.isBusy }

    /// Sends sound back at the service's end.
    package func close() {
        isClosed = true
        external = nil
        follow()
    }

    private func follow() {
        guard external != nil, configuration.followsExternal else { return leave() }
        if graph == nil {
            guard tools.isPresent else {
                logger.debug("no PipeWire: sound stays where it is")
                return
            }
            graph = SoundGraph()
            if !tools.watch() { graph = nil }
            return
        }
        decide()
    }

    private func leave() {
        retry?.disarm()
        volume.end()
        perform(route.end())
        guard graph != nil else { return }
        tools.stop()
        graph = nil
    }

    private func decide() {
        guard let graph, graph.isComplete else { return }
        let wanted = wanted
        perform(route.follow(wanted?.name, graph.choice))
        followVolume(of: wanted, graph)
    }

    private func followVolume(of wanted: SoundSink?, _ graph: SoundGraph) {
        guard let external, let wanted, wanted.name == route.sink ?? graph.choice.current else { return volume.end() }
        guard let state = graph.state(of: wanted.name) else { return }
        let action = volume.follow(
            DisplayKey(external), sink: wanted.name, volume: state.volumePercent, remembered: rememberedVolume)
        switch action {
        case .set(let percent): tools.setVolume(ofNode: state.node, toPercent: percent)
        case .remember(let percent):
            rememberedVolume = percent
            volumeChanged(percent)
        case nil: break
        }
    }

    private var wanted: SoundSink? {
        guard let graph, let external else { return nil }
        let pattern = displays.value(\.sink, of: external) ?? configuration.sink
        return graph.sink(for: external.identity, matching: pattern)
    }

    private func perform(_ actions: [SoundRoute.Action]) {
        for action in actions {
            if case .choose(let name) = action { logger.notice("sound sent", metadata: ["to": "\(name)"]) }
            tools.perform(action)
        }
    }
}

/// What the tools say of PipeWire.
extension PipeWireSound {
    func objectsChanged(_ objects: [PipeWireObject]) {
        retries = 0
        graph?.apply(objects)
        decide()
    }

    /// All actions were carried out or have failed.
    func choiceMade() {
        sent()
    }

    /// PipeWire cannot be reached, or not any more.
    func pipeWireLost() {
        graph = nil
        route.lost()
        // The sink may return with any volume.
        volume.end()
        guard retries < Self.mostRetries else {
            return logger.warning(
                "sound does not follow the external", metadata: ["reason": "PipeWire cannot be reached"])
        }
        retries += 1
        retry?.arm(after: Self.retryMicroseconds)
    }
}
