import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct EventVariablesTests {
    private func variables(_ occurrence: ServiceEvent.Occurrence) -> [String: String] {
        ServiceEvent(occurrence, at: Timestamp(microseconds: 42)).variables
    }

    @Test func eachKeyIsAVariable() {
        #expect(
            variables(.outputPlugged(OutputID("DP-1")))
                == ["KAGAMI_EVENT": "plugged", "KAGAMI_OUTPUT": "DP-1", "KAGAMI_TIME_US": "42"])
        let mode = ModeStatus(Mode(size: Size(width: 8, height: 6), refreshMilliHertz: 1))
        let refused = variables(.modeRefused(OutputID("DP-1"), mode, reason: "a = b\n"))
        #expect(refused["KAGAMI_MODE_WIDTH"] == "8")
        #expect(refused["KAGAMI_MODE_PREFERRED"] == "false")
        #expect(refused["KAGAMI_REASON"] == "a = b\n")
    }

    @Test func whatIsNullHasNone() {
        let ended = variables(.applicationExited(pid: 7, status: nil, signal: 11))
        #expect(ended["KAGAMI_SIGNAL"] == "11" && ended["KAGAMI_PID"] == "7" && ended["KAGAMI_STATUS"] == nil)
    }
}
