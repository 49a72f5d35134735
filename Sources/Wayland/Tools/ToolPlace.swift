import Mirroring

/// Where tools act: on the application that has the keyboard, among those that one tools socket serves.
///
/// Tools are clients of the first application's display. What they type and what they put on the screen goes to
/// whichever application has the keyboard, and the output that they see is its screen.
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
    /// The screen as tools see it: that of the application that they act on.
    let layout: OutputLayout
    let screen: ScreenGlobals

    init(screen: LogicalScreen) {
        layout = OutputLayout(screen: screen)
        self.screen = ScreenGlobals(layout: layout)
    }

    /// Lets tools act on this application too; on the first one to begin with.
    func add(_ content: WaylandContent) {
        entries.append(Entry(content: content))
    }

    /// The applications that tools may act on.
    var contents: [WaylandContent] { entries.compactMap(\.content) }

    /// The application that they act on now.
    var current: WaylandContent? { chosen ?? contents.first }

    var desktop: Desktop? { current?.extensions?.desktop }
    var seat: Seat? { current?.extensions?.seat }

    /// The screen of one of the applications is another one.
    func screenChanged(of content: WaylandContent, to screen: LogicalScreen) {
        if content === current { layout.change(to: screen) }
    }

    /// Another application has the keyboard: what tools hold down ends at the old one, and what they show moves.
    func move(to content: WaylandContent) {
        guard content !== current, contents.contains(where: { $0 === content }) else { return }
        let old = current?.extensions
        devices.removeAll { $0.device == nil }
        for entry in devices { entry.device?.letGo() }
        old?.capture.abandonCopies()
        let layers = old?.desktop.layers.release() ?? []
        let method = old?.text.releaseMethod()
        chosen = content
        layout.change(to: content.output.screen)
        guard let next = content.extensions else { return }
        next.desktop.layers.adopt(layers)
        if let method {
            method.move(to: next)
            next.text.adopt(method)
        }
    }

    /// Has the device let go whenever another application gets the keyboard. It is not held.
    func add(_ device: any ToolDevice) {
        devices.removeAll { $0.device == nil }
        devices.append(WeakDevice(device: device))
    }

    /// The application on whose screen a surface of a tool is, if it is on any: not its own display's, where that is
    /// another one.
    func host(of surface: Surface, at home: WaylandContent) -> WaylandContent {
        guard let current, current !== home, surface.client.privilege == .tool else { return home }
        return switch surface.root.roleKind {
        case .layer, .inputPopup: current
        case .cursor: contents.first { $0.shows(cursor: surface.root) } ?? home
        default: home
        }
    }
}

/// Idleness is one for all: a user who does something anywhere is not idle.
extension ToolPlace {
    func userActed() {
        for content in contents { content.extensions?.idle.userActed() }
    }

    var isIdleInhibited: Bool { contents.contains { $0.extensions?.inhibitors.isActive == true } }

    func inhibitionChanged() {
        for content in contents { content.extensions?.idle.inhibitionChanged() }
    }
}

/// A device that a tool makes up.
protocol ToolDevice: AnyObject {
    /// Ends at the application that it has acted on all that it holds there.
    func letGo()
}
