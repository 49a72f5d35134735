import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What keyboards show, and whose a touchscreen is.
@Suite struct LidAndLightTests {
    private func key(_ bench: Bench, _ code: UInt32 = 30) {
        for pressed in [true, false] {
            bench.compositor.inject(.key(DeviceID(9), code: code, pressed: pressed, bench.loop.now))
        }
    }

    @Test func keyboardsShowTheLocksOfTheApplicationThatHasThem() {
        let application = FakeContent()
        let bench = Bench(application: application)
        bench.compositor.panelApplicationStarted()
        _ = bench.compositor.showOnPanel(.content)
        bench.content.keyboardLEDs = [.capsLock]
        key(bench)
        #expect(bench.input.leds == [[.capsLock]])
        key(bench)
        #expect(bench.input.leds.count == 1, "only changes are sent")
        application.keyboardLEDs = [.numLock]
        _ = bench.compositor.showOnPanel(.application)
        #expect(bench.input.leds.last == [.numLock])
        application.keyboardLEDs = []
        bench.compositor.keyboardLayoutChanged()
        #expect(bench.input.leds.last == [])
    }

    @Test func glassKeepsItsDisplayWhileThatIsAwaited() {
        let bench = Bench(holding: 1500)
        let usb = DeviceSensor(bus: .usb, size: PhysicalSize(width: 600, height: 340))
        var monitor = Bench.external()
        monitor.physicalSize = PhysicalSize(width: 600, height: 340)
        bench.connect([Bench.panel(), monitor])
        bench.content.mapWindow(appID: "content")
        let glass = DeviceID(7)
        bench.compositor.inject(
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
