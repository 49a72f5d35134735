package import Control
package import Mirroring
import Runtime

/// Where the configuration is loaded and reloaded from.
package struct ConfigurationSource: Hashable, Sendable {
    /// The file named on the command line, which must exist; the user's does not count then, and of the machine's only those that
    /// nothing overrides.
    package var explicit: String?
    /// The user's file, if it exists; its values count before the machine's.
    package var usual: String?
    /// The environment that says where the machine's files are; nil for none of these.
    package var machine: [String: String]?
    /// The command line's override of `[panel] command`.
    package var panelCommand: [String]?
    /// The command line's override of `[renderer] use`.
    package var renderer: RendererChoice?

    package init(
        explicit: String? = nil, usual: String? = nil, machine: [String: String]? = nil,
        panelCommand: [String]? = nil, renderer: RendererChoice? = nil
    ) {
        self.explicit = explicit
        self.usual = usual
        self.machine = machine
        self.panelCommand = panelCommand
        self.renderer = renderer
    }

    /// The files that are read, one after the other.
    package var files: [String] {
        let mandatory = machine.map(ConfigurationFile.mandatory) ?? []
        if let explicit { return [explicit] + mandatory }
        let ofMachine = machine.map(ConfigurationFile.ofMachine) ?? []
        return ofMachine + [usual].compactMap(\.self).filter(FilePath.exists) + mandatory
    }

    /// Loads the configuration; errors have the file, the line and what was expected.
    ///
    /// With `isRunning` only regular files are read, so that the service never blocks on a pipe.
    package func load(isRunning: Bool = false) throws -> LoadedConfiguration {
        var layers = ConfigurationLayers()
        for path in files {
            let text =
                isRunning ? try ConfigurationFile.regularText(of: path) : try ConfigurationFile.text(of: path)
            try layers.add(text, file: path)
        }
        var loaded = LoadedConfiguration(
            configuration: layers.configuration, files: layers.files, places: layers.places)
        if let panelCommand {
            loaded.configuration.panel.command = panelCommand
            loaded.fromCommandLine.insert("panel.command")
        }
        if let renderer {
            loaded.configuration.renderer = renderer
            loaded.fromCommandLine.insert("renderer.use")
        }
        return loaded
    }
}

/// A configuration with the source of each value.
package struct LoadedConfiguration: Hashable, Sendable {
    package var configuration = Configuration()
    /// The files that were read, in this order.
    package var files: [String] = []
    /// Where the values are in the files, by key.
    package var places: [String: ConfigurationPlace] = [:]
    /// The keys set on the command line.
    package var fromCommandLine: Set<String> = []

    package init(
        configuration: Configuration = Configuration(), files: [String] = [],
        places: [String: ConfigurationPlace] = [:],
        fromCommandLine: Set<String> = []
    ) {
        self.configuration = configuration
        self.files = files
        self.places = places
        self.fromCommandLine = fromCommandLine
    }

    package var report: ConfigurationReport {
        ConfigurationReport(files: files, values: ConfigurationListing.values(of: configuration).map(entry))
    }

    private func entry(_ key: String, _ value: ConfigurationValue) -> ConfigurationReport.Entry {
        if fromCommandLine.contains(key) { return .init(key: key, value: value, source: .commandLine) }
        guard let place = places[key] else { return .init(key: key, value: value, source: .builtIn) }
        return .init(key: key, value: value, source: .file, file: place.file, line: place.line)
    }
}

/// Where a value was read.
package struct ConfigurationPlace: Hashable, Sendable {
    package var file: String
    package var line: Int

    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// Configuration files laid above each other: a later one's values count before an earlier one's, and its rules too.
struct ConfigurationLayers {
    private(set) var configuration = Configuration()
    /// The files, in the order in which they were read.
    private(set) var files: [String] = []
    /// Where each value was read, by its path in the whole, such as `panel.scale` or `device[1].name`.
    private(set) var places: [String: ConfigurationPlace] = [:]

    /// Reads one more file's text; an error leaves everything as it was.
    mutating func add(_ text: String, file: String) throws(ConfigurationError) {
        let (next, lines) = try ConfigurationParser.parseWithLines(text, file: file, over: configuration)
        // Of rules for devices the first match wins, of all others the last: the file's own come before or after the others.
        let devices = next.devices.count - configuration.devices.count
        places = Dictionary(
            uniqueKeysWithValues: places.map { (Self.moved($0.key, ["device": devices]), $0.value) })
        let before = [
            "display": configuration.displays.count, "window_rule": configuration.windowRules.count,
            "menu_entry": configuration.menu.commands.count,
        ]
        for (path, line) in lines { places[Self.moved(path, before)] = ConfigurationPlace(file: file, line: line) }
        configuration = next
        files.append(file)
    }

    /// A path with the number of its table of tables, if it has one, raised by what `steps` says for that.
    private static func moved(_ path: String, _ steps: [String: Int]) -> String {
        guard let open = path.firstIndex(of: "["), let close = path.firstIndex(of: "]"), open < close,
            let step = steps[String(path[..<open])], let number = Int(path[path.index(after: open)..<close])
        else { return path }
        return "\(path[..<open])[\(number + step)\(path[close...])"
    }
}
