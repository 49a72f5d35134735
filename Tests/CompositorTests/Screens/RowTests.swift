import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A 1280x800 panel, and content over a 3840x2160 external and a 1920x1080 display on its right.
@Suite struct RowTests {
    private static let right = Bench.output("HDMI-A-2", .hdmiA, 1920, 1080)
    private static let all = [Bench.panel(), Bench.external(), right]
    private let bench: Bench
    private let external = Bench.external().id
    private let panel = Bench.panel().id
    private let part = Self.right.id

    init() {
        var configuration = Configuration()
        configuration.external.arrangement = .span
        bench = Bench(configuration: configuration, holding: 1500, outputs: Self.all)
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        // Content in memory is drawn at the pace of its display.
        bench.loop.advance(microseconds: 50_000)
        settle()
    }

    private func settle() {
        bench.loop.settle()
        #expect(bench.drain() && bench.violations.isEmpty)
    }

    private func damage(of rect: Rect<ContentSpace>) -> [OutputID: Region<OutputSpace>] {
        for id in [external, panel, part] { _ = bench.display.takeDamage(of: id) }
        bench.loop.advance(microseconds: 20_000)
        bench.content.observer?.contentDamaged(Region(rect))
        bench.loop.advance(microseconds: 20_000)
        settle()
        return Dictionary(uniqueKeysWithValues: [external, panel, part].map { ($0, bench.display.takeDamage(of: $0)) })
    }

    @Test func theContentIsLaidOutOverBoth() {
        let screen = bench.content.screens.last
        #expect(screen?.size == Size(width: 7680, height: 2160) && screen?.name == "Row-1")
        #expect(screen?.outputID == external)
        // For tools each display is an output by itself.
        let displays = bench.compositor.plan.displays
        #expect(displays.map(\.screen.name) == [panel.name, external.name, part.name])
        #expect(displays.map(\.screen.size.width) == [1280, 3840, 1920])
        #expect(bench.compositor.plan.screens[part]?.role == .part)
        #expect(bench.compositor.plan.panel?.view?.fit.external == Size(width: 7680, height: 2160))
        #expect(bench.compositor.plan.hidden.isEmpty)
    }

    @Test func eachIsRedrawnWhereItsPartChanges() {
        let left = damage(of: Rect(x: 300, y: 300, width: 60, height: 60))
        #expect(left[external] == Region(Rect(x: 300, y: 300, width: 60, height: 60)))
        #expect(left[part] == Region() && left[panel] == Region(Rect(x: 50, y: 270, width: 10, height: 10)))
        let right = damage(of: Rect(x: 3840 + 300, y: 300, width: 60, height: 60))
        #expect(right[external] == Region())
        #expect(right[part] == Region(Rect(x: 150, y: 150, width: 30, height: 30)))
        #expect(right[panel]?.isEmpty == false)
    }

    /// A finger on the panel, and one on either display's own glass, reach the spot that is shown there.
    @Test func touchesReachWhatIsShownThere() {
        func point(of device: DeviceID, _ position: DevicePosition) -> Point<ContentSpace>? {
            _ = bench.content.takeInputs()
            bench.compositor.input.inputReceived(.touchDown(device, slot: 0, position, bench.loop.now))
            bench.compositor.input.inputReceived(.touchUp(device, slot: 0, bench.loop.now))
            return bench.content.takeInputs().compactMap { input -> Point<ContentSpace>? in
                if case .touchDown(_, let point, _) = input { point } else { nil }
            }.first
        }
        for (index, id) in [external, part].enumerated() {
            let glass = DeviceDescription(
                id: DeviceID(7 + index), name: "wall", capabilities: [.touch], output: id.name)
            bench.compositor.input.inputReceived(.deviceAdded(glass))
        }
        #expect(point(of: DeviceID(7), DevicePosition(x: 0.5, y: 0.5)) == Point(x: 1920, y: 1080))
        #expect(point(of: DeviceID(8), DevicePosition(x: 0.5, y: 0.5)) == Point(x: 3840 + 1920, y: 1080))
    }

