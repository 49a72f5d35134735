import Geometry
import Mirroring
import TestSupport
import Testing

/// Which windows had better be on planes.
@Suite struct LivelyWindowsTests {
    private let screen = Size<OutputSpace>(width: 200, height: 100)
    private let back = SceneElement(
        whole: MemoryImage(size: Size(width: 200, height: 100), format: .xrgb8888, pixels: []),
        at: Rect(x: 0, y: 0, width: 200, height: 100))

    private final class Surface {}

    private func window(
        _ place: Rect<ContentSpace>, format: PixelFormat = .xrgb8888, isShared: Bool = true, hasAlpha: Bool = false
    ) -> SceneElement {
        SceneElement(
            source: SharedBuffer(size: place.size.reinterpreted(), format: format, isShared: isShared),
            crop: SourceBox(whole: place.size.reinterpreted()), transform: .normal, destination: place,
            opaque: hasAlpha ? Region() : Region(place), owner: Surface())
    }

    private func text(_ place: Rect<ContentSpace>) -> SceneElement {
        window(place, format: .argb8888, isShared: false, hasAlpha: true)
    }

    /// What is chosen once the elements' windows have changed so many times, one time after the other.
    private func choices(_ elements: [SceneElement], changes: Int = 5, every interval: Int64 = 40_000)
        -> [ScanoutChoice]
    {
        var windows = LivelyWindows()
        var elements = [back] + elements
        var found: [ScanoutChoice] = []
        for frame in 0...changes {
            found = windows.choices(of: elements, on: screen, at: Timestamp(microseconds: Int64(frame) * interval))
            for index in elements.indices { elements[index].changes.addAll() }
        }
        return found
    }

    private func places(_ choices: [ScanoutChoice]) -> [Rect<ContentSpace>] {
        choices.map(\.element.element.destination)
    }

    private let place = Rect<ContentSpace>(x: 20, y: 20, width: 80, height: 40)

    @Test func aWindowThatKeepsChangingIsChosen() {
        #expect(places(choices([window(place)])) == [place])
        #expect(choices([window(place)], changes: 3).isEmpty, "not for a few frames")
        #expect(choices([window(place)], every: 300_000).isEmpty, "not for a slow clock")
        #expect(choices([window(place, isShared: false)]).isEmpty, "memory of the processor's")
        #expect(choices([window(place, format: .argb8888, hasAlpha: true)]).isEmpty, "what lets others show through")
        #expect(places(choices([window(place, format: .argb8888)])) == [place])
        #expect(choices([window(Rect(x: 0, y: 0, width: 30, height: 30))]).isEmpty, "a small one")
        let outside = Rect<ContentSpace>(x: 150, y: 60, width: 80, height: 60)
        #expect(places(choices([window(outside)])) == [Rect(x: 150, y: 60, width: 50, height: 40)], "cut to the screen")
    }

    @Test func oneAtRestIsChosenNoLongerOnceSomethingElseChanges() {
        var windows = LivelyWindows()
        var film = window(place)
        func isChosen(at time: Int64) -> Bool {
            !windows.choices(of: [back, film], on: screen, at: Timestamp(microseconds: time)).isEmpty
        }
        for frame in 0...5 {
            _ = isChosen(at: Int64(frame) * 40_000)
            film.changes.addAll()
        }
        #expect(isChosen(at: 240_000) && isChosen(at: 1_200_000))
        film.changes.addAll()
        #expect(isChosen(at: 2_500_000), "it goes on, and nothing else has changed meanwhile")
        #expect(!isChosen(at: 2_500_000 + LivelyWindows.rest))
        film.changes.addAll()
        #expect(!isChosen(at: 3_510_000), "it begins anew")
    }

    @Test func whatLiesInFrontIsOnePictureWithinTheWindow() throws {
        let above = text(Rect(x: 50, y: 40, width: 140, height: 50))
        let choice = try #require(choices([window(place), above]).first)
        #expect(choice.above.count == 1)
        #expect(choice.frontFrame.map { choice.element.destination.contains($0) } == true)
        #expect(choice.frontFrame?.contains(Rect(x: 50, y: 40, width: 50, height: 20)) == true)
        #expect(choices([window(place), text(Rect(x: 120, y: 0, width: 50, height: 100))]).first?.frontFrame == nil)
        var hiding = text(Rect(x: 20, y: 20, width: 80, height: 30))
        hiding.opaque = Region(hiding.destination)
        #expect(choices([window(place), hiding]).isEmpty, "most of it is hidden")
    }

    @Test func severalAreInTheirOrder() {
        let other = Rect<ContentSpace>(x: 60, y: 30, width: 80, height: 60)
        let found = choices([window(place), window(other)])
        #expect(places(found) == [other, place], "the frontmost first")
        #expect(found.allSatisfy { $0.frontFrame == nil }, "on planes, they are where they belong")
        let between = choices([window(place), text(Rect(x: 30, y: 30, width: 20, height: 20)), window(other)])
        #expect(places(between) == [other], "one behind something that is drawn is drawn")
        let far = Rect<ContentSpace>(x: 120, y: 0, width: 60, height: 40)
        #expect(places(choices([window(place), window(far), text(far)])) == [far, place])
        let many = (0..<5).map { window(Rect(x: $0 * 40, y: 0, width: 40, height: 100)) }
        #expect(choices(many).count == 3)
    }

    /// Whatever the elements are: drawn ones in front of a chosen window are in the picture in front of it.
    @Test(arguments: Effort.seeds(sample: 100, torture: 10_000)) func windowsHideNothingThatBelongsInFront(seed: UInt64)
    {
        var random = SplitMix64(seed: seed)
        let elements = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let place = Rect<ContentSpace>(
                x: .random(in: -20..<180, using: &random), y: .random(in: -20..<80, using: &random),
                width: .random(in: 20..<120, using: &random), height: .random(in: 20..<90, using: &random))
            return random.chance(60) ? window(place) : text(place)
        }
        let found = choices(elements)
        var last = Int.max
        for (rank, choice) in found.enumerated() {
            let window = choice.element.element
            guard let index = elements.firstIndex(where: { $0.identity === window.identity }) else {
                #expect(Bool(false), "another element")
                return
            }
            #expect(index < last, "the order on screen")
            last = index
            #expect(rank == 0 || choice.frontFrame == nil)
            let front = choice.frontFrame.map { Region<ContentSpace>($0.reinterpreted()) } ?? Region()
            #expect(front.subtracting(Region(window.destination)).isEmpty)
            for (above, element) in elements.enumerated() where above > index {
                if found.contains(where: { $0.element.element.identity === element.identity }) { continue }
                let seen = Region(element.destination).intersection(window.destination)
                #expect(seen.subtracting(front).isEmpty, "it would be hidden")
            }
        }
    }
}
