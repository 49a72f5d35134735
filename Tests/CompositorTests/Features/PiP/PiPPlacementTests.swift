import Geometry
import TestSupport
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct PiPPlacementTests {
    private func placement(
        panel: Size<PanelSpace> = Size(width: 1280, height: 800),
        source: Size<ContentSpace> = Size(width: 1920, height: 1080),
        _ adjust: (inout PiPConfiguration) -> Void = { _ in }
    ) -> PiPPlacement {
        var configuration = PiPConfiguration()
        configuration.share = 0.25
        adjust(&configuration)
        return PiPPlacement(panel: panel, density: 8, source: source, configuration: configuration)
    }

    @Test func itRestsInItsCornerWithinTheMargins() {
        var placement = placement()
        // The largest 16:9 picture is 1280x720; a quarter of it is 320x180.
        #expect(placement.rect == Rect(x: 944, y: 604, width: 320, height: 180))
        placement.move(to: .topLeft)
        #expect(placement.rect == Rect(x: 16, y: 16, width: 320, height: 180))
    }

    @Test func aNewAspectKeepsTheShare() {
        var placement = placement()
        placement.resize(source: Size(width: 1000, height: 1000))
        #expect(placement.rect == Rect(x: 1064, y: 584, width: 200, height: 200))
    }

    @Test func asizeIsFittedInAspect() {
        var placement = placement()
        placement.fit(into: Size(width: 640, height: 1000))
        #expect(placement.rect.size == Size(width: 640, height: 360))
        placement.fit(into: Size(width: 1, height: 1))
        #expect(placement.share == PiPConfiguration().minimumShare)
    }

    @Test func doubleTapsGoRoundTheSizes() {
        var placement = placement { $0.shares = [0.2, 0.4] }
        placement.cycleSize()
        #expect(placement.share == 0.4)
        placement.cycleSize()
        #expect(placement.share == 0.2)
    }

    @Test func itSnapsToTheNearestCorner() {
        var placement = placement()
        placement.settle(from: Rect(x: 300, y: 100, width: 320, height: 180), velocity: .zero)
        #expect(placement.corner == .topLeft)
        placement.settle(from: Rect(x: 300, y: 100, width: 320, height: 180), velocity: PanelVelocity(x: 2000, y: 2000))
        #expect(placement.corner == .bottomRight)
        #expect(placement.stash == nil)
    }

    @Test func aFlingPastASideHidesItBehindItsTab() throws {
        var placement = placement()
        placement.settle(from: Rect(x: 900, y: 100, width: 320, height: 180), velocity: PanelVelocity(x: 3000, y: 0))
        #expect(placement.stash == .right)
        #expect(placement.rect.x == 1280)
        let tab = try #require(placement.tab)
        #expect(tab.maxX == 1280)
        #expect(Rect(x: 0, y: 0, width: 1280, height: 800).contains(tab))
        placement.show()
        #expect(placement.corner == .topRight)
        #expect(placement.tab == nil)
    }

    @Test(arguments: [4.0, 8.49, 15.5])
    func theTabIsLargeEnoughForAFinger(density: Double) throws {
        var placement = placement()
        placement.resize(panel: Size(width: 1280, height: 800), density: density)
        placement.hide()
        let tab = try #require(placement.tab)
        #expect(Double(tab.width) >= 9 * density)
        #expect(Double(tab.height) >= 9 * density)
    }

    @Test func aFlingUpOrDownOnlyChangesTheCorner() {
        var placement = placement()
        placement.settle(from: Rect(x: 900, y: 500, width: 320, height: 180), velocity: PanelVelocity(x: 0, y: -9000))
        #expect(placement.corner == .topRight)
        #expect(placement.stash == nil)
    }

    @Test(arguments: UInt64(0)..<100)
    func itIsAlwaysWithinReachAndInAspect(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var placement = placement(panel: panel(&random), source: source(&random))
        for _ in 0..<60 {
            change(&placement, &random)
            let screen = placement.panel.bounds
            #expect(placement.room.contains(placement.shownRect))
            if placement.stash == nil {
                #expect(screen.contains(placement.rect))
                #expect(placement.tab == nil)
            } else {
                #expect(screen.intersection(placement.rect).isEmpty)
                let tab = placement.tab
                #expect(tab.map { screen.contains($0) && !$0.isEmpty } == true)
            }
            let size = placement.rect.size
            let aspect = Double(placement.source.width) / Double(placement.source.height)
            // Each length is rounded by half a pixel at most.
            #expect(abs(Double(size.width) - Double(size.height) * aspect) <= 0.5 + 0.5 * aspect + 1)
        }
    }

    private func change(_ placement: inout PiPPlacement, _ random: inout SplitMix64) {
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            let size = panel(&random)
            let rows = random.chance(50) ? size.height / 2 : 0
            let room = Rect<PanelSpace>(x: 0, y: 0, width: size.width, height: size.height - rows)
            placement.resize(panel: size, room: room, density: 8)
        case 1: placement.resize(source: source(&random))
        case 2: placement.move(to: PiPCorner.allCases.randomElement(using: &random) ?? .topLeft)
        case 3: placement.cycleSize()
        case 4: placement.hide()
        case 5: placement.show()
        case 6:
            placement.fit(
                into: Size(
                    width: Int.random(in: -5...20_000, using: &random),
                    height: Int.random(in: -5...20_000, using: &random)))
        default:
            let anywhere = Rect<PanelSpace>(
                x: Int.random(in: -5000...5000, using: &random), y: Int.random(in: -5000...5000, using: &random),
                width: Int.random(in: 1...2000, using: &random), height: Int.random(in: 1...2000, using: &random))
            placement.settle(
                from: placement.reachable(anywhere),
                velocity: PanelVelocity(
                    x: Double.random(in: -5e4...5e4, using: &random), y: Double.random(in: -5e4...5e4, using: &random)))
        }
    }

    private func panel(_ random: inout SplitMix64) -> Size<PanelSpace> {
        Size(width: Int.random(in: 200...3000, using: &random), height: Int.random(in: 200...3000, using: &random))
    }

    private func source(_ random: inout SplitMix64) -> Size<ContentSpace> {
        Size(width: Int.random(in: 300...8000, using: &random), height: Int.random(in: 300...4000, using: &random))
    }
}
