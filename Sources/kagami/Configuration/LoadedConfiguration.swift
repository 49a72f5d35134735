import Control
import Mirroring

/// Where the configuration is read from, at the start and again.
struct ConfigurationSource: Hashable, Sendable {
    /// The file named on the command line, which must exist.
    var explicit: String?
    /// The user's own, where there is one.
    var usual: String?
    /// What the command line says over the file's `[panel] command`.
    var panelCommand: [String]?

    /// Reads what there is; an error names the file, the line and what was expected.
    ///
    /// `isRunning` keeps a service that serves others from waiting for a pipe.
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

/// A configuration, and where each of its values came from.
struct LoadedConfiguration: Hashable, Sendable {
    var configuration = Configuration()
    /// The file that was read; nil for none.
    var file: String?
    /// The lines of the values that the file has, by their keys.
    var lines: [String: Int] = [:]
    /// The keys whose values the command line has.
    var fromCommandLine: Set<String> = []

    var report: ConfigurationReport {
        ConfigurationReport(file: file, values: ConfigurationListing.values(of: configuration).map(entry))
    }

    private func entry(_ key: String, _ value: ConfigurationValue) -> ConfigurationReport.Entry {
        if fromCommandLine.contains(key) { return .init(key: key, value: value, source: .commandLine, line: nil) }
        // These have no defaults, and are not listed by their places.
        if key.hasPrefix("content_key.") { return .init(key: key, value: value, source: .file, line: nil) }
        guard let line = lines[key] else { return .init(key: key, value: value, source: .builtIn, line: nil) }
        return .init(key: key, value: value, source: .file, line: line)
    }
}
