import DBus

/// Sets the brightness of a backlight for the session that the service runs in.
protocol SessionBrightness: AnyObject {
    /// Whether there is such a session.
    var isAvailable: Bool { get }

    /// Sets a backlight, by its name in `/sys/class/backlight`, to one of its levels; `completion` gets nil, or why that
    /// failed.
    func set(_ level: Int, of backlight: String, completion: @escaping (String?) -> Void)
}

/// The session's brightness through logind, which lets the user of an active session set it without rights to the files.
final class LogindBrightness: SessionBrightness {
    private let logind: Logind

    init(_ logind: Logind) {
        self.logind = logind
    }

    var isAvailable: Bool { logind.bus != nil }

    func set(_ level: Int, of backlight: String, completion: @escaping (String?) -> Void) {
        guard let bus = logind.bus else { return completion("logind cannot be reached") }
        bus.call(
            "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
            "SetBrightness",
            arguments: { message in
                let results = [
                    BusMessage.append("backlight", to: message), BusMessage.append(backlight, to: message),
                    BusMessage.append(UInt32(clamping: level), to: message),
                ]
                return results.min() ?? 0
            },
            reply: { reply in
                switch reply {
                case .answered: completion(nil)
                case .failed(let reason): completion("logind does not set the brightness: \(reason)")
                }
            })
    }
}
