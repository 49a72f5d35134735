import Glibc
import Testing

@testable import LoginSeat

@Suite struct InputErrorTests {
    @Test func aForbiddenDeviceNamesThePathTheReasonAndTheCure() {
        let text = InputError.openDevice(path: "/dev/input/event3", errorNumber: EACCES).description
        #expect(text.hasPrefix("cannot open /dev/input/event3: Permission denied; "))
        #expect(text.contains("seatd"))
    }

    @Test(arguments: [EACCES, ENODEV, EBUSY, EMFILE, EIO])
    func everyReasonFitsOneLineWithAHint(errorNumber: CInt) {
        let text = InputError.openDevice(path: "/dev/input/event0", errorNumber: errorNumber).description
        #expect(!text.contains("\n"))
        #expect(text.split(separator: ";").count == 2)
    }
}
