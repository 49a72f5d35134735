/// `zxdg_decoration_manager_v1`: decorations are the server's business, and it draws none.
final class DecorationShell: ZxdgDecorationManagerV1Requests {
    func getToplevelDecoration(
        _ resource: Resource<ZxdgDecorationManagerV1>, id: NewResource<ZxdgToplevelDecorationV1>,
        toplevel: Resource<XdgToplevel>
    ) {
        let object = id.createInert()
        guard object.isAlive, let toplevel = Toplevel.of(toplevel) else { return }
        if toplevel.decoration != nil {
            return object.post(ZxdgToplevelDecorationV1.ErrorCode.alreadyConstructed, "the window has one already")
        }
        if toplevel.shell.surface.hasContent || toplevel.shell.surface.pending.attachesBuffer {
            return object.post(ZxdgToplevelDecorationV1.ErrorCode.unconfiguredBuffer, "the window has a buffer already")
        }
        let decoration = Decoration(object, toplevel: toplevel)
        object.handler = decoration
        toplevel.decoration = decoration
        decoration.answer()
    }
}

/// One toplevel's `zxdg_toplevel_decoration_v1`.
final class Decoration {
    private let resource: Resource<ZxdgToplevelDecorationV1>
    private weak var toplevel: Toplevel?

    init(_ resource: Resource<ZxdgToplevelDecorationV1>, toplevel: Toplevel) {
        self.resource = resource
        self.toplevel = toplevel
        resource.onDestroy { [weak toplevel] in toplevel?.decoration = nil }
    }

    /// Part of a configure sequence.
    func configure() {
        resource.sendConfigure(mode: .serverSide)
    }

    /// The toplevel goes first, which it must not.
    func orphaned() {
        resource.post(ZxdgToplevelDecorationV1.ErrorCode.orphaned, "the window was destroyed before its decoration")
    }

    /// Tells the mode in a configure sequence of its own, where the first one has gone out already.
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
