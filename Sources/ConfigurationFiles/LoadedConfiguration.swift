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
    /// Where the machine says which keyboard it has; read where `machine` is set.
    package var keyboardFiles = MachineKeyboard.files
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

    /// The files that are read, one after the other. Some may turn out to be unreadable.
    package var files: [String] { optional + mandatory }

    /// The files without which the service starts all the same.
    private var optional: [String] {
        if explicit != nil { return [] }
        let ofMachine = machine.map(ConfigurationFile.ofMachine) ?? []
        return ofMachine + [usual].compactMap(\.self).filter { !FilePath.isAbsent($0) }
    }

    /// The files that must be read.
    private var mandatory: [String] {
        [explicit].compactMap(\.self) + (machine.map(ConfigurationFile.mandatory) ?? [])
    }

    /// Loads the configuration; errors have the file, the line and what was expected.
    ///
    /// A mandatory file that cannot be read is an error; others are left out, and `unread` says so. A running service gives the
    /// configuration in force: it keeps that where a file cannot be read any more. Only the file named on the command line
    /// may be a pipe, and that only at the start.
    package func load(inForce: LoadedConfiguration? = nil) throws -> LoadedConfiguration {
        var layers = ConfigurationLayers()
        var unread: [String] = []
        for path in optional {
            let text: String
            do {
                text = try ConfigurationFile.regularText(of: path)
            } catch let error as UnreadableFile where inForce?.unread.contains(error.description) != false {
                unread.append(error.description)
                continue
            }
            try layers.add(text, file: path)
        }
        for path in mandatory {
            let isPipeWelcome = inForce == nil && path == explicit
            let text =
                isPipeWelcome ? try ConfigurationFile.text(of: path) : try ConfigurationFile.regularText(of: path)
            try layers.add(text, file: path)
        }
        var loaded = layers.loaded
        loaded.unread = unread
        if let machine {
            MachineKeyboard(files: keyboardFiles)?.complete(&loaded, environment: machine)
            loaded.configuration.bindings.complete(environment: machine)
        }
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
    /// One line for each file that was left out because it cannot be read.
    package var unread: [String] = []
    /// Where the values are in the files, by key.
    package var places: [String: ConfigurationPlace] = [:]
    /// The keys set on the command line.
    package var fromCommandLine: Set<String> = []

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
}

/// Configuration files laid above each other: a later one's values count before an earlier one's, and its rules too.
///
/// Adding a file takes time for what is in it, however much lies below.
struct ConfigurationLayers {
    /// All but the rules for devices, of which the later files' come first.
    private var configuration = Configuration()
    private var layers: [Layer] = []

    private struct Layer {
        let file: String
        /// The lines of its values, by their paths in it.
        let lines: [String: Int]
        let devices: [DeviceRule]
        /// How many tables of each table of tables lie below.
        let below: [String: Int]
    }

    /// Reads one more file's text; after an error nothing more can be added.
    mutating func add(_ text: String, file: String) throws(ConfigurationError) {
        // Of rules for devices the first match wins, of all others the last: the file's own come before or after the others.
        let below = [
            "display": configuration.displays.count, "window_rule": configuration.windowRules.count,
            "menu_entry": configuration.menu.commands.count,
        ]
        let lines = try ConfigurationParser.parseWithLines(text, file: file, into: &configuration)
        layers.append(Layer(file: file, lines: lines, devices: configuration.devices, below: below))
        configuration.devices = []
    }

    /// The whole, with where each value was read.
    var loaded: LoadedConfiguration {
        var loaded = LoadedConfiguration(configuration: configuration, files: layers.map(\.file))
        loaded.configuration.devices = layers.reversed().flatMap(\.devices)
        var devicesAbove = loaded.configuration.devices.count
        for layer in layers {
            devicesAbove -= layer.devices.count
            let steps = layer.below.merging(["device": devicesAbove]) { $1 }
            for (path, line) in layer.lines {
                loaded.places[Self.moved(path, steps)] = ConfigurationPlace(file: layer.file, line: line)
            }
        }
        return loaded
    }

    /// A path with the number of its table of tables, if it has one, raised by what `steps` says for that.
    private static func moved(_ path: String, _ steps: [String: Int]) -> String {
        guard let open = path.firstIndex(of: "["), let close = path.firstIndex(of: "]"), open < close,
            let step = steps[String(path[..<open])], let number = Int(path[path.index(after: open)..<close])
        else { return path }
        return "\(path[..<open])[\(number + step)\(path[close...])"
    }
}
