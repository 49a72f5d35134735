import Glibc
import Logging
import Runtime

/// Starts the service from the command line.
enum ServiceLauncher {
    /// Runs the service until it ends and returns its exit status.
    ///
    /// Throws the reason of a failed start, as one line.
    static func launch(_ options: ServiceOptions, _ activation: ActivationSockets) throws -> CInt {
        let level = LogLevel.configured(in: Environment.current)
        let isJournal = ApplicationJournal.isStream(
            STDERR_FILENO, Environment.current[ApplicationJournal.variable])
        LoggingSystem.bootstrap { PrintableLog(label: $0, level: level, isJournal: isJournal) }
        Signals.ignoreFailedWrites()
        FreedMemory.returnToSystem()
        var options = options
        do throws(RuntimeError) {
            options.descriptorLimit = try DescriptorLimit.raise()
        } catch {
            Logger(label: "kagami").warning("limit of open descriptors not raised", metadata: ["reason": "\(error)"])
        }
        return try Service(options, activation).run()
    }
}

/// The log level.
enum LogLevel {
    /// The level set by KAGAMI_LOG; by default, warnings and errors.
    static func configured(in environment: [String: String]) -> Logger.Level {
        environment["KAGAMI_LOG"].flatMap(Logger.Level.init(rawValue:)) ?? .warning
    }
}

/// The soft limit of open descriptors of this process (RLIMIT_NOFILE).
private enum DescriptorLimit {
    /// Raises the soft limit to the hard limit and returns the old one, for children.
    ///
    /// Children keep the usual 1,024, because select() fails with descriptors above that.
    static func raise() throws(RuntimeError) -> UInt64 {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw RuntimeError("getrlimit", "RLIMIT_NOFILE")
        }
        let before = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        guard before == limit.rlim_max || setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw RuntimeError("setrlimit", "RLIMIT_NOFILE")
        }
        return UInt64(before)
    }
}
