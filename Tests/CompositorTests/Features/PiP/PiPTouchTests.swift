import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PiPTouchTests {
    private let rig: PiPBench

    init() {
        rig = PiPBench(external: true)
        rig.addTouchscreen()
        rig.show(.external)
    }

    @Test func aDragSnapsToTheNearestCorner() {
        let inputs = rig.bench.content.inputs.count
        rig.swipe([(1100, 700), (800, 500), (400, 200), (300, 150), (300, 150), (300, 150)], stepMilliseconds: 80)
        rig.run(milliseconds: 400)
        #expect(rig.status?.frame == Rect(x: 16, y: 16, width: 320, height: 180))
        #expect(rig.bench.content.inputs.count == inputs, "the source hears nothing of it")
    }

    @Test func aFlingHidesItAndTheTabBringsItBack() throws {
        rig.swipe([(1100, 700), (1150, 700), (1200, 700), (1250, 700)])
        rig.run(milliseconds: 400)
        #expect(rig.status?.isStashed == true)
        #expect(rig.status?.frame?.x == 1280)
        let tab = try #require(rig.controls.last?.destination)
        rig.swipe([(Double(tab.x) + 5, Double(tab.y) + 5)])
        rig.run(milliseconds: 400)
        #expect(rig.status?.isStashed == false)
        #expect(rig.status?.frame?.maxX == 1264)
    }

    @Test func aDoubleTapGoesToTheNextSize() {
        rig.swipe([(1100, 700)])
        rig.swipe([(1100, 700)])
        rig.run(milliseconds: 400)
        #expect(rig.status?.frame?.size == Size(width: 448, height: 252))
    }

    @Test func touchingShowsTheButtonsForFiveSeconds() {
        #expect(rig.controls.isEmpty)
        rig.swipe([(1100, 700)])
        #expect(rig.controls.count == 2)
        rig.run(milliseconds: 4800)
        #expect(rig.controls.count == 2)
        rig.run(milliseconds: 600)
        #expect(rig.controls.isEmpty)
    }

    @Test func theCloseButtonClosesIt() throws {
        rig.swipe([(1100, 700)])
        let close = try #require(rig.controls.first?.destination)
        rig.swipe([(Double(close.x) + 5, Double(close.y) + 5)])
        rig.run(milliseconds: 400)
        #expect(rig.status?.source == nil)
        #expect(rig.takeStopReason() == .closed)
    }

    @Test func theRestoreButtonRestoresIt() throws {
        rig.swipe([(1100, 700)])
        let restore = try #require(rig.controls.last?.destination)
        rig.swipe([(Double(restore.x) + 5, Double(restore.y) + 5)])
        rig.run(milliseconds: 600)
        #expect(rig.base == .controller)
        #expect(rig.takeStopReason() == .restored)
    }

    @Test func withATimelineThereAreButtonsForIt() {
        rig.bench.players.isThere = true
        rig.swipe([(1100, 700)])
        #expect(rig.controls.count == 5)
        #expect(rig.status?.hasTimeline == true)
        rig.bench.players.isThere = false
        #expect(rig.controls.count == 2)
    }

    @Test func theButtonSaysWhatItWouldDo() throws {
        rig.bench.players.isThere = true
        rig.swipe([(1100, 700)])
        var seen: [ObjectIdentifier] = []
        for plays in [nil, true, false, nil] as [Bool?] {
            rig.bench.players.plays = plays
            #expect(rig.status?.isPlaying == plays)
            seen.append(ObjectIdentifier(try #require(rig.controls.dropFirst(3).first?.source)))
        }
        #expect(Set(seen).count == 3)
        #expect(seen.first == seen.last)
    }

    @Test func itHasAnEdgeAndAShadowUnlessItIsHidden() throws {
        let overlay = try #require(rig.overlay.first)
        let place = overlay.frame
        let border = rig.border.reduce(Rect<ContentSpace>.zero) { $0.union($1.destination) }
        #expect(border == Rect(left: place.x - 14, top: place.y - 14, right: place.maxX + 14, bottom: place.maxY + 14))
        #expect(overlay.cornerRadius == 12)
        rig.swipe([(1100, 700), (1150, 700), (1200, 700), (1250, 700)])
        rig.run(milliseconds: 400)
        #expect(rig.border.isEmpty)
        let tab = try #require(rig.controls.last?.destination)
        #expect(tab.width >= 77 && tab.height >= 77)
    }
}

extension PiPBench {
    /// Why the last picture ended.
    func takeStopReason() -> PiPStopReason? {
        takePiPEvents().compactMap { event in
            if case .didStop(_, let reason) = event { reason } else { nil }
        }.last
    }
}
