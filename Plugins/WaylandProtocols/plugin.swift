import Foundation
import PackagePlugin

/// Turns the descriptions of protocols that a target has in `Protocols` into Swift at build time.
///
/// They are the project's own: those of a distribution differ from release to release.
@main
struct WaylandProtocols: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let directory = target.directoryURL.appending(path: "Protocols")
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path())
        let files = names.filter { $0.hasSuffix(".xml") }.sorted().map { directory.appending(path: $0) }
        let output = context.pluginWorkDirectoryURL
        let stems = files.map { $0.deletingPathExtension().lastPathComponent } + ["InterfaceTable"]
        return [
            .buildCommand(
                displayName: "Generating Wayland bindings",
                executable: try context.tool(named: "WaylandScanner").url,
                arguments: [output.path()] + files.map { $0.path() }, inputFiles: files,
                outputFiles: stems.map { output.appending(path: "\($0).swift") })
        ]
    }
}
