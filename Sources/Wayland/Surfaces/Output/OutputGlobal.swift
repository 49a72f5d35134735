import Geometry
import Mirroring
import WaylandBinding

/// The `wl_output` global: the one logical output, which stays whatever displays are plugged in.
final class OutputGlobal: WlOutputRequests {
    let layout: OutputLayout
    private var resources: [Resource<WlOutput>] = []
    private var described: LogicalScreen
    /// Called in order with each newly bound resource, after its description was sent.
    var onBind: [(Resource<WlOutput>) -> Void] = []
    /// Called in order after a change was sent, before its `done`.
    var onChange: [() -> Void] = []
    /// Called in order after the `done` of a change, before windows are laid out on the changed screen.
    var afterChange: [() -> Void] = []
    /// What other protocols keep for the output.
    var attachments = Attachments()

    init(layout: OutputLayout) {
        self.layout = layout
        described = layout.screen
        layout.subscribe { [weak self] in self?.screenChanged() }
    }

    /// Describes the output to a new resource and keeps the description up to date.
    func bound(_ resource: Resource<WlOutput>) {
        resources.append(resource)
        resource.onDestroy { [weak self] in self?.resources.removeAll { $0 === resource } }
        resource.sendScreen(layout.screen, changedFrom: nil)
        resource.sendDone()
        for handler in onBind { handler(resource) }
    }

    /// The client's `wl_output` resources.
    func resources(of client: Client) -> [Resource<WlOutput>] {
        resources.filter { $0.client == client }
    }

    private func screenChanged() {
        for resource in resources { resource.sendScreen(layout.screen, changedFrom: described) }
        described = layout.screen
        for handler in onChange { handler() }
        for resource in resources { resource.sendDone() }
        for handler in afterChange { handler() }
    }
}

extension Resource where Interface == WlOutput {
    /// Sends the properties that changed.
    fileprivate func sendScreen(_ screen: LogicalScreen, changedFrom old: LogicalScreen?) {
        sendGeometry(
            x: 0, y: 0, physicalWidth: Int32(clamping: screen.physicalSize?.width ?? 0),
            physicalHeight: Int32(clamping: screen.physicalSize?.height ?? 0), subpixel: .unknown,
            make: screen.identity.make ?? "unknown", model: screen.identity.model ?? "unknown", transform: .normal)
        sendMode(
            flags: [.current, .preferred], width: Int32(clamping: screen.size.width),
            height: Int32(clamping: screen.size.height), refresh: Int32(clamping: screen.refreshMilliHertz))
        if screen.scale.integer != old?.scale.integer { sendScale(factor: Int32(clamping: screen.scale.integer)) }
        if screen.name != old?.name { sendName(name: screen.name) }
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
