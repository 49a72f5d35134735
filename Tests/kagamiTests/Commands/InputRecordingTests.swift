import Mirroring
import Testing

@testable import KagamiCommands
@testable import kagami

@Suite struct InputRecordingTests {
    private func frame(at time: Int) -> String { #"{"device":1,"time_us":\#(time),"type":"touch-frame"}"# }

    private func recording(_ lines: [String]) throws -> InputRecording {
        try InputRecording(lines: Array(lines.joined(separator: "\n").utf8), name: "session")
    }

    @Test func eventsOfOneInstantGoTogether() throws {
        let steps = try recording([frame(at: 500), frame(at: 500), "", frame(at: 2500)]).steps(speed: 1)
        #expect(steps.map(\.delayMicroseconds) == [0, 2000])
        #expect(steps.map(\.events.count) == [2, 1])
    }

    @Test func speedDividesTheDelays() throws {
        let recording = try recording([frame(at: 0), frame(at: 1000)])
        #expect(recording.steps(speed: 4).map(\.delayMicroseconds) == [0, 250])
        #expect(recording.steps(speed: 0.5).map(\.delayMicroseconds) == [0, 2000])
    }

    @Test func timeNeverRunsBackwards() throws {
        let steps = try recording([frame(at: 1000), frame(at: 3000), frame(at: 2000), frame(at: 0)]).steps(speed: 1)
        #expect(steps.map(\.delayMicroseconds) == [0, 2000])
    }

    @Test func longestDelayNeverOverflows() throws {
        let steps = try recording([frame(at: 0), frame(at: 100_000_000_000_000_000)]).steps(speed: 0.01)
        #expect(steps.count == 2)
    }

    @Test func manyEventsOfOneInstantAreSentInParts() throws {
        let steps = try recording(Array(repeating: frame(at: 7), count: 1200)).steps(speed: 1)
        #expect(steps.map(\.events.count) == [500, 500, 200])
        #expect(steps.allSatisfy { $0.delayMicroseconds == 0 })
    }

    @Test func badLineIsToldByItsNumber() {
        #expect(throws: CommandFailure("session:2: not JSON")) { try recording([frame(at: 0), "nonsense"]) }
        #expect(throws: CommandFailure("session:1: device is missing")) {
            try recording([#"{"time_us":1,"type":"touch-frame"}"#])
        }
    }

    @Test func emptyRecordingHasNoSteps() throws {
        #expect(try recording([]).steps(speed: 1).isEmpty)
    }
}
