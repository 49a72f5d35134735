import Logging
import Mirroring

/// A log handler that escapes control characters and line breaks, which untrusted names may contain.
struct PrintableLog: LogHandler {
    private var log: StreamLogHandler

    init(_ log: StreamLogHandler) {
        self.log = log
    }

    var logLevel: Logger.Level {
        get { log.logLevel }
        set { log.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
        get { log.metadata }
        set { log.metadata = newValue.mapValues(Self.printable) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { log[metadataKey: key] }
        set { log[metadataKey: key] = newValue.map(Self.printable) }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(event.message.description.printable)"
        event.metadata = event.metadata?.mapValues(Self.printable)
        log.log(event: event)
    }

    static func printable(_ value: Logger.MetadataValue) -> Logger.MetadataValue {
        switch value {
        case .dictionary(let values): .dictionary(values.mapValues(printable))
        case .array(let values): .array(values.map(printable))
        default: .string(value.description.printable)
        }
    }
}
