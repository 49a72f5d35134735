import Foundation
import PackagePlugin

/// Turns the protocols that a target lists in `Protocols/protocols.txt` into Swift at build time.
///
/// Protocol files are found through pkg-config, but for the target's own, which lie beside the list.
@main
struct WaylandProtocols: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let directory = target.directoryURL.appending(path: "Protocols")
        let list = directory.appending(path: "protocols.txt")
        let files = try Self.entries(of: list).map { try $0.locate(own: directory) }
        let output = context.pluginWorkDirectoryURL
        let stems = files.map { $0.deletingPathExtension().lastPathComponent } + ["InterfaceTable"]
        return [
            .buildCommand(
                displayName: "Generating Wayland bindings",
                executable: try context.tool(named: "WaylandScanner").url,
                arguments: [output.path()] + files.map { $0.path() },
                inputFiles: files + [list],
                outputFiles: stems.map { output.appending(path: "\($0).swift") })
        ]
    }

    private static func entries(of list: URL) throws -> [Entry] {
        try String(contentsOf: list, encoding: .utf8).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
            if words.isEmpty || words[0].hasPrefix("#") { return nil }
            guard words.count == 2, let place = Entry.Place(rawValue: words[0]) else {
                throw ListError(description: "\(list.path()): not a protocol's place and path: \(line)")
            }
            return Entry(place: place, path: words[1])
        }
    }
}

/// One line of the list.
struct Entry {
    enum Place: String {
        case core, packaged, own
    }

    var place: Place
    var path: String

    func locate(own directory: URL) throws -> URL {
        switch place {
        case .core: try Self.dataDirectory(of: "wayland-scanner").appending(path: path)
        case .packaged: try Self.dataDirectory(of: "wayland-protocols").appending(path: path)
        case .own: directory.appending(path: path)
        }
    }

    private static func dataDirectory(of package: String) throws -> URL {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--variable=pkgdatadir", package]
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard process.terminationStatus == 0, !path.isEmpty else {
            throw ListError(description: "pkg-config knows no data directory of \(package)")
        }
        return URL(filePath: path, directoryHint: .isDirectory).standardized
    }
}

struct ListError: Error, CustomStringConvertible {
    var description: String
}
