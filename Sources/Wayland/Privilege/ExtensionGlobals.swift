import Logging

/// The globals that reach beyond a client's own surfaces, each shown to those who may have it.
final class ExtensionGlobals {
    private let layerShell: LayerShell
    private let securityContexts: SecurityContexts

    init(content: WaylandContent, desktop: Desktop, logger: Logger) throws(WaylandError) {
        layerShell = try LayerShell(content.display, desktop: desktop)
        securityContexts = try SecurityContexts(content.display, logger: logger)
    }
}
