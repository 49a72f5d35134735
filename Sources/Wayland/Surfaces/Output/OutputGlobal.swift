import Geometry
import Mirroring
import Runtime
import WaylandBinding

/// Follows an output as its clients see it. Every requirement has a default that does nothing.
protocol OutputFollower: AnyObject {
    /// A client has bound the output, and has its description.
    func outputBound(_ resource: Resource<WlOutput>)

    /// A change was sent; its `done` follows.
    func outputChanges()

    /// The `done` of a change was sent; windows are then laid out on the changed screen.
    func outputChanged()

    /// The output's display is gone, and the output has been withdrawn.
    func outputRemoved()
}

extension OutputFollower {
    func outputBound(_ resource: Resource<WlOutput>) {}
    func outputChanges() {}
    func outputChanged() {}
    func outputRemoved() {}
}

/// An output as clients see it.
///
/// Applications see one, which stays whatever displays are plugged in, or a second one beside it for the external (`PanelScreen`).
/// Tools see one that stays too, and further ones for the other displays.
final class OutputGlobal: WlOutputRequests, ScreenFollower {
    private struct Entry {
        weak var follower: (any OutputFollower)?
    }

    let layout: OutputLayout
    private var resources: [Resource<WlOutput>] = []
    private var described: LogicalScreen
    private var entries: [Entry] = []
    /// State that other protocols keep for the output.
    var attachments = Attachments()
    /// Whether the output's display is gone.
    private(set) var isRemoved = false

    init(layout: OutputLayout) {
        self.layout = layout
        described = layout.screen
        layout.add(self)
    }

    static func announce(
        _ output: OutputGlobal, on display: WaylandDisplay, audience: GlobalAudience
    ) throws(RuntimeError) -> Global<WlOutput> {
        try Global(display, version: 4, audience: audience) { resource in
            output.bound(resource)
            return output
        }
    }

    static func of(_ resource: Resource<WlOutput>) -> OutputGlobal? { resource.handler as? OutputGlobal }

    /// The display of the output, for a row of displays the one that lays the content out.
    var id: OutputID { layout.screen.outputID }

    /// The output's display is gone. Its objects stay, and nothing more comes of them.
    func remove() {
        isRemoved = true
        let all = entries
        entries = []
        for entry in all { entry.follower?.outputRemoved() }
    }

    /// Adds a follower, held weakly; followers are notified in the order in which they were added.
    func add(_ follower: any OutputFollower) {
        entries.removeAll { $0.follower == nil }
        entries.append(Entry(follower: follower))
    }

    /// Describes the output to a new resource and keeps the description up to date.
    func bound(_ resource: Resource<WlOutput>) {
        resources.append(resource)
        resource.onDestroy { [weak self] in self?.resources.removeAll { $0 === resource } }
        resource.sendScreen(layout.screen, x: layout.x(for: resource.client), changedFrom: nil)
        resource.sendDone()
        for entry in entries { entry.follower?.outputBound(resource) }
    }

    /// The clients that have bound the output in a version without a name.
    var clientsWithoutNames: [Client] { resources.filter { $0.version < 4 }.map(\.client) }

    /// The client's `wl_output` resources.
    func resources(of client: Client) -> [Resource<WlOutput>] {
        resources.filter { $0.client == client }
    }

    /// Tells the followers of a change that is none of the output itself, such as of the output beside it.
    func surroundingsChanged() {
        for entry in entries { entry.follower?.outputChanged() }
    }

    func screenChanged() {
        for resource in resources {
            resource.sendScreen(layout.screen, x: layout.x(for: resource.client), changedFrom: described)
        }
        described = layout.screen
        for entry in entries { entry.follower?.outputChanges() }
        for resource in resources { resource.sendDone() }
        for entry in entries { entry.follower?.outputChanged() }
    }
}

