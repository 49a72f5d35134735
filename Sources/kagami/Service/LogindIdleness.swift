import DBus
import Logging
import Mirroring
import Runtime

/// Tells logind whether the session's user is idle, and keeps the machine from acting on that while a film is shown.
///
/// logind acts (`IdleAction=`) when all sessions have been idle for some time and nothing inhibits that.
final class LogindIdleness: MachineIdlenessPort {
    private let logind: Logind
    private let logger = Logger(label: "kagami.logind")
    private var isIdle = false
    private var isInhibited = false
    private var inhibitor: OwnedDescriptor?

    init(_ logind: Logind) {
        self.logind = logind
    }

    func userIsIdle(_ isIdle: Bool) {
        guard isIdle != self.isIdle else { return }
        self.isIdle = isIdle
        logind.bus?.call(
            "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
            "SetIdleHint", arguments: { BusMessage.append(isIdle, to: $0) },
            reply: { [logger] reply in
                guard case .failed(let reason) = reply else { return }
                // A session of text has none: logind looks at its terminal.
                logger.debug("no idle hint", metadata: ["reason": "\(reason)"])
            })
    }

    func idlenessIsInhibited(_ isInhibited: Bool) {
        guard isInhibited != self.isInhibited else { return }
        self.isInhibited = isInhibited
        inhibitor = nil
        guard isInhibited else { return }
        logind.inhibit(.idle, .block, why: "something is played or shown") { [weak self] in
            guard let self, self.isInhibited else { return }
            inhibitor = $0
        }
    }
}
