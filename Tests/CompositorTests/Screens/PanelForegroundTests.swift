import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PanelForegroundTests {
    private let panel = OutputID("DSI-1")
    private let application = FakeContent()

    /// Shows all that has been asked for.
    private func settled(_ bench: Bench) -> Bool {
        bench.loop.settle()
        return bench.drain()
    }

    private func running() -> Bench {
        let bench = Bench(application: application)
        bench.compositor.foreground.applicationStarted()
        _ = bench.drain()
        _ = bench.takeEvents()
        return bench
    }

    @Test func thePanelApplicationIsLaidOutAtThePanelsSizeAndStaysBehind() {
        let bench = running()
        #expect(application.screens.last?.size == Size(width: 1280, height: 800))
        #expect(application.framesComposed == 0)
        #expect(bench.compositor.plan.panelBase == .content)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(application.screens.last?.size == Size(width: 1280, height: 800))
        #expect(bench.compositor.plan.panelBase == .controller)
    }

    @Test func eachIsToldThatItHasTheKeyboardOnceItHas() {
        let bench = running()
        let device = DeviceID(1)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: device, name: "glass", capabilities: [.touch])))
        bench.connect([Bench.panel(), Bench.external()])
        #expect(
            [bench.content.keyboardGains, application.keyboardGains] == [0, 0], "the content has it from the start")
        _ = bench.compositor.foreground.show(.application)
        _ = bench.compositor.foreground.show(.application)
        #expect([bench.content.keyboardGains, application.keyboardGains] == [0, 1])
        _ = bench.compositor.foreground.show(.content)
        bench.compositor.foreground.applicationEnded()
        #expect([bench.content.keyboardGains, application.keyboardGains] == [1, 1])
    }

    @Test func withoutAPanelApplicationThereIsNothingToShow() {
        let bench = Bench()
        guard case .refused = bench.compositor.foreground.show(.application) else {
            Issue.record("an application that is not there was shown")
            return
        }
        #expect(bench.compositor.foreground.choice == .content)
    }

    @Test func whatCanBeSeenIsTold() {
        let bench = running()
        func seen() -> [Bool?] { [bench.content.observer?.isContentSeen, application.observer?.isContentSeen] }
        #expect(seen() == [true, false])
        _ = bench.compositor.foreground.show(.application)
        #expect(seen() == [false, true])
        bench.compositor.painter.readContent(true)
        #expect(seen() == [true, true], "in picture in picture")
        bench.compositor.painter.readContent(false)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(seen() == [true, true])
        bench.connect([])
        #expect(seen() == [false, false])
    }

    @Test func theApplicationsAreToldThatTheyMayBeSeen() {
        let bench = running()
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.content.sights.last == false && application.sights.last == true)
        bench.compositor.painter.readContent(true)
        #expect(bench.content.sights.last == true, "in picture in picture")
        bench.compositor.painter.readContent(false)
        #expect(bench.content.sights.last == false)
        bench.connect([Bench.panel(), Bench.external()])
        #expect(bench.content.sights.last == true)
        bench.connect([])
        #expect(bench.content.sights.last == false && application.sights.last == false)
    }

    @Test func beforeThePanelApplicationTheContentGetsNoFrames() {
        let bench = running()
        #expect(bench.compositor.foreground.show(.application) == .changed)
        #expect(settled(bench))
        #expect(application.framesEnded == 1)
        #expect(
            bench.takeEvents() == [
                .contentMoved(on: .background, output: nil, width: 1280, height: 800),
                .panelForegroundChanged(to: .application),
            ])
        let frames = bench.content.framesEnded
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 50, height: 50)))
        for _ in 0..<5 { bench.loop.advance(microseconds: 50_000) }
        #expect(bench.content.framesEnded == frames)
        #expect(bench.content.screens.last?.size == Size(width: 1280, height: 800))
        #expect(bench.display.pending.isEmpty)
        #expect(!bench.compositor.hasContentFrame)
        #expect(bench.violations.isEmpty)
    }

    @Test func aReaderGetsOneFrameForEachThatItAsksFor() {
        let bench = running()
        _ = bench.compositor.foreground.show(.application)
        bench.compositor.painter.readContent(true)
        var drawn: [Region<ContentSpace>] = []
        bench.compositor.contentComposed = { drawn.append($0) }
        let frames = bench.content.framesEnded
        bench.compositor.painter.awaitBackgroundFrame()
        bench.loop.settle()
        #expect(drawn == [Region(Rect(x: 0, y: 0, width: 1280, height: 800))])
        #expect(bench.content.framesEnded == frames + 1)
        // Asked for with nothing new, the frame comes when something changes; the change after it waits.
        bench.compositor.painter.awaitBackgroundFrame()
        bench.loop.settle()
        #expect(drawn.count == 1)
        for x in [0, 100] {
            bench.content.observer?.contentDamaged(Region(Rect(x: x, y: 0, width: 50, height: 50)))
            bench.loop.settle()
        }
        #expect(drawn.last == Region(Rect(x: 0, y: 0, width: 50, height: 50)))
        #expect(bench.content.framesEnded == frames + 2)
        bench.compositor.painter.awaitBackgroundFrame()
        bench.loop.settle()
        #expect(drawn.last == Region(Rect(x: 100, y: 0, width: 50, height: 50)))
        #expect(bench.violations.isEmpty)
    }

    @Test func besideTheExternalNothingIsMirrored() {
        let bench = running()
        bench.connect([Bench.panel(), Bench.external()])
        _ = bench.compositor.foreground.show(.application)
        #expect(settled(bench))
        bench.renderer.reset()
        bench.content.observer?.contentDamaged(Region(Rect(x: 0, y: 0, width: 50, height: 50)))
        bench.loop.settle()
        #expect(bench.display.pending == [OutputID("HDMI-A-1")])
        #expect(bench.renderer.mirrored.isEmpty)
        #expect(bench.compositor.status(version: "t").view.viewport == nil)
        #expect(bench.compositor.status(version: "t").screens.state == .mirroring)
    }

    @Test func theEndOfThePanelApplicationBringsTheContentBack() {
        let bench = running()
        _ = bench.compositor.foreground.show(.application)
        #expect(settled(bench))
        bench.compositor.foreground.applicationEnded()
        #expect(settled(bench))
        #expect(bench.compositor.plan.panelBase == .content)
        #expect(bench.takeEvents().last == .panelForegroundChanged(to: .content))
        #expect(bench.content.framesEnded == bench.content.framesComposed)
    }

    @Test func unpluggedUnderThePanelApplicationTheContentGoesBehindIt() {
        let bench = running()
        bench.connect([Bench.panel(), Bench.external()])
        _ = bench.compositor.foreground.show(.application)
        bench.connect([Bench.panel()])
        #expect(settled(bench))
        #expect(bench.compositor.contentPlace == .background)
        #expect(bench.content.screens.last?.size == Size(width: 1280, height: 800))
        bench.connect([])
        #expect(bench.compositor.plan.panelBase == nil)
        bench.connect([Bench.panel()])
        #expect(bench.compositor.plan.panelBase == .application)
        #expect(bench.violations.isEmpty)
    }
}
