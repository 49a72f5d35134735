import Geometry
import Mirroring

/// The `wl_output` global: the one logical output, which stays whatever displays come and go.
final class OutputGlobal: WlOutputRequests {
    private let layout: OutputLayout
    private var resources: [Resource<WlOutput>] = []
    private var described: LogicalScreen
    /// Called in their order with each newly bound object, once it has been described.
    var onBind: [(Resource<WlOutput>) -> Void] = []
    /// Called when a change has been told to an object, before its `done`.
    var onChange: (() -> Void)?

    init(layout: OutputLayout) {
        self.layout = layout
        described = layout.screen
        layout.subscribe { [weak self] in self?.screenChanged() }
    }

    /// Describes the output to a new object and keeps that up to date.
    func bound(_ resource: Resource<WlOutput>) {
        resources.append(resource)
        resource.onDestroy { [weak self] in self?.resources.removeAll { $0 === resource } }
        resource.sendScreen(layout.screen, changedFrom: nil)
        resource.sendDone()
        for handler in onBind { handler(resource) }
    }

    /// The objects by which a client knows the output.
    func resources(of client: Client) -> [Resource<WlOutput>] {
        resources.filter { $0.client == client }
    }

    private func screenChanged() {
        for resource in resources { resource.sendScreen(layout.screen, changedFrom: described) }
        described = layout.screen
        onChange?()
        for resource in resources { resource.sendDone() }
    }
}

extension Resource where Interface == WlOutput {
    /// Sends all that differs from what was sent before.
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
    /// One line for people: the display's make, model and connector.
    var summary: String {
        let known = [identity.make, identity.model].compactMap { $0 }.filter { !$0.isEmpty }
        return known.isEmpty ? name : "\(known.joined(separator: " ")) (\(name))"
    }
}
