import ArgumentParser

/// `kagami config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check the configuration file.", subcommands: [Check.self])

    /// `kagami config check FILE`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a configuration file's errors with line and column.",
            discussion: "Example: kagami config check kagami.toml")

        @Argument(help: "The file. (default: the one that kagami run would read)")
        var file: String?

        func run() throws {
            guard let path = file ?? ConfigurationFile.found(environment: Environment.current) else {
                TextOutput.standard.write(line: Self.noFile(environment: Environment.current))
                return
            }
            do {
                _ = try ConfigurationFile.read(path)
            } catch let error as ConfigurationError {
                for line in error.lines { TextOutput.error.write(line: line) }
                throw ExitCode.failure
            }
            TextOutput.standard.write(line: "\(path): no errors")
        }

        /// What to say where there is no file to check.
        static func noFile(environment: [String: String]) -> String {
            guard let path = ConfigurationFile.defaultPath(environment: environment) else {
                return "no configuration file, as neither XDG_CONFIG_HOME nor HOME is set: the defaults apply"
            }
            return "no configuration file at \(path): the defaults apply"
        }
    }
}
