import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_output_manager_v1`: describes the one logical output to tools.
///
/// The mode follows the display that shows the content, and the scale follows the configuration. Applying the current
/// configuration succeeds; all others fail.
final class OutputManagement: ScreenFollower {
    private let display: WaylandDisplay
    private let layout: OutputLayout
    private var global: Global<ZwlrOutputManagerV1>?
    private var managers: [OutputManager] = []
    /// The serial of the current description.
    private var serial: UInt32

    init(_ display: WaylandDisplay, layout: OutputLayout) throws(RuntimeError) {
        self.display = display
        self.layout = layout
        serial = display.nextSerial()
        global = try Global(display, version: 4, audience: .tools) { [weak self] in self?.bound($0) }
        layout.add(self)
    }

    private func bound(_ resource: Resource<ZwlrOutputManagerV1>) -> OutputManager {
        let manager = OutputManager(resource)
        managers.append(manager)
        resource.onDestroy { [weak self, weak manager] in self?.managers.removeAll { $0 === manager } }
        manager.describe(layout.screen, serial: serial)
        return manager
    }

    func screenChanged() {
        serial = display.nextSerial()
        for manager in managers { manager.describe(layout.screen, serial: serial) }
    }
}

/// One client's `zwlr_output_manager_v1`.
final class OutputManager {
    private let resource: Resource<ZwlrOutputManagerV1>
    /// The output's head; replaced when a property changes that a head cannot update.
    private(set) var head: OutputHead?
    private(set) var serial: UInt32 = 0

    init(_ resource: Resource<ZwlrOutputManagerV1>) {
        self.resource = resource
    }

    /// Sends the properties that changed.
    func describe(_ screen: LogicalScreen, serial: UInt32) {
        self.serial = serial
        if let head, !head.isStill(screen) {
            head.finish()
            self.head = nil
        }
        if let head {
            head.update(screen)
        } else {
            let object = Resource<ZwlrOutputHeadV1>(client: resource.client, version: resource.version)
            guard object.isAlive else { return }
            let head = OutputHead(object, screen: screen)
            object.handler = head
            self.head = head
            resource.sendHead(head: object)
            head.describe()
        }
        resource.sendDone(serial: serial)
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
