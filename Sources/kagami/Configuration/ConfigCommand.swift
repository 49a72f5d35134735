import ArgumentParser

/// `kagami config`.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Look after the configuration file.", subcommands: [Check.self])

    /// `kagami config check FILE`.
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Tell a configuration file's errors with line and column.")

        @Argument(help: "The file. (default: the one that kagami run would read)")
        var file: String?

        func run() throws {
            guard let path = file ?? ConfigurationFile.defaultPath(environment: Environment.current) else {
                throw CommandFailure("no configuration file: set XDG_CONFIG_HOME or HOME, or name one")
            }
            do {
                _ = try ConfigurationFile.read(path)
            } catch let error as ConfigurationError {
                for line in error.lines { TextOutput.error.write(line: line) }
                throw ExitCode.failure
            }
            TextOutput.standard.write(line: "\(path): no errors")
        }
    }
}
