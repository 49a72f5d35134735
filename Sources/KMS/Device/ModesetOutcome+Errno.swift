import Glibc
import Mirroring

extension ModesetOutcome {
    /// What a modeset that failed with this errno comes to; `isRoomLacking` says whether it would succeed if fewer
    /// displays were enabled, and is asked only where that may be the reason.
    static func failed(_ errorNumber: CInt, reason: String, isRoomLacking: () -> Bool = { false }) -> ModesetOutcome {
        switch errorNumber {
        // Nothing that another display could give back.
        case ENOMEM, EMFILE, ENFILE, EAGAIN, EBUSY, EINTR: .shortage(reason)
        case _ where isRoomLacking(): .noRoom(reason)
        // The card's memory or a link's bandwidth.
        case ENOSPC, ENOBUFS: .shortage(reason)
        default: .refused(reason)
        }
    }
}
