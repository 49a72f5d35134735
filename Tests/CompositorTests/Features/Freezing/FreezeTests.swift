import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A 3840x2160 external that is frozen, and the 1280x800 panel in the user's hands.
@Suite struct FreezeTests {
    private let bench = Bench.mirroring()
    private let external = Bench.external().id
    private let panel = Bench.panel().id

    init() {
        #expect(bench.drain())
    }

    private func freeze() {
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        // The content's first frame behind the still counts as shown.
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.violations.isEmpty)
    }

    private func status() -> ServiceStatus { bench.compositor.status(version: "t") }

    private func draw(_ rect: Rect<ContentSpace> = Rect(x: 300, y: 300, width: 60, height: 60)) {
        bench.content.observer?.contentDamaged(Region(rect))
        bench.loop.settle()
    }

    private func forget() {
        for id in [external, panel] { _ = bench.display.takeDamage(of: id) }
        _ = bench.takeEvents()
    }

    @Test func theExternalShowsNothingNewAndThePanelEverything() {
        freeze()
        let frames = status().counters.external.framesPresented
        forget()
        draw()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: external).isEmpty)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 100, y: 140, width: 20, height: 20)))
        #expect(status().counters.external.framesPresented == frames)
        #expect(status().screens.isFrozen && status().applications.content?.on == .external)
    }

    /// A closed lid leaves only the external, on which the content must be used.
    @Test func anExternalThatServesAloneIsNotFrozen() {
        freeze()
        bench.compositor.director.handle(.lidMoved(isClosed: true))
        bench.loop.settle()
        #expect(!status().screens.isFrozen && bench.compositor.plan.frozen.isEmpty)
        forget()
        draw()
        #expect(bench.drain() && bench.violations.isEmpty)
        #expect(bench.display.takeDamage(of: external) == Region(Rect(x: 300, y: 300, width: 60, height: 60)))
    }

    @Test func theContentGetsItsFramesAtTheDisplaysPace() {
        freeze()
        bench.loop.advance(microseconds: 100_000)
        let before = (bench.content.framesComposed, bench.content.framesEnded)
        draw()
        #expect(bench.content.framesComposed == before.0 + 1)
        draw()
        #expect(bench.content.framesComposed == before.0 + 1, "one frame at a time")
        #expect(bench.content.framesEnded == before.1)
        bench.loop.advance(microseconds: 16_700)
        #expect(bench.content.framesEnded == before.1 + 1)
        #expect(bench.content.framesComposed == before.0 + 2)
        bench.loop.advance(microseconds: 16_700)
        #expect(bench.content.framesEnded == before.1 + 2)
        #expect(bench.drain())
        #expect(bench.loop.nextDue == nil, "nothing wakes up where nothing changes")
    }

    @Test func itShowsTheContentAgainWholly() {
        freeze()
        draw()
        forget()
        bench.compositor.freezer.thaw()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: external) == Region(Rect(x: 0, y: 0, width: 3840, height: 2160)))
        #expect(bench.takeEvents() == [.outputUnfrozen(external)])
        #expect(!status().screens.isFrozen && bench.violations.isEmpty)
        draw()
        #expect(bench.drain())
        #expect(!bench.display.takeDamage(of: external).isEmpty)
    }

    @Test func whatIsHeldGoesOn() {
        bench.down(0, 640, 400)
        freeze()
        bench.move(0, 650, 400)
        bench.up(0)
        let touches = bench.content.takeInputs().filter { input in
            switch input {
            case .touchDown, .touchMotion, .touchUp, .touchCancel: true
            default: false
            }
        }
        #expect(touches.count == 3 && !touches.contains(.touchCancel))
        #expect(bench.takeEvents().contains(.outputFrozen(external)))
    }

    @Test func aSignSaysSoOnThePanel() throws {
        #expect(bench.compositor.painter.overlay(.signs, on: .panel).isEmpty)
        freeze()
        #expect(bench.notices.signs == [FakeNotices.Sign(text: "External frozen", tone: .notable)])
        let sign = try #require(bench.compositor.painter.overlay(.signs, on: .panel).first)
        #expect(sign.destination.x < 100 && sign.destination.y < 100)
        #expect(bench.compositor.painter.overlay(.signs, on: .external).isEmpty)
        bench.compositor.freezer.thaw()
        #expect(bench.compositor.painter.overlay(.signs, on: .panel).isEmpty)
    }

    @Test func theCursorStaysInThePictureAndMovesOnThePanelAlone() {
        bench.display.cursorSides = [external: 64]
        bench.content.cursor = .named("default", at: Point(x: 100, y: 100))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[external] != nil)
        freeze()
        #expect(bench.display.cursors[external] == nil, "it is in the picture")
        bench.loop.advance(microseconds: 20_000)
        forget()
        bench.content.cursor = .named("default", at: Point(x: 900, y: 900))
        bench.content.observer?.contentCursorChanged(.moved)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[external] == nil && bench.display.takeDamage(of: external).isEmpty)
        #expect(!bench.display.takeDamage(of: panel).isEmpty)
        bench.compositor.freezer.thaw()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.cursors[external]?.destination.x == 900)
    }

    @Test func overlaysOfTheExternalAreSeenInTheControllerAlone() {
        freeze()
        bench.loop.advance(microseconds: 20_000)
        forget()
        bench.compositor.overlays.set(
            .presenter, to: [SceneElement(FakePixels(), at: Rect(x: 600, y: 600, width: 90, height: 90))],
            on: .external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: external).isEmpty)
        #expect(bench.display.takeDamage(of: panel) == Region(Rect(x: 200, y: 240, width: 30, height: 30)))
    }

    @Test func blackComesAboveThePictureAndTheControllerStays() {
        freeze()
        forget()
        let whole = Region<OutputSpace>(Rect(x: 0, y: 0, width: 3840, height: 2160))
        bench.compositor.blanking.blank(.external)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: external) == whole)
        #expect(bench.compositor.painter.overlay(.blank, on: .external).isEmpty, "the controller shows the content")
        bench.compositor.blanking.blank(nil)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.display.takeDamage(of: external) == whole)
        #expect(status().screens.isFrozen)
        bench.compositor.blanking.blank(.external)
        bench.compositor.freezer.thaw()
        #expect(!bench.compositor.painter.overlay(.blank, on: .external).isEmpty)
    }

    @Test("Freezing ends with the external", arguments: ["unplugged", "mirror off", "another one"])
    func ends(how: String) {
        freeze()
        _ = bench.takeEvents()
        switch how {
        case "unplugged": bench.connect([Bench.panel()])
        case "mirror off": bench.compositor.displays.setMirroring(false)
        default:
            bench.connect([Bench.panel(), Bench.external(), Bench.output("DP-1", .displayPort, 1920, 1080)])
            #expect(status().screens.isFrozen, "one more display is nothing to the frozen one")
            #expect(bench.compositor.displays.useExternal(OutputID("DP-1")) == .done)
        }
        bench.loop.settle()
        #expect(bench.drain())
        #expect(!status().screens.isFrozen && bench.violations.isEmpty)
        #expect(bench.takeEvents().contains(.outputUnfrozen(external)))
        #expect(bench.compositor.painter.overlay(.signs, on: .panel).isEmpty)
        bench.compositor.displays.setMirroring(true)
        bench.connect([Bench.panel(), Bench.external()])
        bench.content.drawWindow()
        #expect(bench.drain())
        #expect(!status().screens.isFrozen && status().applications.content?.on == .external)
    }

    @Test func anotherTerminalDoesNotUncoverTheContent() {
        freeze()
        _ = bench.takeEvents()
        bench.display.pause()
        bench.loop.settle()
        #expect(status().screens.isFrozen && bench.violations.isEmpty)
        bench.compositor.displaysResumed()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(status().screens.isFrozen && bench.compositor.plan.frozen == [external])
        #expect(bench.violations.isEmpty)
        let changes = bench.takeEvents().filter { [.outputFrozen(external), .outputUnfrozen(external)].contains($0) }
        #expect(changes.isEmpty)
        // Unplugged while the other terminal has the displays.
        bench.display.pause()
        bench.display.outputs = [Bench.panel()]
        bench.compositor.outputsChanged([Bench.panel()])
        bench.compositor.displaysResumed()
        bench.loop.settle()
        #expect(!status().screens.isFrozen && bench.violations.isEmpty)
    }

    @Test func anotherModeShowsThePictureStill() {
        freeze()
        var configuration = Configuration()
        configuration.external.scale = Scale(2).map(ExternalScale.fixed)
        bench.compositor.use(configuration)
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(status().screens.isFrozen && bench.violations.isEmpty)
        #expect(bench.content.screens.last?.scale == Scale(2))
        bench.connect([Bench.panel(), Bench.external(1920, 1080)])
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.content.screens.last?.size == Size(width: 1920, height: 1080))
        #expect(status().screens.isFrozen && bench.compositor.plan.frozen == [external] && bench.violations.isEmpty)
    }

    @Test func thePanelApplicationGoesOnAndTheContentWithIt() {
        let application = FakeContent()
        let bench = Bench.mirroring(application: application)
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.application)
        bench.loop.settle()
        #expect(bench.drain())
        #expect(bench.compositor.freezer.freeze() == .done)
        bench.loop.settle()
        #expect(bench.drain())
        bench.loop.advance(microseconds: 20_000)
        let before = bench.content.framesEnded
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 10, height: 10)))
        bench.loop.settle()
        bench.loop.advance(microseconds: 20_000)
        #expect(bench.content.framesEnded == before + 1, "though nobody sees it")
        #expect(bench.violations.isEmpty)
    }

    @Test func keyAndMenuSwitchIt() throws {
        let keyboard = DeviceID(7)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: keyboard, name: "keys", capabilities: [.keyboard])))
        func chord() {
            for (code, pressed) in [(UInt32(125), true), (33, true), (33, false), (125, false)] {
                bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: pressed, bench.loop.now))
            }
        }
        func entry() -> MenuEntry? { bench.compositor.menuEntries.first { $0.item == .freeze } }
        #expect(entry()?.value == .isOn(false))
        chord()
        #expect(status().screens.isFrozen && entry()?.value == .isOn(true))
        bench.compositor.choose(.freeze)
        #expect(!status().screens.isFrozen)
        bench.connect([Bench.panel()])
        #expect(entry() == nil && bench.compositor.freezer.freeze() == .noExternal)
        _ = bench.content.takeInputs()
        chord()
        let codes = bench.content.takeInputs().compactMap { if case .key(let code, _, _) = $0 { code } else { nil } }
        #expect(codes == [125, 33, 33, 125], "without an external the keys are the application's")
    }
}
