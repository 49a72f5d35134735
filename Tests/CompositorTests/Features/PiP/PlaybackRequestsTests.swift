import Mirroring
import TestSupport
import Testing

@testable import Compositor

@Suite struct PlaybackRequestsTests {
    @Test func anAcknowledgementEndsARequest() {
        var requests = PlaybackRequests()
        #expect(requests.ask(.playPause, PiPToken(1)) == [.send(1, .playPause)])
        #expect(requests.acknowledged(1, refusal: nil) == [.complete(PiPToken(1), .done)])
        #expect(requests.acknowledged(1, refusal: nil).isEmpty)
        #expect(requests.timedOut(1).isEmpty)
    }

    @Test func aRefusalAndASilenceAreTold() {
        var requests = PlaybackRequests()
        _ = requests.ask(.skip(microseconds: -15_000_000), PiPToken(1))
        _ = requests.ask(.playPause, PiPToken(2))
        #expect(requests.acknowledged(1, refusal: "live") == [.complete(PiPToken(1), .refused("live"))])
        #expect(requests.timedOut(2) == [.complete(PiPToken(2), .failed(.timedOut))])
    }

    @Test func theSourcesEndIsTheEndOfAll() {
        var requests = PlaybackRequests()
        for number in 1...3 { _ = requests.ask(.playPause, PiPToken(number)) }
        _ = requests.acknowledged(2, refusal: nil)
        #expect(
            requests.sourceGone() == [
                .complete(PiPToken(1), .failed(.sourceGone)), .complete(PiPToken(3), .failed(.sourceGone)),
            ])
        #expect(requests.sourceGone().isEmpty)
    }

    @Test(arguments: UInt64(0)..<30)
    func everyRequestEndsExactlyOnce(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var requests = PlaybackRequests()
        var ended: [PiPToken: Int] = [:]
        for number in 1...100 {
            var actions = requests.ask(.playPause, PiPToken(number))
            let which = Int.random(in: 1...number, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: actions += requests.sourceGone()
            case 1..<5: actions += requests.timedOut(which)
            default: actions += requests.acknowledged(which, refusal: nil)
            }
            for case .complete(let token, _) in actions { ended[token, default: 0] += 1 }
        }
        for case .complete(let token, _) in requests.sourceGone() { ended[token, default: 0] += 1 }
        #expect(ended == Dictionary(uniqueKeysWithValues: (1...100).map { (PiPToken($0), 1) }))
    }
}
