import CInput
import Logging
import Testing

@testable import LoginSeat

@Suite struct LibinputLogTests {
    @Test func libinputErrorsAreWarnings() {
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_ERROR) == .warning)
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_INFO) == .debug)
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_DEBUG) == .trace)
    }
}
