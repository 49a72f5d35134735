import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What keyboards show, and what a lid does.
@Suite struct LidAndLightTests {
    private func key(_ bench: Bench, _ code: UInt32 = 30) {
        for pressed in [true, false] {
            bench.compositor.input.inputReceived(.key(DeviceID(9), code: code, pressed: pressed, bench.loop.now))
        }
    }

    @Test func keyboardsShowTheLocksOfTheApplicationThatHasThem() {
        let application = FakeContent()
        let bench = Bench(application: application)
        bench.compositor.foreground.applicationStarted()
        _ = bench.compositor.foreground.show(.content)
        bench.content.keyboardLEDs = [.capsLock]
        key(bench)
        #expect(bench.input.leds == [[.capsLock]])
        key(bench)
        #expect(bench.input.leds.count == 1, "only changes are sent")
        application.keyboardLEDs = [.numLock]
        _ = bench.compositor.foreground.show(.application)
        #expect(bench.input.leds.last == [.numLock])
        application.keyboardLEDs = []
        bench.compositor.input.showLocks()
        #expect(bench.input.leds.last == [])
    }

    @Test func aClosedLidLeavesTheContentOnTheExternal() {
        let bench = Bench.mirroring()
        var layout: LogicalScreen? { bench.content.screens.last }
        let before = layout
        bench.compositor.input.inputReceived(.lid(DeviceID(8), isClosed: true, bench.loop.now))
        bench.content.drawWindow()
        #expect(bench.drain())
        #expect(Set(bench.display.enabled.keys) == [Bench.external().id])
        #expect(layout?.size == before?.size && layout?.scale == before?.scale && layout?.name == before?.name)
        #expect(bench.violations.isEmpty)
        bench.compositor.input.inputReceived(.lid(DeviceID(8), isClosed: false, bench.loop.now))
        bench.content.drawWindow()
        #expect(bench.drain())
        #expect(Set(bench.display.enabled.keys) == [Bench.panel().id, Bench.external().id])
        #expect(layout == before)
        #expect(bench.violations.isEmpty)
    }

    @Test func aLidThatIsRemovedIsOpen() {
        let bench = Bench.mirroring()
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: DeviceID(8), name: "lid", capabilities: [.lid])))
        bench.compositor.input.inputReceived(.lid(DeviceID(8), isClosed: true, bench.loop.now))
        #expect(bench.display.enabled[Bench.panel().id] == nil)
        bench.compositor.input.inputReceived(.deviceRemoved(DeviceID(8)))
        #expect(bench.display.enabled[Bench.panel().id] != nil)
    }

    @Test func anExternalsGlassActsOnItAlsoWhileItServesAlone() {
        let bench = Bench.mirroring()
        let glass = DeviceID(7)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "monitor", capabilities: [.touch], output: "external")))
        bench.compositor.input.inputReceived(.lid(DeviceID(8), isClosed: true, bench.loop.now))
        bench.content.drawWindow()
        _ = bench.content.takeInputs()
        bench.compositor.input.inputReceived(.touchDown(glass, slot: 0, DevicePosition(x: 0.5, y: 0.5), bench.loop.now))
        let points = bench.content.takeInputs().compactMap { input in
            if case .touchDown(_, let point, _) = input { point } else { nil }
        }
        #expect(points == [Point(x: 1920, y: 1080)])
    }

    @Test func glassKeepsItsDisplayWhileThatIsAwaited() {
        let bench = Bench(holding: 1500)
        let usb = DeviceSensor(bus: .usb, size: PhysicalSize(width: 600, height: 340))
        var monitor = Bench.external()
        monitor.physicalSize = PhysicalSize(width: 600, height: 340)
        bench.connect([Bench.panel(), monitor])
        bench.content.mapWindow(appID: "content")
        let glass = DeviceID(7)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "monitor", capabilities: [.touch], sensor: usb)))
        func places() -> [OutputID?] { bench.compositor.outputs.flatMap(\.touchscreens).map(\.output) }
        #expect(places() == [monitor.id])
        let gone = OutputDescription(id: monitor.id, connector: .hdmiA, isConnected: false)
        bench.connect([Bench.panel(), gone])
        #expect(bench.compositor.plan.away == monitor.id)
        #expect(places() == [monitor.id])
        bench.loop.advance(microseconds: 1_600_000)
        #expect(places() == [Bench.panel().id], "the only touchscreen is the panel's")
    }
}
