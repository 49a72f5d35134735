import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

@Suite struct DockedHUDTests {
    private let source = FakeImage()

    private func bar(on bench: Bench) -> DockedHUD {
        let bar = bench.compositor.addBar(source)
        return bar
    }

    private func overlay(_ bench: Bench, _ role: OutputRole) -> [SceneElement] {
        let painter = bench.compositor.painter
        return bench.compositor.plan.screen(in: role).flatMap { painter.screens[$0.output.id]?.overlays[.statusBar] }
            ?? []
    }

    @Test("It lies along its edge, all of it or in the middle")
    func places() throws {
        let bench = Bench()
        let bar = bar(on: bench)
        let cases: [(Bool, Int?, Int, Rect<OutputSpace>)] = [
            (true, nil, 40, Rect(x: 0, y: 0, width: 1280, height: 40)),
            (false, nil, 48, Rect(x: 0, y: 752, width: 1280, height: 48)),
            (true, 600, 40, Rect(x: 340, y: 0, width: 600, height: 40)),
            (false, 9000, 9000, Rect(x: 0, y: 0, width: 1280, height: 800)),
        ]
        for (isAtTop, width, height, frame) in cases {
            bar.show(at: HUDDock(screen: .panel, isAtTop: isAtTop), width: width, height: height)
            #expect(overlay(bench, .panel).first?.frame == frame)
            #expect(source.size == frame.size)
            #expect(try #require(overlay(bench, .panel).first?.source) === source.picture)
        }
        bar.hide()
        #expect(overlay(bench, .panel).isEmpty)
        #expect(!source.isShown)
    }

    @Test("The content leaves its edge free, wherever that is, as long as the bar is there")
    func reservedEdge() {
        let bench = Bench()
        let bar = bar(on: bench)
        bar.show(at: HUDDock(screen: .panel, isAtTop: true), width: nil, height: 40)
        #expect(bench.content.screens.last?.reserved == EdgeMargins(top: 40))
        bar.show(at: HUDDock(screen: .panel, isAtTop: false), width: 600, height: 48)
        #expect(bench.content.screens.last?.reserved == EdgeMargins(bottom: 48))
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
        #expect(bench.compositor.status(version: "t").view.viewport.map { $0.y + $0.height } ?? 800 <= 752)
        bar.show(at: HUDDock(screen: .external, isAtTop: true), width: nil, height: 50)
        #expect(bench.content.screens.last?.reserved == EdgeMargins(top: 50))
        bar.hide()
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
        bench.connect([Bench.panel()])
        #expect(bench.content.screens.last?.reserved == EdgeMargins.none)
    }

    @Test("It may be configured to lie over windows that are full screen", arguments: [false, true])
    func fullscreen(isOver: Bool) {
        var configuration = Configuration()
        configuration.hud.isOverFullscreen = isOver
        let bench = Bench(configuration: configuration)
        bar(on: bench).show(at: HUDDock(screen: .panel, isAtTop: true), width: nil, height: 40)
        #expect(bench.content.screens.last?.reserved == EdgeMargins(top: 40))
        #expect(
            bench.content.screens.last?.reservedFromFullscreen == (isOver ? EdgeMargins.none : EdgeMargins(top: 40)))
    }

    @Test("On the external it comes and goes with it, at the size of each")
    func external() {
        let bench = Bench()
        let bar = bar(on: bench)
        bar.show(at: HUDDock(screen: .external, isAtTop: false), width: nil, height: 40)
        #expect(!bar.isVisible && !source.isShown)
        for (width, height) in [(3840, 2160), (1920, 1080)] {
            bench.connect([Bench.panel(), Bench.external(width, height)])
            #expect(bar.isVisible && source.isShown)
            #expect(overlay(bench, .external).first?.frame == Rect(x: 0, y: height - 40, width: width, height: 40))
            bench.connect([Bench.panel()])
            #expect(!bar.isVisible && !source.isShown)
        }
    }

    @Test("What changes in the picture is drawn on the screen, and only that")
    func damage() throws {
        let bench = Bench()
        let bar = bar(on: bench)
        bar.show(at: HUDDock(screen: .panel, isAtTop: false), width: nil, height: 40)
        bench.loop.settle()
        _ = bench.drain()
        _ = bench.display.takeDamage(of: OutputID("DSI-1"))
        source.damaged(Region(Rect(x: 5, y: 6, width: 7, height: 8)))
        bench.loop.settle()
        _ = bench.drain()
        let shown = bench.display.takeDamage(of: OutputID("DSI-1"))
        #expect(shown == Region(Rect(x: 5, y: 766, width: 7, height: 8)))
    }

    @Test("A picture drawn on other memory takes the place of the one before")
    func otherMemory() throws {
        let bench = Bench()
        let bar = bar(on: bench)
        bar.show(at: HUDDock(screen: .panel, isAtTop: true), width: nil, height: 40)
        let before = try #require(overlay(bench, .panel).first?.source)
        source.redraw()
        let after = try #require(overlay(bench, .panel).first?.source)
        #expect(after === source.picture && after !== before)
    }

    @Test("A finger on what scrolls in a bar on the panel is the bar's, and beside it the application's")
    func scrolling() {
        let bench = Bench()
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: Bench.glass, name: "glass", capabilities: [.touch])))
        let bar = bar(on: bench)
        source.scrollPlace = Region(Rect(x: 100, y: 5, width: 200, height: 30))
        bar.show(at: HUDDock(screen: .panel, isAtTop: false), width: nil, height: 40)
        _ = bench.content.takeInputs()
        bench.down(0, 150, 780)
        bench.move(0, 150, 795)
        bench.move(0, 500, 770)
        bench.up(0)
        bench.down(0, 150, 780)
        bench.up(0)
        #expect(source.scrolls == ["by 15.0", "by -25.0", "ended", "to end"])
        #expect(!bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bench.down(0, 150, 500)
        bench.up(0)
        #expect(bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bar.hide()
        bench.down(0, 150, 780)
        bench.up(0)
        #expect(bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bench.connect([Bench.panel(), Bench.external()])
        bar.show(at: HUDDock(screen: .external, isAtTop: false), width: nil, height: 40)
        bench.down(0, 150, 795)
        bench.move(0, 150, 760)
        bench.up(0)
        #expect(source.scrolls.count == 4)
    }
}
