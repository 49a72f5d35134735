import Geometry
import Mirroring
import Testing

@testable import Compositor

/// The menu's entries about displays, and what else is switched at run time.
@Suite struct DisplayEntryTests {
    private func entry(_ item: MenuItem, of bench: Bench) -> MenuEntry.Value? {
        bench.compositor.menuEntries.first { $0.item == item }?.value
    }

    @Test func theExternalIsChosenWhereThereAreSeveral() {
        let (hdmi, displayPort) = (OutputID("HDMI-A-1"), OutputID("DP-1"))
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        #expect(entry(.external, of: bench) == nil)
        bench.connect([Bench.panel(), Bench.external(), Bench.output("DP-1", .displayPort, 1920, 1080)])
        #expect(entry(.external, of: bench) == .output(hdmi))
        #expect(
            bench.notices.texts.last == "DP-1 shows a copy: Main display, in the menu, lays the content out for it")
        bench.compositor.choose(.external)
        bench.loop.settle()
        #expect(
            bench.compositor.overlays.mirroredOutput == displayPort
                && entry(.external, of: bench) == .output(displayPort))
        bench.compositor.choose(.external)
        #expect(bench.compositor.overlays.mirroredOutput == hdmi)
        bench.compositor.displays.setMirroring(false)
        #expect(entry(.external, of: bench) == nil)
    }

    @Test func theOtherDisplaysShowCopiesARowOrNothing() {
        let bench = Bench(outputs: [Bench.panel(), Bench.external()])
        #expect(entry(.arrangement, of: bench) == nil)
        bench.connect([Bench.panel(), Bench.external(), Bench.output("DP-1", .displayPort, 1920, 1080)])
        for (arrangement, role) in [
            (ExternalArrangement.copy, OutputRole.copy), (.span, .part), (.one, .spare), (.copy, .copy),
        ] {
            #expect(entry(.arrangement, of: bench) == .arrangement(arrangement))
            #expect(bench.compositor.director.topology.role(of: OutputID("DP-1")) == role)
            bench.compositor.choose(.arrangement)
            bench.loop.settle()
        }
    }

    @Test func aSpareDisplayIsToldOfAndCanRefuse() {
        var configuration = Configuration()
        configuration.external.arrangement = .one
        let bench = Bench(configuration: configuration, outputs: [Bench.panel(), Bench.external()])
        let second = Bench.output("DP-1", .displayPort, 1920, 1080)
        bench.connect([Bench.panel(), Bench.external(), second])
        #expect(
            bench.notices.texts.last
                == "DP-1 is plugged in, too: Main display, in the menu, moves the content there")
        bench.display.refusedModes = Set(second.modes)
        bench.compositor.choose(.external)
        #expect(bench.compositor.overlays.mirroredOutput == Bench.external().id)
        #expect(bench.notices.texts.last == "DP-1: the display accepts none of its modes")
    }

    /// A display whose role somebody has decided needs no notice.
    @Test(arguments: [OutputRole.copy, .spare])
    func aDecidedDisplayIsNotToldOf(role: OutputRole) {
        var configuration = Configuration()
        configuration.displays = [DisplayRule(connector: TextPattern("DP-1"), role: role)]
        let bench = Bench(configuration: configuration, outputs: [Bench.panel(), Bench.external()])
        bench.connect([Bench.panel(), Bench.external(), Bench.output("DP-1", .displayPort, 1920, 1080)])
        #expect(bench.notices.texts.isEmpty)
    }

    @Test func theBrightnessGoesInStepsWhereItMayBeSet() {
        #expect(entry(.brightness, of: Bench()) == nil)
        let backlight = FakeBacklight()
        let bench = Bench(backlight: backlight)
        #expect(entry(.brightness, of: bench) == .brightness(Brightness(percent: 60)))
        bench.compositor.choose(.brightness)
        #expect(backlight.brightness == Brightness(percent: 75))
        #expect(bench.compositor.status(version: "t").screens.brightness == 75)
        var answers: [String?] = []
        bench.compositor.idle.set(Brightness(percent: 33)) { answers.append($0) }
        backlight.isWritable = false
        #expect(entry(.brightness, of: bench) == .unavailable)
        bench.compositor.idle.set(Brightness(percent: 34)) { answers.append($0) }
        #expect(answers == [nil, "it is locked"])
        backlight.brightness = nil
        #expect(entry(.brightness, of: bench) == nil)
    }

    @Test func picturesByThemselvesAreSwitchedAtRunTime() {
        let application = FakeContent()
        let bench = Bench(application: application)
        #expect(entry(.pipAutomatic, of: bench) == nil)
        bench.content.mapWindow(appID: "a")
        bench.content.drawWindow()
        bench.compositor.foreground.applicationStarted()
        #expect(entry(.pipAutomatic, of: bench) == .isOn(false))
        bench.compositor.choose(.pipAutomatic)
        #expect(entry(.pipAutomatic, of: bench) == .isOn(true))
        _ = bench.compositor.foreground.show(.application)
        bench.loop.settle()
        #expect(bench.compositor.pip.isShown)
        #expect(bench.compositor.pip.status?.startsAutomatically == true)
        // A configuration that says the same as before leaves the choice alone.
        bench.compositor.use(Configuration())
        #expect(bench.compositor.pip.startsAutomatically)
        var configuration = Configuration()
        configuration.pip.maximumRate = 20
        bench.compositor.use(configuration)
        #expect(!bench.compositor.pip.startsAutomatically)
    }
}
