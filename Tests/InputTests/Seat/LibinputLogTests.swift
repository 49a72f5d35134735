import Logging
import CInput
import Testing

@testable import Input

@Suite struct LibinputLogTests {
    @Test func formatsArgumentsAndDropsTheLineEnd() {
        let text = withVaList([CInt(3), CInt(-7)]) { LibinputLog.text("event%d: bad value %d\n", $0) }
        #expect(text == "event3: bad value -7")
    }

    @Test func cutsOverlongLines() {
        let text = withVaList([CInt(1)]) { LibinputLog.text(String(repeating: "x", count: 5000) + "%d", $0) }
        #expect(text.utf8.count == 1023)
    }

    @Test func libinputErrorsAreWarnings() {
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_ERROR) == .warning)
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_INFO) == .debug)
        #expect(LibinputLog.level(of: LIBINPUT_LOG_PRIORITY_DEBUG) == .trace)
    }
}
