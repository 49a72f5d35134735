import Runtime
import WaylandBinding

/// `org_kde_kwin_server_decoration_manager`, which GTK 3 uses in place of `zxdg_decoration_manager_v1`.
///
/// The default is the server's decoration, but windows need no title bar and the service draws none. A client that asks
/// for another mode gets it, and draws the title bar itself.
final class ServerDecorationManager: OrgKdeKwinServerDecorationManagerRequests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        try Global<OrgKdeKwinServerDecorationManager>(content.display, version: 1) { resource in
            resource.sendDefaultMode(mode: .server)
            return ServerDecorationManager()
        }
    }

    func create(
        _ resource: Resource<OrgKdeKwinServerDecorationManager>, id: NewResource<OrgKdeKwinServerDecoration>,
        surface: Resource<WlSurface>
    ) {
        id.create(ServerDecoration()).sendMode(mode: .server)
    }
}

/// One window's `org_kde_kwin_server_decoration`.
private final class ServerDecoration: OrgKdeKwinServerDecorationRequests {
    func requestMode(_ resource: Resource<OrgKdeKwinServerDecoration>, mode: UInt32) {
        if let mode = OrgKdeKwinServerDecoration.Mode(rawValue: mode) { resource.sendMode(mode: mode) }
    }
}
