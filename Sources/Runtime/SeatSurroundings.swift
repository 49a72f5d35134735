import Glibc

/// The facts about this machine that decide how the user can get a seat.
package struct SeatSurroundings: Hashable, Sendable {
    package enum Socket: Hashable, Sendable {
        case absent
        case refused
        case usable
    }

    /// The value of LIBSEAT_BACKEND.
    package var chosenBackend: String?
    package var isRoot: Bool
    package var seatdSocket: Socket
    package var hasVirtualTerminals: Bool

    /// Reads the facts from a process's environment and the file system.
    package static func current(environment: [String: String]) -> SeatSurroundings {
        let path = environment["SEATD_SOCK"] ?? "/run/seatd.sock"
        let exists = access(path, F_OK) == 0
        return SeatSurroundings(
            chosenBackend: environment["LIBSEAT_BACKEND"],
            isRoot: geteuid() == 0,
            seatdSocket: !exists ? .absent : access(path, R_OK | W_OK) == 0 ? .usable : .refused,
            hasVirtualTerminals: access("/dev/tty0", F_OK) == 0)
    }

    /// How to get a seat on this machine, in one line.
    package var remedy: String {
        if let chosenBackend {
            return "LIBSEAT_BACKEND=\(chosenBackend) does not work here: unset it to try every way to get a seat"
        }
        switch seatdSocket {
        case .refused: return "join the group of seatd's socket and log in again"
        case .usable: return "seatd has no free seat: end the other display server, or log in on its console"
        case .absent: break
        }
        if isRoot {
            return hasVirtualTerminals
                ? "end the display server that holds the console" : "this machine has no virtual terminal (/dev/tty0)"
        }
        return "start seatd and join its group, or log in on the console"
    }
}
