import Logging

/// The globals that reach beyond a client's own surfaces, each shown to those who may have it.
final class ExtensionGlobals {
    private let securityContexts: SecurityContexts

    init(content: WaylandContent, logger: Logger) throws(WaylandError) {
        securityContexts = try SecurityContexts(content.display, logger: logger)
    }
}
