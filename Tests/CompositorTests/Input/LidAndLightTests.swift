import Geometry
import Mirroring
import Testing

@testable import Compositor

/// What keyboards show.
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
}
