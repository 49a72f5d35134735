import CWayland
import Glibc
import Logging

/// Hands libwayland's messages, such as clients' protocol errors, to the service's log.
enum LibraryLog {
    static func install() {
        wl_log_set_handler_server { format, arguments in
            // Optional on some architectures only.
            let arguments: CVaListPointer? = arguments
            guard let format, let arguments else { return }
            var text = [CChar](repeating: 0, count: 1024)
            vsnprintf(&text, text.count, format, arguments)
            let end = text.firstIndex(of: 0) ?? text.endIndex
            let message = String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
            Logger(label: "wayland").warning(
                "libwayland reports", metadata: ["message": "\(message.trimmingSuffix(while: \.isNewline))"])
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while isUnwanted: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isUnwanted(last) { rest.removeLast() }
        return rest
    }
}
