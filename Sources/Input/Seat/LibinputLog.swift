import CInput
import Glibc
import Logging

/// Forwards libinput's log to ours.
enum LibinputLog {
    /// Sends the messages of `context`, whose user data is a `RestrictedFiles`, to its logger.
    static func attach(to context: OpaquePointer, detailed: Bool) {
        libinput_log_set_priority(
            context, detailed ? LIBINPUT_LOG_PRIORITY_DEBUG : LIBINPUT_LOG_PRIORITY_INFO)
        libinput_log_set_handler(context) { context, priority, format, arguments in
            guard let context, let format, let arguments,
                let files = RestrictedFiles.at(libinput_get_user_data(context))
            else { return }
            files.log(priority, LibinputLog.text(format, arguments))
        }
    }

    /// libinput's errors are faults of a device or its settings, not ours; its information messages are too frequent.
    static func level(of priority: libinput_log_priority) -> Logger.Level {
        switch priority {
        case LIBINPUT_LOG_PRIORITY_ERROR: .warning
        case LIBINPUT_LOG_PRIORITY_INFO: .debug
        default: .trace
        }
    }

    /// The formatted line without its newline, truncated after 1023 bytes.
    static func text(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer -> String in
            guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) >= 0 else {
                return String(cString: format)
            }
            return String(cString: start)
        }
        return String(line.reversed().drop { $0.isNewline }.reversed())
    }
}
