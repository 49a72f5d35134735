import Geometry
import Mirroring
import TestSupport
import Testing

@Suite struct ModeChoiceTests {
    private let mode = Displays.mode

    private func candidates(_ modes: [Mode], request: ModeRequest? = nil) -> [Mode] {
        ModeChoice.candidates(for: Displays.connected("HDMI-A-1", modes: modes), request: request)
    }

    @Test func preferredGoesFirstThenTheRestDownwards() {
        let preferred = mode(1920, 1080, 60, true)
        let others = [mode(640, 480, 60, false), mode(1920, 1200, 60, false), mode(1920, 1200, 75, false)]
        #expect(candidates(others + [preferred]) == [preferred, others[2], others[1], others[0]])
    }

    @Test func theLargestOfSeveralNativeModesGoesFirst() {
        let small = mode(1920, 1080, 60, true)
        let large = mode(3840, 2160, 60, true)
        #expect(candidates([small, large]).first == large)
    }

    @Test func withoutAPreferredModeTheLargestAndFastestGoesFirst() {
        #expect(
            candidates([mode(800, 600, 60, false), mode(1024, 768, 60, false), mode(1024, 768, 75, false)])
                == [mode(1024, 768, 75, false), mode(1024, 768, 60, false), mode(800, 600, 60, false)])
    }

    @Test func aRequestGoesBeforeThePreferred() {
        let modes = [mode(3840, 2160, 60, true), mode(1920, 1080, 60, false), mode(1920, 1080, 50, false)]
        let size = Size<ScanoutSpace>(width: 1920, height: 1080)
        #expect(candidates(modes, request: ModeRequest(size: size)).prefix(2) == [modes[1], modes[2]])
        let at50 = ModeRequest(size: size, refreshMilliHertz: 50_000)
        #expect(candidates(modes, request: at50).prefix(2) == [modes[2], modes[0]])
    }

    @Test func theCommandLinesModeGoesFirstButForARequest() {
        var asked = mode(1280, 720, 30, false)
        asked.isOfCommandLine = true
        let modes = [mode(3840, 2160, 60, true), asked, mode(1920, 1080, 60, false)]
        #expect(candidates(modes) == [asked, modes[0], modes[2]])
        #expect(candidates(modes, request: ModeRequest(size: modes[2].size)) == [modes[2], asked, modes[0]])
    }

    @Test func aForcedTimingGoesFirstWhateverIsListed() {
        let listed = mode(1920, 1080, 60, true)
        let request = ModeRequest(size: listed.size, forced: .reducedBlanking)
        let found = candidates([listed], request: request)
        #expect(found.map(\.size) == [listed.size, listed.size])
        #expect(found.first?.timing?.kiloHertz == 138_500)
        #expect(found.last == listed)
    }

    @Test func aSilentDisplayIsSentWhatIsAskedFor() {
        let guess = mode(1024, 768, 60, false)
        let request = ModeRequest(size: Size(width: 1024, height: 600), refreshMilliHertz: 60_000)
        var display = Displays.connected("HDMI-A-1", modes: [guess])
        #expect(ModeChoice.candidates(for: display, request: request) == [guess])
        display.isSilent = true
        let found = ModeChoice.candidates(for: display, request: request)
        #expect(found.first?.timing?.kiloHertz == 49_000)
        #expect(found.dropFirst().first == guess)
        // What is listed is the driver's own timing.
        #expect(ModeChoice.candidates(for: display, request: ModeRequest(size: guess.size)) == [guess])
        // With nothing listed the request is all there is.
        display.modes = []
        #expect(ModeChoice.candidates(for: display, request: request).map(\.size) == [request.size])
    }

    @Test func theHighestRateOfThePreferredSizeGoesFirst() {
        let modes = [mode(3840, 2160, 60, true), mode(3840, 2160, 120, false), mode(2560, 1440, 144, false)]
        #expect(candidates(modes) == [modes[1], modes[0], modes[2]])
    }

    @Test func aSmootherModeGoesBeforeASlowPreferredOne() {
        let modes = [
            mode(3840, 2160, 30, true), mode(4096, 2160, 60, false), mode(1920, 1080, 60, false),
            mode(2560, 1440, 60, false), mode(2560, 1440, 24, false),
        ]
        #expect(candidates(modes) == [modes[3], modes[2], modes[0], modes[1], modes[4]])
        // Unless it is asked for.
        let request = ModeRequest(size: modes[0].size)
        #expect(candidates(modes, request: request).first == modes[0])
        // Half a hertz is the difference between television systems, not slowness.
        let film = Mode(size: modes[0].size, refreshMilliHertz: 49_950, isPreferred: true)
        #expect(candidates([film, modes[2]]).first == film)
        // Nothing is faster: the preferred mode stays first.
        #expect(candidates([modes[0], modes[4]]) == [modes[0], modes[4]])
    }

    @Test func aRequestedRateIsMetByItsFractionalTwin() {
        let twin = Mode(size: Size(width: 1920, height: 1080), refreshMilliHertz: 59_940)
        let request = ModeRequest(size: twin.size, refreshMilliHertz: 60_000)
        #expect(candidates([mode(3840, 2160, 60, true), twin], request: request).first == twin)
    }

    @Test func aRequestThatIsNotListedIsPassedOver() {
        let preferred = mode(1280, 800, 60, true)
        let extreme = ModeRequest(size: preferred.size, refreshMilliHertz: .min)
        #expect(candidates([preferred], request: extreme) == [preferred])
        #expect(candidates([preferred], request: ModeRequest(size: .zero)) == [preferred])
    }

    @Test func duplicatesAndImpossibleSizesAreDropped() {
        let preferred = mode(1280, 800, 60, true)
        let modes = [mode(1280, 800, 60, false), preferred, mode(0, 800, 60, true), mode(40_000, 800, 60, true)]
        #expect(candidates(modes) == [preferred])
    }

    @Test func everyListedTimingIsACandidateOnce() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let modes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                mode(
                    100 * Int.random(in: 1...4, using: &random), 100 * Int.random(in: 1...4, using: &random),
                    Int.random(in: 50...52, using: &random), random.chance(20))
            }
            func timings(_ modes: [Mode]) -> [[Int]] {
                modes.map { [$0.size.width, $0.size.height, $0.refreshMilliHertz] }
            }
            let result = timings(candidates(modes, request: modes.first.map { ModeRequest(size: $0.size) }))
            #expect(Set(result) == Set(timings(modes)))
            #expect(Set(result).count == result.count)
        }
    }
}
