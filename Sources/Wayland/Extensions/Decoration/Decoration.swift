import Runtime
import WaylandBinding

/// `zxdg_decoration_manager_v1`: always chooses server-side decorations, and draws none.
final class DecorationShell: ZxdgDecorationManagerV1Requests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        try Global<ZxdgDecorationManagerV1>(content.display, version: 1) { _ in DecorationShell() }
    }

    func getToplevelDecoration(
        _ resource: Resource<ZxdgDecorationManagerV1>, id: NewResource<ZxdgToplevelDecorationV1>,
        toplevel: Resource<XdgToplevel>
    ) {
        let object = id.createInert()
        guard object.isAlive, let toplevel = Toplevel.of(toplevel) else { return }
        if toplevel.attachments[Decoration.self] != nil {
            return object.post(
                ZxdgToplevelDecorationV1.ErrorCode.alreadyConstructed, "the window already has a decoration")
        }
        if toplevel.shell.surface.hasContent || toplevel.shell.surface.pending.attachesBuffer {
            return object.post(ZxdgToplevelDecorationV1.ErrorCode.unconfiguredBuffer, "the window already has a buffer")
        }
        let decoration = Decoration(object, toplevel: toplevel)
        object.handler = decoration
        toplevel.attachments[Decoration.self] = decoration
        decoration.answer()
    }
}

/// One toplevel's `zxdg_toplevel_decoration_v1`.
final class Decoration: ToplevelExtension {
    private let resource: Resource<ZxdgToplevelDecorationV1>
    private weak var toplevel: Toplevel?

    init(_ resource: Resource<ZxdgToplevelDecorationV1>, toplevel: Toplevel) {
        self.resource = resource
        self.toplevel = toplevel
        resource.onDestroy { [weak toplevel] in toplevel?.attachments[Decoration.self] = nil }
    }

    /// Sends the mode as part of a configure sequence.
    func willConfigure() {
        resource.sendConfigure(mode: .serverSide)
    }

    /// Posts the error for a toplevel that is destroyed before its decoration.
    func toplevelEnds() {
        resource.post(ZxdgToplevelDecorationV1.ErrorCode.orphaned, "the window was destroyed before its decoration")
    }

    /// Sends the mode in a configure sequence of its own, if the first configure was already sent.
    func answer() {
        if toplevel?.shell.isConfigured == true { toplevel?.configure() }
    }
}

extension Decoration: ZxdgToplevelDecorationV1Requests {
    func destroy(_ resource: Resource<ZxdgToplevelDecorationV1>) {}

    func setMode(_ resource: Resource<ZxdgToplevelDecorationV1>, mode: UInt32) {
        answer()
    }

    func unsetMode(_ resource: Resource<ZxdgToplevelDecorationV1>) {
        answer()
    }
}
