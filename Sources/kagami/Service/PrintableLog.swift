import Glibc
import KagamiCommands
import Logging
import Mirroring

/// A log handler that prints one line for each message on standard error.
///
/// The line has the message, its metadata, the level, the part of the service and the time. Control characters and line breaks, which other
/// programs' names may contain, are escaped.
struct PrintableLog: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let label: String
    /// Whether standard error is systemd's journal, which reads a message's level from the line's beginning.
    private let isJournal: Bool

    init(label: String, level: Logger.Level, isJournal: Bool) {
        self.label = label
        logLevel = level
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        let line = Self.line(
            event.level, event.message.description, all, label: label, time: Self.time(), isJournal: isJournal)
        TextOutput.error.write(line: line)
    }

    static func line(
        _ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata, label: String, time: String,
        isJournal: Bool
    ) -> String {
        let values = metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(printable($0.value))" }
        let words = [message.printable] + values + ["[\(level) \(label) \(time)]"]
        return (isJournal ? "<\(level.priority)>" : "") + words.joined(separator: " ")
    }

    static func printable(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
        switch value {
        case .dictionary(let values): .dictionary(values.mapValues(printable))
        case .array(let values): .array(values.map(printable))
        default: .string(value.description.printable)
        }
    }

    private static func time() -> String {
        var (now, parts) = (Glibc.time(nil), tm())
        localtime_r(&now, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension Logger.Level {
    /// The priority of the level in syslog(3).
    fileprivate var priority: Int32 {
        switch self {
        case .trace, .debug: LOG_DEBUG
        case .info: LOG_INFO
        case .notice: LOG_NOTICE
        case .warning: LOG_WARNING
        case .error: LOG_ERR
        case .critical: LOG_CRIT
        }
    }
}
