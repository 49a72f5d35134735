import Control
import Mirroring

/// Where the configuration is loaded and reloaded from.
struct ConfigurationSource: Hashable, Sendable {
    /// The file named on the command line, which must exist.
    var explicit: String?
    /// The user's file, if it exists.
    var usual: String?
    /// The command line's override of `[panel] command`.
    var panelCommand: [String]?

    /// Loads the configuration; errors have the file, the line and what was expected.
    ///
    /// With `isRunning` only regular files are read, so that the service never blocks on a pipe.
    func load(isRunning: Bool = false) throws -> LoadedConfiguration {
        var loaded = LoadedConfiguration()
        if let path = explicit ?? usual.flatMap({ FilePath.exists($0) ? $0 : nil }) {
            let text =
                isRunning ? try ConfigurationFile.regularText(of: path) : try ConfigurationFile.text(of: path)
            let (configuration, lines) = try ConfigurationParser.parseWithLines(text, file: path)
            loaded = LoadedConfiguration(configuration: configuration, file: path, lines: lines)
        }
        if let panelCommand {
            loaded.configuration.panel.command = panelCommand
            loaded.fromCommandLine = ["panel.command"]
        }
        return loaded
    }
}

/// A configuration with the source of each value.
struct LoadedConfiguration: Hashable, Sendable {
    var configuration = Configuration()
    /// The file that was read; nil if there is none.
    var file: String?
    /// The lines of the values in the file, by key.
    var lines: [String: Int] = [:]
    /// The keys set on the command line.
    var fromCommandLine: Set<String> = []

    var report: ConfigurationReport {
        ConfigurationReport(file: file, values: ConfigurationListing.values(of: configuration).map(entry))
    }

    private func entry(_ key: String, _ value: ConfigurationValue) -> ConfigurationReport.Entry {
        if fromCommandLine.contains(key) { return .init(key: key, value: value, source: .commandLine, line: nil) }
        guard let line = lines[key] else { return .init(key: key, value: value, source: .builtIn, line: nil) }
        return .init(key: key, value: value, source: .file, line: line)
    }
}
