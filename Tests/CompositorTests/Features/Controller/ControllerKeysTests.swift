import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The pad of keys below the controller of a 3840x2160 external on a 1280x800 panel.
@Suite struct ControllerKeysTests {
    private let menu = FakeMenu()

    private func bench(_ configuration: Configuration = Configuration()) -> Bench {
        var configuration = configuration
        configuration.controller.mode = .keys
        configuration.menu.handle = .never
        let bench = Bench.mirroring(configuration, menu: menu)
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        return bench
    }

    private func keys(_ bench: Bench) -> [String] {
        bench.content.takeInputs().compactMap { input in
            guard case .key(let code, let pressed, _) = input else { return nil }
            return "\(code) \(pressed ? "down" : "up")"
        }
    }

    private func press(_ key: PadKey, _ slot: Int32 = 0, on bench: Bench) throws {
        let pad = try #require(bench.compositor.controller.keys.pad)
        let place = try #require(pad.places.first { $0.key == key }?.place)
        bench.down(slot, Double(place.x + place.width / 2), Double(place.y + place.height / 2))
    }

    @Test func theControllerIsFittedAboveThePad() throws {
        let bench = bench()
        let pad = try #require(bench.compositor.controller.keys.pad)
        let viewport = try #require(bench.compositor.controller.view?.viewport)
        #expect(pad.frame.maxY == 800 && pad.frame.width == 1280)
        #expect(viewport.frame.maxY <= pad.frame.y)
        #expect(bench.compositor.painter.overlay(.keyPad, on: .panel).first?.frame == pad.frame.reinterpreted())
        #expect(
            bench.content.screens.last?.size == Size(width: 3840, height: 2160), "the content keeps all of its screen")
        bench.compositor.controller.use(.direct)
        bench.loop.settle()
        #expect(bench.compositor.controller.keys.pad == nil)
        #expect(bench.compositor.painter.overlay(.keyPad, on: .panel).isEmpty)
        #expect(bench.compositor.controller.view.map { $0.viewport.frame.height } == 720)
    }

    @Test func keysGoToTheContentWhileTheyAreHeld() throws {
        let bench = bench()
        try press(.pageDown, on: bench)
        #expect(keys(bench) == ["109 down"])
        #expect(menu.pads.last?.pressed == [.pageDown])
        bench.move(0, 640, 100)
        #expect(bench.content.takeInputs().isEmpty, "a finger that slides off holds the key")
        bench.up(0)
        #expect(keys(bench) == ["109 up"])
        #expect(menu.pads.last?.pressed == [])
    }

    @Test func theSnapshotIsTouchedAsEver() {
        let bench = bench()
        bench.down(0, 640, 200)
        #expect(bench.content.takeInputs().contains { if case .touchDown = $0 { true } else { false } })
        bench.up(0)
    }

    @Test func nothingSticksWhenThePadGoes() throws {
        for end in [
            { $0.compositor.controller.use(.trackpad) }, { $0.connect([Bench.panel()]) },
            { $0.compositor.displays.setMirroring(false) }, { $0.connect([Bench.panel(1024, 600), Bench.external()]) },
        ] as [(Bench) -> Void] {
            let bench = bench()
            try press(.left, on: bench)
            try press(.enter, 1, on: bench)
            #expect(keys(bench) == ["105 down", "28 down"])
            end(bench)
            bench.loop.settle()
            let inputs = bench.content.takeInputs()
            let ups = inputs.filter { if case .key(_, pressed: false, _) = $0 { true } else { false } }
            // A screen that goes releases all that the content holds at once, unless the pad has gone before.
            if ups.isEmpty {
                #expect(inputs.contains { if case .releaseAll = $0 { true } else { false } })
            } else {
                #expect(ups.count == 2, "each key comes up once")
            }
            bench.up(0)
            bench.up(1)
            #expect(keys(bench).isEmpty)
            #expect(bench.violations.isEmpty)
        }
    }

    @Test func aBarAtTheLowerEdgeStaysBelow() throws {
        let bench = bench()
        bench.compositor.director.update { $0.bar = BarDock(role: .panel, isAtTop: false, height: 40) }
        bench.loop.settle()
        let pad = try #require(bench.compositor.controller.keys.pad)
        #expect(pad.frame.maxY == 760)
        #expect(bench.compositor.controller.view.map { $0.viewport.frame.maxY <= pad.frame.y } == true)
    }

    @Test func aKeyboardTakesThePadsPlace() throws {
        let keyboard = FakeScreenKeyboard()
        var configuration = Configuration()
        configuration.controller.mode = .keys
        configuration.screenKeyboard.show = .always
        let bench = Bench.mirroring(configuration, screenKeyboard: keyboard, menu: menu)
        #expect(bench.compositor.controller.keys.pad != nil)
        keyboard.hasKeyboard = true
        bench.loop.settle()
        #expect(bench.compositor.controller.keys.pad == nil)
        keyboard.hasKeyboard = false
        bench.loop.settle()
        #expect(bench.compositor.controller.keys.pad != nil)
    }
}
