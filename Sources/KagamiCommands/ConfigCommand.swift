import ArgumentParser
import ConfigurationFiles
import Control
import Mirroring
import Runtime

/// `kagami config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check, show and reload the configuration.",
        subcommands: [Check.self, Show.self, Reload.self])

    /// `kagami config check FILE`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Print a configuration file's errors with line and column.",
            discussion: "Example: kagami config check kagami.toml")

        @Argument(help: "The file. (default: those that kagami run would read)")
        var file: String?

        func run() throws {
            let environment = Environment.current
            let source = ConfigurationSource(
                explicit: file, usual: ConfigurationFile.defaultPath(environment: environment),
                machine: file == nil ? environment : nil)
            guard !source.files.isEmpty else {
                TextOutput.standard.write(line: Self.noFile(environment: environment))
                return
            }
            let loaded: LoadedConfiguration
            do {
                loaded = try source.load()
            } catch let error as ConfigurationError {
                for line in error.lines { TextOutput.error.write(line: line) }
                throw ExitCode.failure
            }
            for path in loaded.files { TextOutput.standard.write(line: "\(path): no errors") }
            for line in loaded.unread { TextOutput.error.write(line: "kagami: \(line)") }
            if !loaded.unread.isEmpty { throw ExitCode.failure }
        }

        /// The message if there is no file to check.
        static func noFile(environment: [String: String]) -> String {
            guard let path = ConfigurationFile.defaultPath(environment: environment) else {
                return "no configuration file, because neither XDG_CONFIG_HOME nor HOME is set: the defaults apply"
            }
            return "no configuration file at \(path): the defaults apply"
        }
    }

    /// `kagami config show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print the configuration in force, and where each value came from.",
            discussion: "Example: kagami config show --json")

        @OptionGroup var connection: SocketOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let report = try connection.ask(ShowConfigurationRequest()).configuration
            format.print(report) { Self.describe(report) }
        }

        /// The most characters of a line; the JSON has what is cut off.
        static let width = 100

        /// Paths below `home` begin with `~`.
        static func describe(
            _ report: ConfigurationReport, home: String? = Environment.current["HOME"]
        ) -> String {
            func short(_ path: String) -> String {
                guard let home, home.count > 1, path.hasPrefix(home + "/") else { return path }
                return "~" + path.dropFirst(home.count)
            }
            let rows = report.values.map { entry in
                let source =
                    switch entry.source {
                    case .builtIn: "default"
                    case .commandLine: "command line"
                    case .file: short(entry.file ?? "") + (entry.line.map { ":\($0)" } ?? "")
                    }
                return [entry.key, entry.value == .none ? "-" : entry.value.toml, source].map(\.printable)
            }
            func widest(_ column: Int) -> Int { rows.map { $0[column].count }.max() ?? 0 }
            // Short values always have room. A path loses its beginning, because its end says most.
            let sourceWidth = min(widest(2), max(24, width - widest(0) - 4 - 12))
            let valueWidth = max(8, width - widest(0) - sourceWidth - 4)
            return TextTable.lay(
                rows.map { row in
                    let source = row[2].count > sourceWidth ? "…" + row[2].suffix(sourceWidth - 1) : row[2]
                    return [row[0], row[1].count > valueWidth ? row[1].prefix(valueWidth - 1) + "…" : row[1], source]
                })
        }
    }

    /// `kagami config reload`.
    struct Reload: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reload", abstract: "Reload the service's configuration; a file with errors changes nothing.",
            discussion: "Example: kagami config reload")

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ReloadConfigurationRequest())
        }
    }
}
