import Glibc
import Logging
import Machine
import Mirroring
import Runtime

/// The login manager, for the session that the service runs in.
final class Logind {
    /// The event that an inhibitor prevents or delays.
    enum Inhibited: String {
        case sleep
        case lidSwitch = "handle-lid-switch"
        /// The actions that logind takes when all sessions are idle.
        case idle
    }

    /// How an inhibitor acts.
    enum Mode: String {
        /// The event does not happen while the inhibitor is held.
        case block
        /// The event waits for the inhibitor's end, for some seconds at most.
        case delay
    }

    /// What the service calls itself to logind.
    private static let ownName = "Kagami"
    private static let (service, path, manager) = (
        "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"
    )

    private let loop: EventLoop
    private let session: String?
    private let logger = Logger(label: "kagami.logind")
    private var connection: BusConnection?
    /// Whether the bus could not be reached; it is not tried again.
    private var isOut = false
    /// Inhibitors are being listed, and others may have come meanwhile.
    private var (isListing, isListStale) = (false, false)

    /// `session` is the session's id, as in XDG_SESSION_ID; nil outside of one.
    init(session: String?, loop: EventLoop) {
        self.session = session
        self.loop = loop
    }

    /// The system bus; nil outside a session, or if there is no bus.
    var bus: BusConnection? {
        guard let session, !session.isEmpty, !isOut else { return nil }
        if let connection { return connection }
        do throws(RuntimeError) {
            let made = try BusConnection(to: .system, loop: loop)
            made.lost = { [weak self] in
                self?.connection = nil
                self?.isOut = true
            }
            connection = made
        } catch {
            isOut = true
        }
        return connection
    }

    /// Takes an inhibitor, which ends when its descriptor is closed; `completion` receives nil if logind gives none.
    func inhibit(
        _ what: Inhibited, _ mode: Mode, why: String, completion: @escaping (OwnedDescriptor?) -> Void
    ) {
        guard let bus else { return completion(nil) }
        bus.call(
            Self.service, Self.path, Self.manager, "Inhibit",
            arguments: { message in
                [what.rawValue, Self.ownName, why, mode.rawValue].map { BusMessage.append($0, to: message) }.min() ?? 0
            },
            reply: { [logger] reply in
                switch reply {
                case .answered(let message): completion(BusMessage.descriptor(message))
                case .failed(let reason):
                    logger.warning(
                        "no inhibitor", metadata: ["against": "\(what.rawValue)", "reason": "\(reason)"])
                    completion(nil)
                }
            })
    }

    /// Calls `handler` with true when the machine is about to sleep, and with false after it has woken.
    func followSleep(_ handler: @escaping (Bool) -> Void) {
        let rule =
            "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.manager)',"
            + "member='PrepareForSleep'"
        do throws(RuntimeError) {
            try bus?.match(rule) { message in
                if let isComing = BusMessage.flag(message) { handler(isComing) }
            }
        } catch {
            logger.warning("sleep goes unnoticed", metadata: ["reason": "\(error)"])
        }
    }

    /// Calls `handler` with those who hold logind off idleness, now and whenever they may have changed, but for the
    /// service itself and others like it: what is played elsewhere is not on these screens.
    func followIdlenessInhibitors(_ handler: @escaping ([IdlenessInhibitor]) -> Void) {
        guard let bus else { return }
        let rule =
            "type='signal',sender='\(Self.service)',path='\(Self.path)',"
            + "interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(Self.manager)'"
        do throws(RuntimeError) {
            try bus.match(rule) { [weak self] _ in self?.listIdlenessInhibitors(handler) }
        } catch {
            return logger.warning("inhibitors go unnoticed", metadata: ["reason": "\(error)"])
        }
        listIdlenessInhibitors(handler)
    }

    private func listIdlenessInhibitors(_ handler: @escaping ([IdlenessInhibitor]) -> Void) {
        guard !isListing else { return isListStale = true }
        (isListing, isListStale) = (true, false)
        bus?.call(Self.service, Self.path, Self.manager, "ListInhibitors") { [weak self] reply in
            guard let self else { return }
            isListing = false
            if isListStale { return listIdlenessInhibitors(handler) }
            switch reply {
            case .answered(let message): handler(Self.idlenessInhibitors(in: message))
            case .failed(let reason): logger.debug("no list of inhibitors", metadata: ["reason": "\(reason)"])
            }
        }
    }

    /// The most inhibitors that are told of.
    private static let most = 64

    /// Those who block idleness in the answer to ListInhibitors: what, who, why, mode, user and process of each.
    private static func idlenessInhibitors(in message: OpaquePointer) -> [IdlenessInhibitor] {
        var found: [IdlenessInhibitor] = []
        BusMessage.structures("ssssuu", in: message) {
            let texts = (0..<4).map { _ in BusMessage.string(message) ?? "" }
            let numbers = (0..<2).map { _ in BusMessage.number(message) }
            let isOfOthers = texts[1] != ownName && numbers.allSatisfy { $0 != nil }
            let isAgainstIdleness = texts[0].split(separator: ":").contains { $0 == Inhibited.idle.rawValue }
            guard isAgainstIdleness, texts[3] == Mode.block.rawValue, isOfOthers, found.count < most else { return }
            found.append(IdlenessInhibitor(.logind, program: texts[1], reason: texts[2]))
        }
        return found
    }
}

/// Sets the brightness of a backlight for the session that the service runs in.
protocol SessionBrightness: AnyObject {
    /// Whether the service runs in a session.
    var isAvailable: Bool { get }

    /// Sets a backlight, by its name in `/sys/class/backlight`, to one of its levels.
    /// `completion` receives the reason of a failure, or nil.
    func set(_ level: Int, of backlight: String, completion: @escaping (String?) -> Void)
}

/// Sets the brightness through logind, which lets the user of an active session set it without write access to the files.
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

/// Tells logind whether the session's user is idle, and inhibits the machine's reaction to idleness while a film is shown.
///
/// logind acts (`IdleAction=`) after all sessions have been idle for some time and nothing inhibits the action.
final class LogindIdleness: MachineIdlenessPort {
    private let logind: Logind
    private let logger = Logger(label: "kagami.logind")
    private var isIdle = false
    private var isInhibited = false
    private var inhibitor: OwnedDescriptor?

    init(_ logind: Logind) {
        self.logind = logind
    }

    /// Calls `handler` with others that hold logind off idleness, whenever these may have changed.
    func follow(_ handler: @escaping ([IdlenessInhibitor]) -> Void) {
        logind.followIdlenessInhibitors(handler)
    }

    func userIsIdle(_ isIdle: Bool) {
        guard isIdle != self.isIdle else { return }
        self.isIdle = isIdle
        logind.bus?.call(
            "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session",
            "SetIdleHint", arguments: { BusMessage.append(isIdle, to: $0) },
            reply: { [logger] reply in
                guard case .failed(let reason) = reply else { return }
                // A text session has no hint: logind looks at its terminal instead.
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
