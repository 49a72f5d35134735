import Logging
import Runtime

/// Where the command line hands over to the service.
enum ServiceLauncher {
    /// Runs the service until it ends and returns the exit status for it.
    ///
    /// Throws what kept it from starting, in one line.
    static func launch(_ options: ServiceOptions) throws -> CInt {
        let level = LogLevel.configured(in: Environment.current)
        LoggingSystem.bootstrap { label in
            var handler = PrintableLog(StreamLogHandler.standardError(label: label))
            handler.logLevel = level
            return handler
        }
        Signals.ignoreBrokenPipes()
        var options = options
        do throws(RuntimeError) {
            options.descriptorLimit = try DescriptorLimit.raise()
        } catch {
            Logger(label: "kagami").warning("limit of open descriptors not raised", metadata: ["reason": "\(error)"])
        }
        return try Service(options).run()
    }
}

/// How much is logged.
enum LogLevel {
    /// The level that KAGAMI_LOG names; warnings and worse where it names none.
    static func configured(in environment: [String: String]) -> Logger.Level {
        environment["KAGAMI_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? .warning
    }
}
