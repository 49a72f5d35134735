import Glibc
import Logging
package import Mirroring
package import Runtime

/// Turns the external on, switches it to this machine, and puts it to sleep, over the HDMI-CEC line in its cable.
///
/// Without an external, or without an adapter for its cable, nothing is open and nothing runs.
package final class Television {
    private let loop: EventLoop
    private let directory: String
    private let logger = Logger(label: "kagami.cec")
    private var configuration: CECConfiguration
    private var external: OutputDescription?
    private var isSeen = false
    private var adapter: CECAdapter?
    private var link: TelevisionLink

    /// `directory` is the directory of the adapters' files.
    package init(loop: EventLoop, configuration: CECConfiguration, directory: String = "/dev") {
        self.loop = loop
        self.configuration = configuration
        self.directory = directory
        link = TelevisionLink(configuration)
    }

    /// Follows the external; nil if there is none. `isSeen` tells whether the external shows something.
    package func follow(_ external: OutputDescription?, isSeen: Bool) {
        guard external != self.external || isSeen != self.isSeen else { return }
        let isAnother = external?.id != self.external?.id
        (self.external, self.isSeen) = (external, isSeen)
        if isAnother { leave() }
        follow()
    }

    /// Applies another configuration.
    package func use(_ configuration: CECConfiguration) {
        guard configuration != self.configuration else { return }
        let isElsewhere = configuration.device != self.configuration.device
        self.configuration = configuration
        link.use(configuration)
        if isElsewhere || !isWanted { leave() }
        follow()
    }

    /// Tells the television, at the service's end, that this machine has nothing to show any more.
    package func close() {
        external = nil
        leave()
    }

    private var isWanted: Bool { configuration.turnsOn || configuration.putsToSleep }

    private func follow() {
        guard let external, isWanted else { return }
        if adapter == nil { open(for: external) }
        send(link.follow(isSeen ? .seen : .dark, at: loop.turnTime))
    }

    private func leave() {
        send(link.follow(.none, at: loop.turnTime))
        _ = link.placed(nil, at: loop.turnTime)
        adapter = nil
    }

    private func open(for external: OutputDescription) {
        guard let adapter = find(for: external) else { return }
        do throws(RuntimeError) {
            self.adapter = adapter
            adapter.television = self
            try adapter.start(loop, name: "Kagami")
        } catch {
            self.adapter = nil
            logger.warning("the television is not told what to do", metadata: ["reason": "\(error)"])
        }
    }

    /// The configured adapter, or the adapter of the external's cable.
    private func find(for external: OutputDescription) -> CECAdapter? {
        if let device = configuration.device { return adapter(at: device) }
        guard let connector = external.kernelConnector else { return nil }
        return paths.lazy.compactMap { self.adapter(at: $0) }.first { $0.connector == connector }
    }

    private var paths: [String] {
        (0..<16).map { "\(directory)/cec\($0)" }.filter { access($0, F_OK) == 0 }
    }

    private func adapter(at path: String) -> CECAdapter? {
        do throws(RuntimeError) {
            if let adapter = try CECAdapter(path) { return adapter }
            logger.warning("an adapter that cannot send", metadata: ["adapter": "\(path)"])
        } catch {
            logger.warning("the television is not told what to do", metadata: ["reason": "\(error)"])
        }
        return nil
    }

    private func send(_ messages: [CECMessage]) {
        for message in messages {
            if message.opcode == .imageViewOn { logger.notice("television turned on") }
            if message.opcode == .standby { logger.notice("television put to sleep") }
            adapter?.send(message)
        }
    }
}

/// What the adapter says of the line.
extension Television {
    /// This machine has a place on the line; nil if it has none, because nothing is plugged in.
    func placed(_ place: CECPlace?) {
        if let place { logger.info("on the line", metadata: ["address": "\(place.physicalAddress)"]) }
        send(link.placed(place, at: loop.turnTime))
    }

    func received(_ message: CECMessage) {
        send(link.received(message, at: loop.turnTime))
    }

    /// The adapter was unplugged, or its driver was unloaded.
    func adapterLost() {
        adapter = nil
        _ = link.placed(nil, at: loop.turnTime)
    }
}