extension Resource where Interface == WlOutput {
    /// Sends the properties that changed.
    fileprivate func sendScreen(_ screen: LogicalScreen, x: Int, changedFrom old: LogicalScreen?) {
        let physicalSize = client.privilege == .tool ? screen.physicalSizeForTools : screen.physicalSize
        sendGeometry(
            x: Int32(clamping: x), y: 0, physicalWidth: Int32(clamping: physicalSize?.width ?? 0),
            physicalHeight: Int32(clamping: physicalSize?.height ?? 0), subpixel: .unknown,
            make: screen.identity.make ?? "unknown", model: screen.identity.model ?? "unknown", transform: .normal)
        sendMode(
            flags: [.current, .preferred], width: Int32(clamping: screen.size.width),
            height: Int32(clamping: screen.size.height), refresh: Int32(clamping: screen.refreshMilliHertz))
        let (scale, oldScale) = client.usesPixels ? (1, old.map { _ in 1 }) : (screen.scale.integer, old?.scale.integer)
        if scale != oldScale { sendScale(factor: Int32(clamping: scale)) }
        // The protocol allows one name only, although the display may change. The description names the current display.
        if old == nil { sendName(name: screen.name) }
        if screen.summary != old?.summary { sendDescription(description: screen.summary) }
    }
}

extension LogicalScreen {
    /// The output's description: the display's make, model and connector.
    var summary: String {
        let known = [identity.make, identity.model].compactMap { $0 }.filter { !$0.isEmpty }
        return known.isEmpty ? name : "\(known.joined(separator: " ")) (\(name))"
    }
}

/// Tracks which output each surface is on and sends `wl_surface.enter` and `leave`.
final class OutputPresence: OutputFollower {
    private struct Entry {
        let surface: Surface
        var isOnPanel: Bool
        var output: OutputGlobal
        /// The last update that found the surface on a screen.
        var update: Int
    }

    private let globals: CoreGlobals
    private var present: [ObjectIdentifier: Entry] = [:]
    private var updates = 0

    init(_ globals: CoreGlobals) {
        self.globals = globals
        for output in globals.outputs { output.add(self) }
    }

    /// Sends `enter` and `leave` for surfaces that came onto a screen or left it.
    ///
    /// `onPanel` tells of the two screens that an application may have. A surface that has moved to the other one is no longer this one's.
    func update(_ shown: [PlacedSurface], screens: Region<ContentSpace>, onPanel: Bool) {
        updates += 1
        for placed in shown where !screens.intersection(placed.frame).isEmpty {
            let id = ObjectIdentifier(placed.surface)
            if let index = present.index(forKey: id) {
                present.values[index].isOnPanel = onPanel
                present.values[index].update = updates
            } else {
                let output = output(of: placed.surface, onPanel: onPanel)
                present[id] = Entry(surface: placed.surface, isOnPanel: onPanel, output: output, update: updates)
                enter(placed.surface, output)
            }
        }
        for (id, entry) in present where entry.isOnPanel == onPanel && entry.update != updates {
            present[id] = nil
            leave(entry.surface, entry.output)
        }
        follow()
    }

    /// Moves the surfaces whose screen has another output than before.
    func follow() {
        for (id, entry) in present {
            let output = output(of: entry.surface, onPanel: entry.isOnPanel)
            guard output !== entry.output else { continue }
            present[id]?.output = output
            leave(entry.surface, entry.output)
            enter(entry.surface, output)
        }
    }

    private func output(of surface: Surface, onPanel: Bool) -> OutputGlobal {
        onPanel ? globals.panelOutput(for: surface.client) : globals.output(for: surface.client)
    }

    private func enter(_ surface: Surface, _ output: OutputGlobal) {
        for resource in output.resources(of: surface.client) { surface.resource.sendEnter(output: resource) }
    }

    private func leave(_ surface: Surface, _ output: OutputGlobal) {
        for resource in output.resources(of: surface.client) { surface.resource.sendLeave(output: resource) }
    }

    /// Sends `enter` for the surfaces that were on the output before the client bound it.
    func outputBound(_ resource: Resource<WlOutput>) {
        for entry in present.values where entry.surface.client == resource.client {
            guard entry.output.resources(of: resource.client).contains(where: { $0 === resource }) else { continue }
            entry.surface.resource.sendEnter(output: resource)
        }
    }
}
