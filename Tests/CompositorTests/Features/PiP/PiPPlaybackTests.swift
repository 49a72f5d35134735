import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPPlaybackTests {
    private let rig: PiPBench

    init() {
        rig = PiPBench(external: true)
        rig.show(.external)
    }

    private func ask(_ command: PlaybackCommand = .playPause) -> Answer {
        let answer = Answer()
        rig.pip.play(command) { answer.outcomes.append($0) }
        return answer
    }

    private final class Answer {
        var outcomes: [PlaybackOutcome] = []
    }

    @Test func aSourceWithoutATimelineSaysSo() {
        #expect(ask().outcomes == [.failed(.noTimeline)])
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(ask().outcomes == [.failed(.notActive)])
    }

    @Test func aControllerAcknowledges() {
        var sent: [(Int, PlaybackCommand)] = []
        let number = rig.pip.playback.addController(of: .external) { sent.append(($0, $1)) }
        #expect(rig.status?.hasTimeline == true)
        let answer = ask(.skip(microseconds: -15_000_000))
        #expect(sent.map(\.1) == [.skip(microseconds: -15_000_000)])
        #expect(answer.outcomes.isEmpty)
        rig.pip.playback.acknowledge(sent[0].0, refusal: nil)
        rig.pip.playback.acknowledge(sent[0].0, refusal: "again")
        #expect(answer.outcomes == [.done])
        rig.pip.playback.removeController(number)
        #expect(rig.status?.hasTimeline == false)
    }

    @Test func silenceIsNotWaitedForLong() {
        _ = rig.pip.playback.addController(of: .external) { _, _ in }
        let answer = ask()
        rig.run(milliseconds: 1100)
        #expect(answer.outcomes == [.failed(.timedOut)])
    }

    @Test func theEndOfThePictureIsTheEndOfWhatWasAsked() {
        _ = rig.pip.playback.addController(of: .external) { _, _ in }
        let answer = ask()
        rig.stop()
        rig.run(milliseconds: 400)
        #expect(answer.outcomes == [.failed(.sourceGone)])
    }

    @Test func aPlayerOnTheBusIsAskedWhereNobodyElseIs() {
        rig.bench.players.isThere = true
        let answer = ask()
        #expect(rig.bench.players.commands == [.playPause])
        rig.bench.players.completions.first?("no media")
        #expect(answer.outcomes == [.refused("no media")])
    }
}