    @Test func aFrozenRowStaysAsItIsAndComesBack() {
        #expect(bench.compositor.freezer.freeze() == .done)
        settle()
        let frozen = damage(of: Rect(x: 3700, y: 300, width: 400, height: 60))
        #expect(frozen[external] == Region() && frozen[part] == Region() && frozen[panel]?.isEmpty == false)
        bench.compositor.freezer.thaw()
        settle()
        let thawed = damage(of: Rect(x: 3700, y: 300, width: 400, height: 60))
        #expect(thawed[external]?.isEmpty == false && thawed[part]?.isEmpty == false)
    }

    @Test func aBlankRowIsBlackAsAWhole() {
        bench.compositor.blanking.blank(.external)
        settle()
        #expect([external, part].allSatisfy { bench.compositor.plan.screens[$0]?.isCovered == true })
        let black = bench.compositor.painter.overlay(.blank, on: .external).map(\.destination)
        #expect(black == [Rect(x: 0, y: 0, width: 7680, height: 2160)], "black lies on the whole row")
        bench.compositor.blanking.blank(nil)
        settle()
        #expect(damage(of: Rect(x: 3700, y: 300, width: 400, height: 60))[part]?.isEmpty == false)
    }

    @Test func eachDisplayOfARowIsBlackOrFrozenByItself() {
        let both = Rect<ContentSpace>(x: 3700, y: 300, width: 400, height: 60)
        for (id, other) in [(external, part), (part, external)] {
            #expect(bench.compositor.blanking.blank(id, true) == nil)
            settle()
            var damage = damage(of: both)
            #expect(damage[id]?.isEmpty == true && damage[other]?.isEmpty == false && damage[panel]?.isEmpty == false)
            #expect(bench.compositor.painter.overlay(.blank, on: .external).isEmpty)
            #expect(bench.compositor.blanking.blank(id, false) == nil)
            settle()
            #expect(bench.compositor.freezer.freeze(id) == .done)
            settle()
            damage = self.damage(of: both)
            #expect(damage[id]?.isEmpty == true && damage[other]?.isEmpty == false && damage[panel]?.isEmpty == false)
            bench.compositor.freezer.thaw(id)
            settle()
            #expect(self.damage(of: both).values.allSatisfy { !$0.isEmpty })
        }
    }

    @Test func displaysComeAndGoAndTheArrangementChanges() {
        bench.connect([Bench.panel(), Bench.external()])
        settle()
        #expect(bench.content.screens.last?.size == Size(width: 3840, height: 2160))
        bench.connect(Self.all)
        settle()
        #expect(bench.content.screens.last?.size == Size(width: 7680, height: 2160))
        bench.compositor.displays.arrange(.copy)
        settle()
        #expect(bench.content.screens.last?.size == Size(width: 3840, height: 2160))
        #expect(bench.compositor.plan.screens[part]?.role == .copy)
        bench.compositor.displays.arrange(.span)
        settle()
        #expect(bench.compositor.plan.screens[part]?.role == .part)
        #expect(bench.compositor.displays.useAsCopy(part) == .done)
        settle()
        #expect(bench.compositor.plan.screens[part]?.role == .copy)
        #expect(bench.content.screens.last?.size == Size(width: 3840, height: 2160))
    }

    /// Nobody waits for an external whose neighbour can take its place.
    @Test func anExternalThatGoesLeavesTheContentToItsNeighbour() {
        bench.connect([Bench.panel(), Self.right])
        settle()
        bench.content.drawWindow()
        settle()
        #expect(bench.compositor.plan.contentScreen?.output.id == part)
        #expect(bench.content.screens.last?.size == Size(width: 1920, height: 1080))
        #expect(damage(of: Rect(x: 300, y: 300, width: 60, height: 60))[part]?.isEmpty == false)
        bench.connect(Self.all)
        settle()
        #expect(bench.compositor.plan.contentScreen?.output.id == external)
        #expect(bench.content.screens.last?.size == Size(width: 7680, height: 2160))
    }
}
