import Geometry
import Testing

@testable import Compositor
@testable import Mirroring

/// Fingers that rest on the controller of a 3840x2160 external on a 1280x800 panel.
@Suite struct ControllerPressTests {
    private let panel = OutputID("DSI-1")

    private func bench(_ kind: LongPress = .loupe) -> Bench {
        var configuration = Configuration()
        configuration.controller.longPress = kind
        let bench = Bench.mirroring(configuration)
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        _ = bench.display.takeDamage(of: panel)
        bench.renderer.reset()
        return bench
    }

    private func overlay(_ bench: Bench) -> [SceneElement] { bench.compositor.painter.overlay(.press, on: .panel) }

    /// What the loupe shows of the content.
    private func part(_ bench: Bench) -> SceneElement? { overlay(bench).first(where: \.showsMirroredFrame) }

    private func rest(_ bench: Bench) { bench.loop.advance(microseconds: 350_000) }

    @Test func theLoupeAimsAndTaps() {
        let bench = bench()
        bench.down(0, 640, 600)
        bench.loop.advance(microseconds: 340_000)
        #expect(overlay(bench).isEmpty && !bench.content.takeInputs().contains(.touchCancel))
        bench.loop.advance(microseconds: 10_000)
        #expect(bench.content.takeInputs().contains(.touchCancel))
        #expect(part(bench) != nil)
        #expect(bench.compositor.status(version: "t").view.controller?.aim == ControllerStatus.Aim(x: 1920, y: 1680))
        bench.move(0, 660, 600)
        #expect(bench.compositor.status(version: "t").view.controller?.aim == ControllerStatus.Aim(x: 1935, y: 1680))
        bench.up(0)
        #expect(overlay(bench).isEmpty && bench.compositor.status(version: "t").view.controller?.aim == nil)
        let now = bench.loop.now
        #expect(
            bench.content.takeInputs() == [
                .touchDown(ContactID(0), Point(x: 1935, y: 1680), now), .touchFrame, .touchUp(ContactID(0), now),
                .touchFrame,
            ])
    }

    @Test func damageUnderTheLoupeIsSeenInIt() throws {
        let bench = bench()
        bench.down(0, 640, 600)
        rest(bench)
        #expect(bench.drain())
        let excerpt = try #require(part(bench))
        _ = bench.display.takeDamage(of: panel)
        let changed = Rect<ContentSpace>(x: 1930, y: 1690, width: 6, height: 3)
        bench.content.observer?.contentDamaged(Region(changed))
        bench.loop.settle()
        let damage = bench.display.takeDamage(of: panel)
        let expected = excerpt.shown(Region(changed.reinterpreted())).reinterpreted(as: OutputSpace.self)
        #expect(!expected.isEmpty && damage.intersection(excerpt.frame) == expected)
        #expect(bench.drain())
        // What the loupe neither shows nor leaves to be seen costs nothing.
        let below = Rect<ContentSpace>(
            x: (excerpt.frame.x + 40) * 3, y: (excerpt.frame.y + 40 - 40) * 3, width: 30, height: 30)
        bench.content.observer?.contentDamaged(Region(below))
        bench.loop.settle()
        #expect(bench.display.takeDamage(of: panel).isEmpty)
    }

    @Test(arguments: [LongPress.loupe, .rightClick]) func aPinchWhoseFirstFingerRestedZooms(kind: LongPress) throws {
        let bench = bench(kind)
        bench.down(0, 640, 400)
        rest(bench)
        #expect(!overlay(bench).isEmpty)
        _ = bench.content.takeInputs()
        bench.down(1, 740, 400)
        for step in 1...10 { bench.move(1, 740 + 20 * Double(step), 400) }
        #expect(overlay(bench).isEmpty)
        let zoom = try #require(bench.compositor.controller.view?.zoom)
        #expect(abs(zoom.factor - 3) < 0.05)
        bench.up(1)
        bench.up(0)
        bench.loop.advance(microseconds: 1_000_000)
        let wrong = bench.content.takeInputs().filter {
            switch $0 {
            case .touchDown, .pointerButton: true
            default: false
            }
        }
        #expect(wrong.isEmpty)
        // The next finger is the application's again.
        bench.down(0, 640, 400)
        #expect(bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bench.up(0)
    }

    @Test func aTapOfAnotherFingerClicksTheRightButton() {
        let bench = bench()
        bench.down(0, 640, 600)
        rest(bench)
        _ = bench.content.takeInputs()
        bench.down(1, 900, 600)
        bench.up(1)
        let inputs = bench.content.takeInputs()
        #expect(inputs.contains(.pointerButton(0x111, pressed: true, bench.loop.now)))
        #expect(inputs.contains(.pointerButton(0x111, pressed: false, bench.loop.now)))
        bench.up(0)
        #expect(bench.content.takeInputs().isEmpty && overlay(bench).isEmpty)
    }

    @Test func theRingGrowsAndClicks() throws {
        let bench = bench(.rightClick)
        bench.down(0, 640, 600)
        rest(bench)
        let first = try #require(overlay(bench).first?.destination)
        for _ in 0..<12 { bench.loop.advance(microseconds: 16_667) }
        let last = try #require(overlay(bench).first?.destination)
        #expect(last.width > 2 * first.width && part(bench) == nil)
        bench.up(0)
        #expect(overlay(bench).isEmpty)
        let buttons = bench.content.takeInputs().compactMap {
            if case .pointerButton(let code, let pressed, _) = $0 { (code, pressed) } else { nil }
        }
        #expect(buttons.map(\.0) == [0x111, 0x111] && buttons.map(\.1) == [true, false])
    }

    @Test func aRingThatMovesIsADrag() {
        let bench = bench(.rightClick)
        bench.down(0, 640, 600)
        rest(bench)
        _ = bench.content.takeInputs()
        bench.move(0, 700, 600)
        bench.move(0, 710, 600)
        #expect(overlay(bench).isEmpty)
        bench.up(0)
        let inputs = bench.content.takeInputs()
        let points = inputs.compactMap { input in
            switch input {
            case .touchDown(_, let point, _), .touchMotion(_, let point, _): point.x
            default: nil
            }
        }
        #expect(points == [1920, 2100, 2130])
        #expect(inputs.contains(.touchUp(ContactID(0), bench.loop.now)))
    }

    @Test func applicationsMayHaveLongPressesOfTheirOwn() {
        let bench = bench(.application)
        bench.down(0, 640, 600)
        bench.loop.advance(microseconds: 2_000_000)
        bench.up(0)
        let inputs = bench.content.takeInputs()
        #expect(overlay(bench).isEmpty && !inputs.contains(.touchCancel))
        #expect(inputs.contains(.touchUp(ContactID(0), bench.loop.now)))
    }

    @Test func anotherModeOrAnUnplugEndsIt() {
        for isUnplugged in [true, false] {
            let bench = bench()
            bench.down(0, 640, 600)
            rest(bench)
            #expect(!overlay(bench).isEmpty)
            if isUnplugged { bench.connect([Bench.panel()]) } else { bench.compositor.controller.use(.view) }
            #expect(overlay(bench).isEmpty)
            _ = bench.content.takeInputs()
            bench.up(0)
            #expect(!bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        }
    }
}
