import Testing
import TestSupport

@testable import Machine

/// Who chooses where sound goes, and that the user's choice comes back.
@Suite struct SoundRouteTests {
    @Test func soundGoesToTheExternalAndBackToTheUsersChoice() {
        var route = SoundRoute()
        #expect(route.follow(nil, SoundChoice(configured: "headphones", current: "headphones")).isEmpty)
        #expect(route.follow("tv", SoundChoice(configured: "headphones", current: "headphones")) == [.choose("tv")])
        #expect(route.sink == "tv")
        #expect(
            route.follow("tv", SoundChoice(configured: "headphones", current: "headphones")).isEmpty,
            "PipeWire has not said so yet")
        #expect(route.follow("tv", SoundChoice(configured: "tv", current: "tv")).isEmpty)
        #expect(route.follow(nil, SoundChoice(configured: "tv", current: "tv")) == [.choose("headphones")])
        #expect(route.sink == nil)
    }

    @Test func withoutAChoicePipeWireChoosesAgain() {
        var route = SoundRoute()
        #expect(route.follow("tv", SoundChoice(configured: nil, current: "speakers")) == [.choose("tv")])
        #expect(route.follow("projector", SoundChoice(configured: "tv", current: "tv")) == [.choose("projector")])
        #expect(route.end() == [.choose("speakers"), .forget])
        #expect(route.end().isEmpty)
    }

    @Test func whatTheUserChoosesMeanwhileStays() {
        var route = SoundRoute()
        _ = route.follow("tv", SoundChoice(configured: nil, current: "speakers"))
        #expect(route.follow("tv", SoundChoice(configured: "tv", current: "tv")).isEmpty)
        #expect(route.follow("tv", SoundChoice(configured: "headphones", current: "headphones")).isEmpty)
        #expect(route.sink == nil)
        #expect(
            route.follow("tv", SoundChoice(configured: "headphones", current: "headphones")).isEmpty,
            "it is not taken away again")
        #expect(route.follow(nil, SoundChoice(configured: "headphones", current: "headphones")).isEmpty)
        #expect(
            route.follow("tv", SoundChoice(configured: "headphones", current: "headphones")) == [.choose("tv")],
            "the next plug counts anew")
    }

    @Test func aChoiceByHandIsSeenAlsoWhereTheOwnOneWasNot() {
        var route = SoundRoute()
        _ = route.follow("tv", SoundChoice(configured: nil, current: "speakers"))
        _ = route.follow("projector", SoundChoice(configured: nil, current: "speakers"))
        #expect(route.follow("projector", SoundChoice(configured: "tv", current: "tv")).isEmpty)
        #expect(route.sink == "projector", "that was the service itself")
        #expect(route.follow("projector", SoundChoice(configured: "speakers", current: "speakers")).isEmpty)
        #expect(route.sink == nil)
    }

    @Test func aSinkThatTheUserHasChosenAlreadyIsTheUsers() {
        var route = SoundRoute()
        #expect(route.follow("tv", SoundChoice(configured: "tv", current: "tv")).isEmpty)
        #expect(route.follow(nil, SoundChoice(configured: "tv", current: "tv")).isEmpty)
    }

    @Test func afterAPipeWireThatHasForgottenItIsChosenAgain() {
        var route = SoundRoute()
        _ = route.follow("tv", SoundChoice(configured: "headphones", current: "headphones"))
        _ = route.follow("tv", SoundChoice(configured: "tv", current: "tv"))
        route.lost()
        #expect(route.follow("tv", SoundChoice(configured: nil, current: "speakers")) == [.choose("tv")])
        #expect(route.end() == [.choose("headphones")])
    }

    @Test(arguments: 0..<20 as Range<UInt64>) func withoutAnExternalTheUsersChoiceIsInForce(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var route = SoundRoute()
        var configured: String?
        var ofUser: String?
        var wanted: String?
        for _ in 0..<500 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: wanted = nil
            case 1: wanted = ["tv", "projector"].randomElement(using: &random)
            case 2:
                let choice = ["headphones", "speakers", "tv"].randomElement(using: &random)
                // The same again is no choice that anybody can see, nor is a sink of the service's own.
                guard choice != configured, choice != "tv" || route.sink == nil else { continue }
                configured = choice
                ofUser = choice
            case 3: route.lost()
            default: break
            }
            let choice = SoundChoice(configured: configured, current: configured ?? "speakers")
            for action in route.follow(wanted, choice) {
                switch action {
                case .choose(let sink): configured = sink
                case .forget: configured = nil
                }
            }
            if let sink = route.sink {
                #expect(sink == wanted)
            }
            if wanted == nil {
                #expect(configured == ofUser, "seed \(seed)")
                #expect(route.sink == nil)
            }
        }
    }
}
