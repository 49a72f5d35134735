import Mirroring
import WaylandBinding

/// One client's `zwlr_foreign_toplevel_handle_v1`: a window of any client.
final class ForeignToplevel {
    /// The state sent to the client.
    private struct Description: Equatable {
        var title: String?
        var appID: AppID?
        var states: [ZwlrForeignToplevelHandleV1.State] = []
        var parent: ObjectIdentifier?
    }

    let resource: Resource<ZwlrForeignToplevelHandleV1>
    /// The window; nil once it is closed, after which the handle is inert.
    private weak var toplevel: Toplevel?
    private weak var desktop: Desktop?
    private var told: Description?
    private weak var parent: ForeignToplevel?
    /// Whether the client lags, and is told once it reads again.
    private var isLate = false

    init(_ resource: Resource<ZwlrForeignToplevelHandleV1>, toplevel: Toplevel, desktop: Desktop) {
        self.resource = resource
        self.toplevel = toplevel
        self.desktop = desktop
    }

    /// Sends the properties that have changed since the last update.
    func update(parent: ForeignToplevel?) {
        self.parent = parent
        if isLate { return }
        guard resource.client.isLagging else { return tell() }
        isLate = true
        resource.client.onCatchUp { [weak self] in
            self?.isLate = false
            self?.tell()
        }
    }

    private func tell() {
        guard let toplevel else { return }
        let next = Description(
            title: toplevel.title, appID: toplevel.appID, states: toplevel.foreignStates(of: resource.version),
            parent: parent.map { ObjectIdentifier($0) })
        if next == told { return }
        if next.title != told?.title { resource.sendTitle(title: next.title ?? "") }
        if next.appID != told?.appID { resource.sendAppId(appId: next.appID?.text ?? "") }
        if next.states != told?.states {
            resource.sendState(state: WireArray.bytes(of: next.states.map(\.rawValue)))
        }
        if next.parent != told?.parent { resource.sendParent(parent: parent?.resource) }
        resource.sendDone()
        told = next
    }

    func enter(_ output: Resource<WlOutput>) {
        resource.sendOutputEnter(output: output)
        resource.sendDone()
    }

    /// The window was closed.
    func close() {
        toplevel = nil
        resource.sendClosed()
    }
}

extension ForeignToplevel: ZwlrForeignToplevelHandleV1Requests {
    func setMaximized(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        show { $0.isMaximized = true }
    }

    func unsetMaximized(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        toplevel?.change { $0.isMaximized = false }
    }

    func setMinimized(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        if let toplevel { desktop?.minimize(toplevel) }
    }

    func unsetMinimized(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        if let toplevel, toplevel.isMinimized { desktop?.activate(toplevel) }
    }

    func activate(_ resource: Resource<ZwlrForeignToplevelHandleV1>, seat: Resource<WlSeat>) {
        guard let toplevel else { return }
        desktop?.giveUpKeyboard()
        desktop?.activate(toplevel)
    }

    func close(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        toplevel?.wire.sendClose()
    }

    /// Ignored: there is no minimise animation.
    func setRectangle(
        _ resource: Resource<ZwlrForeignToplevelHandleV1>, surface: Resource<WlSurface>, x: Int32, y: Int32,
        width: Int32, height: Int32
    ) {
        if width < 0 || height < 0 {
            resource.post(ZwlrForeignToplevelHandleV1.ErrorCode.invalidRectangle, "\(width)x\(height) is negative")
        }
    }

    func setFullscreen(_ resource: Resource<ZwlrForeignToplevelHandleV1>, output: Resource<WlOutput>?) {
        toplevel?.choose(output.flatMap(OutputGlobal.of))
        show { $0.isFullscreen = true }
    }

    func unsetFullscreen(_ resource: Resource<ZwlrForeignToplevelHandleV1>) {
        toplevel?.change { $0.isFullscreen = false }
    }

    /// Changes a window's state and restores it if it is minimised.
    private func show(_ body: (inout ToplevelWishes) -> Void) {
        guard let toplevel else { return }
        toplevel.change(body)
        if toplevel.isMinimized { desktop?.activate(toplevel) }
    }
}

extension Toplevel {
    fileprivate func foreignStates(of version: Int) -> [ZwlrForeignToplevelHandleV1.State] {
        let configuration = configuration
        var states: [ZwlrForeignToplevelHandleV1.State] = []
        if configuration.isMaximized { states.append(.maximized) }
        if isMinimized { states.append(.minimized) }
        if configuration.isActivated { states.append(.activated) }
        if configuration.isFullscreen, version >= 2 { states.append(.fullscreen) }
        return states
    }
}
