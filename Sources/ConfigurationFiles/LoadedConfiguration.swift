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
