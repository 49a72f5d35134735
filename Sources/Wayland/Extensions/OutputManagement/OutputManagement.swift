package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_output_manager_v1`: describes outputs to tools, which can set up their displays.
///
/// There is a head for the display that shows the application with the keyboard, and one for each other display whose output the
/// client has bound. A client that binds no outputs, such as kanshi, thus has profiles for one display at a time.
/// The mode, scale, transform and adaptive sync of a display can be changed; its position cannot, nor can it be disabled.
final class OutputManagement {
    weak var observer: (any DisplaySettingsObserver)?
    private let display: WaylandDisplay
    private let outputs: ToolOutputs
    private var global: Global<ZwlrOutputManagerV1>?
    private var managers: [OutputManager] = []
    /// The serial of the current description.
    private var serial: UInt32

    init(_ content: WaylandContent) throws(RuntimeError) {
        display = content.display
        outputs = content.tools.outputs
        serial = display.nextSerial()
        global = try Global(display, version: 4, audience: .tools) { [weak self] in self?.bound($0) }
        outputs.main.layout.add(self)
        outputs.add(self)
        content.attachments[OutputManagement.self] = self
    }

    private func bound(_ resource: Resource<ZwlrOutputManagerV1>) -> OutputManager {
        let manager = OutputManager(resource, of: self)
        managers.append(manager)
        resource.onDestroy { [weak self, weak manager] in self?.managers.removeAll { $0 === manager } }
        manager.describe(layouts(for: resource.client), serial: serial)
        return manager
    }

    private func layouts(for client: Client) -> [OutputLayout] {
        let others = outputs.allOthers.filter { !$0.resources(of: client).isEmpty }
        return [outputs.main.layout] + others.map(\.layout)
    }

    private func describe() {
        serial = display.nextSerial()
        for manager in managers { manager.describe(layouts(for: manager.client), serial: serial) }
    }
}

extension OutputManagement: ScreenFollower {
    func screenChanged() {
        describe()
    }
}

/// Follows the outputs beside the main one.
extension OutputManagement: OutputFollower {
    func outputBound(_ resource: Resource<WlOutput>) {
        if managers.contains(where: { $0.client == resource.client }) { describe() }
    }

    func outputChanged() {
        describe()
    }

    func outputRemoved() {
        describe()
    }
}

extension WaylandContent {
    package var settingsObserver: (any DisplaySettingsObserver)? {
        get { attachments[OutputManagement.self]?.observer }
        set { attachments[OutputManagement.self]?.observer = newValue }
    }
}

/// One client's `zwlr_output_manager_v1`.
final class OutputManager {
    private let resource: Resource<ZwlrOutputManagerV1>
    private weak var management: OutputManagement?
    /// The outputs' heads; each is replaced when a property changes that a head cannot update.
    private(set) var heads: [OutputHead] = []
    private(set) var serial: UInt32 = 0

    init(_ resource: Resource<ZwlrOutputManagerV1>, of management: OutputManagement) {
        self.resource = resource
        self.management = management
    }

    var client: Client { resource.client }

    /// Applies settings to heads' displays, or only tests them. Returns whether the displays take them.
    func takes(_ changes: [(OutputHead, DisplaySettings)], isTest: Bool) -> Bool {
        if changes.isEmpty { return true }
        guard let observer = management?.observer else { return false }
        let changes = changes.map { ($0.screen.outputID, $1) }
        if isTest || changes.count > 1 {
            guard changes.allSatisfy({ observer.refusal(of: $1, on: $0) == nil }) else { return false }
        }
        return isTest || changes.allSatisfy { observer.set($1, on: $0) == nil }
    }

    /// Sends the properties that changed.
    func describe(_ layouts: [OutputLayout], serial: UInt32) {
        self.serial = serial
        for head in heads where !layouts.contains(where: { head.isStill($0.screen) }) { head.finish() }
        heads = layouts.compactMap { layout in
            if let head = heads.first(where: { $0.isStill(layout.screen) }) {
                head.update(layout)
                return head
            }
            return announce(layout)
        }
        resource.sendDone(serial: serial)
    }

    private func announce(_ layout: OutputLayout) -> OutputHead? {
        let object = Resource<ZwlrOutputHeadV1>(client: resource.client, version: resource.version)
        guard object.isAlive else { return nil }
        let head = OutputHead(object, layout)
        object.handler = head
        resource.sendHead(head: object)
        head.describe()
        return head
    }
}

extension OutputManager: ZwlrOutputManagerV1Requests {
    func createConfiguration(
        _ resource: Resource<ZwlrOutputManagerV1>, id: NewResource<ZwlrOutputConfigurationV1>, serial: UInt32
    ) {
        id.create(OutputConfiguration(self, serial: serial))
    }

    func stop(_ resource: Resource<ZwlrOutputManagerV1>) {
        resource.sendFinished()
        resource.destroy()
    }
}
