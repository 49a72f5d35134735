import Glibc
import Mirroring
import Testing

@testable import KMS

@Suite struct ModesetOutcomeTests {
    @Test(arguments: [ENOMEM, EMFILE, ENFILE, EAGAIN, EBUSY])
    func whatRunsOutForAMomentIsAShortageWhateverElseIsLit(errorNumber: CInt) {
        #expect(ModesetOutcome.failed(errorNumber, reason: "r") == .shortage("r"))
        #expect(ModesetOutcome.failed(errorNumber, reason: "r", isRoomLacking: { true }) == .shortage("r"))
    }

    @Test func spaceMayBeGivenBackByAnotherDisplayOrLater() {
        #expect(ModesetOutcome.failed(ENOSPC, reason: "r", isRoomLacking: { true }) == .noRoom("r"))
        #expect(ModesetOutcome.failed(ENOSPC, reason: "r") == .shortage("r"))
    }

    @Test(arguments: [EINVAL, ERANGE, ENOTSUP, EACCES])
    func whatTheCardCannotDoIsRefused(errorNumber: CInt) {
        #expect(ModesetOutcome.failed(errorNumber, reason: "r") == .refused("r"))
        #expect(ModesetOutcome.failed(errorNumber, reason: "r", isRoomLacking: { true }) == .noRoom("r"))
    }
}
