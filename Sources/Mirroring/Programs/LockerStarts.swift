/// What the service does when a locker has ended without unlocking.
package struct LockConfiguration: Hashable, Sendable {
    /// The command line that starts a locker, or an empty array for none.
    package var command: [String] = []

    package init() {}
}

/// Decides whether the service starts a locker again.
///
/// The decision is pure. There are at most `limit` starts within any `windowMicroseconds`.
package struct LockerStarts: Hashable, Sendable {
    package static let limit = 3
    package static let windowMicroseconds: Int64 = 10_000_000

    private var starts: [Timestamp] = []

    package init() {}

    /// Whether a locker may be started now; a permitted start is counted.
    package mutating func start(at now: Timestamp) -> Bool {
        starts.removeAll { now.since($0) >= Self.windowMicroseconds }
        guard starts.count < Self.limit else { return false }
        starts.append(now)
        return true
    }
}

/// The notice on black screens while the session is locked and its locker has ended.
package enum LockerNotice: Hashable, Sendable {
    /// The service starts a locker.
    case startsAgain
    /// Nothing starts a locker; `socket` is the value of WAYLAND_DISPLAY for tools.
    case ended(socket: String)
    /// The lockers that the service has started have also ended.
    case gaveUp(socket: String)

    package func text(in language: Language) -> String {
        switch self {
        case .startsAgain: Self.end.text(in: language) + Self.soon.text(in: language)
        case .ended(let socket): Self.end.text(in: language) + Self.remedy(socket).text(in: language)
        case .gaveUp(let socket):
            Self.end.text(in: language) + Self.failure.text(in: language) + Self.remedy(socket).text(in: language)
        }
    }

    private static let end = LocalizedText(
        "The screen locker has ended without unlocking. ", "画面ロックのプログラムが解除せずに終了しました。")
    private static let soon = LocalizedText("It is started again.", "もう一度起動します")
    private static let failure = LocalizedText(
        "The command that starts it again has failed. ", "もう一度起動することもできませんでした。")

    private static func remedy(_ socket: String) -> LocalizedText {
        LocalizedText(
            "To unlock, log in over SSH and start a locker with WAYLAND_DISPLAY=\(socket)",
            "解除するには、SSHでログインし、WAYLAND_DISPLAY=\(socket) でロックのプログラムを起動してください")
    }
}

/// Starts lockers.
package protocol LockerPort: AnyObject {
    /// Reports that the locker has ended without unlocking; returns the notice for the screens.
    func lockerLost() -> LockerNotice

    /// Reports that a locker has taken over.
    func lockerCame()
}
