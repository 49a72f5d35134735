package import Mirroring
import Runtime
import WaylandBinding

/// `zwlr_output_manager_v1`: describes the one logical output to tools, which can set up its display.
///
/// The head is the display that shows the application with the keyboard. Its mode, scale, transform and adaptive sync can be changed;
/// its position cannot, nor can it be disabled.
final class OutputManagement: ScreenFollower {
    weak var observer: (any DisplaySettingsObserver)?
    private let display: WaylandDisplay
    private let layout: OutputLayout
    private var global: Global<ZwlrOutputManagerV1>?
    private var managers: [OutputManager] = []
    /// The serial of the current description.
    private var serial: UInt32

    init(_ content: WaylandContent) throws(RuntimeError) {
        display = content.display
        layout = content.tools.layout
        serial = display.nextSerial()
        global = try Global(display, version: 4, audience: .tools) { [weak self] in self?.bound($0) }
        layout.add(self)
        content.attachments[OutputManagement.self] = self
    }

    private func bound(_ resource: Resource<ZwlrOutputManagerV1>) -> OutputManager {
        let manager = OutputManager(resource, of: self)
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

extension WaylandContent: DisplaySettingsPort {
    package var settingsObserver: (any DisplaySettingsObserver)? {
        get { attachments[OutputManagement.self]?.observer }
        set { attachments[OutputManagement.self]?.observer = newValue }
    }
}

/// One client's `zwlr_output_manager_v1`.
final class OutputManager {
    private let resource: Resource<ZwlrOutputManagerV1>
    private weak var management: OutputManagement?
    /// The output's head; replaced when a property changes that a head cannot update.
    private(set) var head: OutputHead?
    private(set) var serial: UInt32 = 0

    init(_ resource: Resource<ZwlrOutputManagerV1>, of management: OutputManagement) {
        self.resource = resource
        self.management = management
    }

    /// Applies settings to the head's display, or only tests them. Returns whether the display takes them.
    func takes(_ settings: DisplaySettings, on head: OutputHead, isTest: Bool) -> Bool {
        if settings.isEmpty { return true }
        guard let observer = management?.observer else { return false }
        let id = OutputID(head.screen.name)
        return (isTest ? observer.refusal(of: settings, on: id) : observer.set(settings, on: id)) == nil
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
