import CInput
import CInputExtras
import Logging

/// Forwards libinput's log to ours.
enum LibinputLog {
    /// Sends the messages of `context` to the logger of its `RestrictedFiles`, which is the context's user data.
    static func attach(to context: OpaquePointer, detailed: Bool) {
        libinput_log_set_priority(
            context, detailed ? LIBINPUT_LOG_PRIORITY_DEBUG : LIBINPUT_LOG_PRIORITY_INFO)
        kagami_libinput_log(context) { context, priority, line in
            guard let context, let line, let files = RestrictedFiles.at(libinput_get_user_data(context)) else { return }
            files.log(priority, String(cString: line))
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
}
