import Geometry
import Mirroring
import Testing

@testable import Control

@Suite struct ServiceEventTests {
    static let cases: [(ServiceEvent.Occurrence, String)] = [
        (
            .stateChanged(from: .panelOnly, to: .mirroring),
            #""from":"panel-only","time_us":42,"to":"mirroring","type":"state""#
        ),
        (.outputPlugged(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"plugged""#),
        (.outputUnplugged(OutputID("DP-1")), #""output":"DP-1","time_us":42,"type":"unplugged""#),
        (
            .contentMoved(on: .external, output: OutputID("DP-1"), width: 3840, height: 2160),
            #""height":2160,"on":"external","output":"DP-1","time_us":42,"type":"content-moved","width":3840"#
        ),
        (
            .contentMoved(on: nil, output: nil, width: 0, height: 0),
            #""height":0,"on":null,"output":null,"time_us":42,"type":"content-moved","width":0"#
        ),
        (
            .modeRefused(
                OutputID("DP-1"), ModeStatus(Mode(size: Size(width: 8, height: 6), refreshMilliHertz: 1)), reason: "no"),
            #""mode":{"height":6,"preferred":false,"refresh_mhz":1,"width":8},"output":"DP-1","reason":"no","#
                + #""time_us":42,"type":"mode-refused""#
        ),
        (
            .firstFrame(on: .panel, output: OutputID("DSI-1"), milliseconds: 16.5, frames: 2),
            #""frames":2,"milliseconds":16.5,"on":"panel","output":"DSI-1","time_us":42,"type":"first-frame""#
        ),
        (.touchesCancelled(count: 3), #""count":3,"time_us":42,"type":"touches-cancelled""#),
        (.clientConnected(pid: 7), #""pid":7,"time_us":42,"type":"client-connected""#),
        (.clientDisconnected(pid: 7), #""pid":7,"time_us":42,"type":"client-disconnected""#),
        (
            .applicationExited(pid: 7, status: nil, signal: 11),
            #""pid":7,"signal":11,"status":null,"time_us":42,"type":"application-exited""#
        ),
        (.seatPaused, #""time_us":42,"type":"seat-paused""#),
        (.seatResumed, #""time_us":42,"type":"seat-resumed""#),
        (.dropped(reason: "slow"), #""reason":"slow","time_us":42,"type":"dropped""#),
    ]

    @Test(arguments: cases.indices)
    func eventIsOneFlatObject(_ index: Int) throws {
        let (occurrence, json) = Self.cases[index]
        let event = ServiceEvent(occurrence, at: Timestamp(microseconds: 42))
        #expect(text(event) == "{\(json)}")
        #expect(try decoded(ServiceEvent.self, "{\(json)}") == event)
    }

    @Test func everyKindIsInTheTable() {
        let kinds = Self.cases.map { ServiceEvent($0.0, at: Timestamp(microseconds: 0)).kind }
        #expect(Set(kinds) == Set(ServiceEvent.Kind.allCases))
    }
}
