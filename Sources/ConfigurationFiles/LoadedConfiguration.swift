package import Control
package import Mirroring
import Runtime

/// Where the configuration is loaded and reloaded from.
package struct ConfigurationSource: Hashable, Sendable {
    /// The file named on the command line, which must exist.
    package var explicit: String?
    /// The user's file, if it exists.
    package var usual: String?
    /// The command line's override of `[panel] command`.
    package var panelCommand: [String]?
    /// The command line's override of `[renderer] use`.
    package var renderer: RendererChoice?

    package init(
        explicit: String? = nil, usual: String? = nil, panelCommand: [String]? = nil, renderer: RendererChoice? = nil
    ) {
        self.explicit = explicit
        self.usual = usual
        self.panelCommand = panelCommand
        self.renderer = renderer
    }

    /// Loads the configuration; errors have the file, the line and what was expected.
    ///
    /// With `isRunning` only regular files are read, so that the service never blocks on a pipe.
    package func load(isRunning: Bool = false) throws -> LoadedConfiguration {
        var loaded = LoadedConfiguration()
        if let path = explicit ?? usual.flatMap({ FilePath.exists($0) ? $0 : nil }) {
            let text =
                isRunning ? try ConfigurationFile.regularText(of: path) : try ConfigurationFile.text(of: path)
            let (configuration, lines) = try ConfigurationParser.parseWithLines(text, file: path)
            loaded = LoadedConfiguration(configuration: configuration, file: path, lines: lines)
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
    /// The file that was read; nil if there is none.
    package var file: String?
    /// The lines of the values in the file, by key.
    package var lines: [String: Int] = [:]
    /// The keys set on the command line.
    package var fromCommandLine: Set<String> = []

    package init(
        configuration: Configuration = Configuration(), file: String? = nil, lines: [String: Int] = [:],
        fromCommandLine: Set<String> = []
    ) {
        self.configuration = configuration
        self.file = file
        self.lines = lines
        self.fromCommandLine = fromCommandLine
    }

    package var report: ConfigurationReport {
        ConfigurationReport(file: file, values: ConfigurationListing.values(of: configuration).map(entry))
    }

    private func entry(_ key: String, _ value: ConfigurationValue) -> ConfigurationReport.Entry {
        if fromCommandLine.contains(key) { return .init(key: key, value: value, source: .commandLine, line: nil) }
        guard let line = lines[key] else { return .init(key: key, value: value, source: .builtIn, line: nil) }
        return .init(key: key, value: value, source: .file, line: line)
    }
}
