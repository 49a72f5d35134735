import PackagePlugin

/// Turns protocol descriptions into Swift at build time.
@main
struct WaylandProtocols: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
