import Mirroring
import WaylandBinding

/// One `zwlr_output_configuration_v1`: a configuration of all heads that a client wants.
final class OutputConfiguration {
    private weak var manager: OutputManager?
    private let serial: UInt32
    /// What the client wants of each head that it has configured.
    private var wanted: [(head: OutputHead, wish: Wish)] = []
    private var isUsed = false
    /// The head objects. Clients cannot destroy them, so they are destroyed with this object.
    private var heads: [Resource<ZwlrOutputConfigurationHeadV1>] = []

    private enum Wish {
        case disabled
        case enabled(HeadConfiguration)
    }

    init(_ manager: OutputManager, serial: UInt32) {
        self.manager = manager
        self.serial = serial
    }

    private func set(_ wish: Wish, _ resource: Resource<ZwlrOutputConfigurationV1>, _ head: OutputHead?) {
        // A head that no longer exists is ignored: the configuration will be cancelled.
        guard let head, manager?.heads.contains(where: { $0 === head }) ?? false else { return }
        if wanted.contains(where: { $0.head === head }) {
            return resource.post(
                ZwlrOutputConfigurationV1.ErrorCode.alreadyConfiguredHead, "\(head.screen.name) is configured twice")
        }
        wanted.append((head, wish))
    }

    private func isOpen(_ resource: Resource<ZwlrOutputConfigurationV1>) -> Bool {
        if isUsed {
            resource.post(ZwlrOutputConfigurationV1.ErrorCode.alreadyUsed, "the configuration was already used")
        }
        return !isUsed
    }

    /// The outputs have changed since the client read their description.
    var isStale: Bool { manager?.serial != serial }

    private func finish(_ resource: Resource<ZwlrOutputConfigurationV1>, isTest: Bool) {
        guard isOpen(resource) else { return }
        isUsed = true
        guard let manager, !isStale else { return resource.sendCancelled() }
        var changes: [(OutputHead, DisplaySettings)] = []
        for head in manager.heads {
            guard let wish = wanted.first(where: { $0.head === head })?.wish else {
                return resource.post(
                    ZwlrOutputConfigurationV1.ErrorCode.unconfiguredHead, "\(head.screen.name) is not configured")
            }
            // Disabling fails: another protocol turns displays off, and a display that is off stays the output that clients see.
            guard case .enabled(let configuration) = wish, let settings = configuration.settings(for: head) else {
                return resource.sendFailed()
            }
            if !settings.isEmpty { changes.append((head, settings)) }
        }
        guard manager.takes(changes, isTest: isTest) else { return resource.sendFailed() }
        resource.sendSucceeded()
    }
}

extension OutputConfiguration: ZwlrOutputConfigurationV1Requests {
    func enableHead(
        _ resource: Resource<ZwlrOutputConfigurationV1>, id: NewResource<ZwlrOutputConfigurationHeadV1>,
        head: Resource<ZwlrOutputHeadV1>
    ) {
        let configuration = HeadConfiguration(OutputHead.of(head), of: self)
        heads.append(id.create(configuration))
        if isOpen(resource) { set(.enabled(configuration), resource, OutputHead.of(head)) }
    }

    func disableHead(_ resource: Resource<ZwlrOutputConfigurationV1>, head: Resource<ZwlrOutputHeadV1>) {
        if isOpen(resource) { set(.disabled, resource, OutputHead.of(head)) }
    }

    func destroy(_ resource: Resource<ZwlrOutputConfigurationV1>) {
        for head in heads { head.destroy() }
    }

    func apply(_ resource: Resource<ZwlrOutputConfigurationV1>) {
        finish(resource, isTest: false)
    }

    func test(_ resource: Resource<ZwlrOutputConfigurationV1>) {
        finish(resource, isTest: true)
    }
}
