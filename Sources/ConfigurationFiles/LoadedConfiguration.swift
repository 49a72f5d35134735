package import Control
package import Mirroring
import Runtime

/// Where the configuration is loaded and reloaded from.
package struct ConfigurationSource: Hashable, Sendable {
    /// The file named on the command line, which must exist. With it, the user's file is not read, and of the machine's
    /// files only those that nothing overrides.
    package var explicit: String?
    /// The user's file, if it exists; its values override the machine's.
    package var usual: String?
    /// The environment that says where the machine's files are; nil to read none of them.
    package var machine: [String: String]?
    /// The files that name the machine's keyboard; they are read only if `machine` is set.
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

    /// The files that the service can start without.
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
    /// A mandatory file that cannot be read is an error. Other files are left out, and `unread` lists them. A running
    /// service passes the configuration in force: a file that has become unreadable since is then an error, so that the
    /// service keeps its configuration. Only the file named on the command line may be a pipe, and only at the start.
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

/// Configuration files in layers: the values and rules of a later file override those of an earlier file.
///
/// The time to add a file depends on its own size only, not on the layers below.
struct ConfigurationLayers {
    /// Everything except the rules for devices. Of those, the rules of later files come first.
    private var configuration = Configuration()
    private var layers: [Layer] = []

    private struct Layer {
        let file: String
        /// The lines of the file's values, by their paths in the file.
        let lines: [String: Int]
        let devices: [DeviceRule]
        /// How many tables of each array of tables the layers below have.
        let below: [String: Int]
    }

    /// Reads one more file's text; after an error nothing more can be added.
    mutating func add(_ text: String, file: String) throws(ConfigurationError) {
        // Of rules for devices the first match wins, of all other rules the last match. So the file's own rules come
        // before or after the others.
        let below = [
            "display": configuration.displays.count, "window_rule": configuration.windowRules.count,
            "menu_entry": configuration.menu.commands.count,
        ]
        let lines = try ConfigurationParser.parseWithLines(text, file: file, into: &configuration)
        layers.append(Layer(file: file, lines: lines, devices: configuration.devices, below: below))
        configuration.devices = []
    }

    /// The whole configuration, with the place of each value.
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

    /// Raises the index in a path by the step for its array of tables; a path without an index stays as it is.
    private static func moved(_ path: String, _ steps: [String: Int]) -> String {
        guard let open = path.firstIndex(of: "["), let close = path.firstIndex(of: "]"), open < close,
            let step = steps[String(path[..<open])], let number = Int(path[path.index(after: open)..<close])
        else { return path }
        return "\(path[..<open])[\(number + step)\(path[close...])"
    }
}
