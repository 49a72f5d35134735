import Mirroring
import Runtime
import WaylandBinding

/// Where tools act: on the application that has the keyboard, among the applications that one tools socket serves.
///
/// Tools are clients of the first application's display. Their input and their surfaces go to the application with the
/// keyboard. The first output that they see is that application's screen; see `ToolOutputs` for the others.
final class ToolPlace {
    private struct Entry {
        weak var content: WaylandContent?
    }

    private struct WeakDevice {
        weak var device: (any ToolDevice)?
    }

    private var entries: [Entry] = []
    private weak var chosen: WaylandContent?
    private var devices: [WeakDevice] = []
    /// The outputs that tools see, of which the first is the screen of the application that they act on.
    let outputs: ToolOutputs
    var layout: OutputLayout { outputs.main.layout }
    var output: OutputGlobal { outputs.main }
    private(set) lazy var keyboards = ScreenKeyboards(self)
    /// The number of idle inhibitors in all applications: tools' surfaces may be in any of them.
    var idleInhibitors = 0
    /// What inhibits idleness beside surfaces, whatever the screens show.
    var otherInhibitors: [IdlenessInhibitor.Source: [IdlenessInhibitor]] = [:]
    /// True while no screen shows anything.
    var areScreensDark = false

    init(screen: LogicalScreen) {
        outputs = ToolOutputs(screen)
    }

    /// Adds an application; tools act on the first one initially, and are clients of its display.
    func add(_ content: WaylandContent) throws(RuntimeError) {
        if entries.isEmpty { try outputs.announce(on: content.display) }
        entries.append(Entry(content: content))
    }

    /// The applications that tools may act on.
    var contents: [WaylandContent] { entries.compactMap(\.content) }

    /// The application that tools act on now.
    var current: WaylandContent? { chosen ?? contents.first }

    /// The screen of one of the applications changed.
    func screenChanged(of content: WaylandContent, to screen: LogicalScreen) {
        if content === current { outputs.changeMain(to: screen) }
    }

    /// Moves tools to the application that got the keyboard.
    ///
    /// Held keys and buttons are released at the old application, and surfaces move to the new one.
    func move(to content: WaylandContent) {
        guard content !== current, contents.contains(where: { $0 === content }) else { return }
        let old = current
        devices.removeAll { $0.device == nil }
        for entry in devices { entry.device?.letGo() }
        for follower in old?.toolFollowers ?? [] { follower.toolsLeave() }
        chosen = content
        outputs.changeMain(to: content.output.screen)
        outputs.arrange()
        guard let old else { return }
        for follower in content.toolFollowers { follower.toolsCame(from: old) }
        keyboards.keyboardObserver?.keyboardNeedsChanged()
    }

    /// Adds a device, held weakly, which must release its keys and buttons when another application gets the keyboard.
    func add(_ device: any ToolDevice) {
        devices.removeAll { $0.device == nil }
        devices.append(WeakDevice(device: device))
    }

    /// The application whose screen shows a tool's surface. `home` is the application whose display has the surface.
    func host(of surface: Surface, at home: WaylandContent) -> WaylandContent {
        guard let current, current !== home else { return home }
        return switch surface.root.roleKind {
        case .layer, .inputPopup, .inputPanel: current
        case .cursor: contents.first { $0.surfaces.shows(cursor: surface.root) } ?? home
        default: home
        }
    }
}

/// A user who is active in any application is active in all.
extension ToolPlace {
    func userActed() {
        for content in contents { content.userWasActive() }
    }
}

/// A virtual device of a tool.
protocol ToolDevice: AnyObject {
    /// Releases everything that the device holds at the application that it acted on.
    func letGo()
}
