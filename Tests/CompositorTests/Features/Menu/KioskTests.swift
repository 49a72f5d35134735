import Geometry
import Mirroring
import Testing

@testable import Compositor

/// A kiosk's users have the application and nothing of the service's own; staff gets the menu by a gesture.
@Suite struct KioskTests {
    private let glass = DeviceID(1)
    private let keyboard = DeviceID(2)

    private func bench(isKiosk: Bool = true, holdSeconds: Int64 = 5) -> Bench {
        var configuration = Configuration()
        configuration.menu.handle = .always
        configuration.kiosk.isEnabled = isKiosk
        configuration.kiosk.serviceHoldMicroseconds = holdSeconds * 1_000_000
        let bench = Bench(
            configuration: configuration, outputs: [Bench.panel()], application: FakeContent(), menu: FakeMenu(),
            hints: FakeHints())
        for (id, capability) in [(glass, DeviceCapability.touch), (keyboard, .keyboard)] {
            bench.compositor.input.inputReceived(
                .deviceAdded(DeviceDescription(id: id, name: "device", capabilities: [capability])))
        }
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        #expect(bench.drain())
        _ = bench.content.takeInputs()
        return bench
    }

    private func touch(_ bench: Bench, _ x: Double, slot: Int32) {
        let position = DevicePosition(x: x / 1280, y: 5.0 / 800)
        bench.compositor.input.inputReceived(.touchDown(glass, slot: slot, position, bench.loop.now))
    }

    private func press(_ bench: Bench, _ codes: UInt32...) {
        for code in codes {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: true, bench.loop.now))
        }
        for code in codes.reversed() {
            bench.compositor.input.inputReceived(.key(keyboard, code: code, pressed: false, bench.loop.now))
        }
        bench.loop.settle()
    }

    private func holdCorners(_ bench: Bench) {
        touch(bench, 5, slot: 0)
        touch(bench, 1275, slot: 1)
    }

    @Test func nothingOfTheServicesIsOnTheGlassAndNoKeyIsBound() {
        for isKiosk in [false, true] {
            let bench = bench(isKiosk: isKiosk)
            #expect((bench.compositor.feature(MenuHandleOverlay.self)?.area == nil) == isKiosk)
            #expect((bench.compositor.hints.hint == nil) == isKiosk)
            press(bench, 125, 24)
            #expect(bench.compositor.menu.isOpen == !isKiosk)
            bench.compositor.menu.close()
            press(bench, 29, 56, 60)
            #expect(bench.session.switches == (isKiosk ? [] : [2]))
        }
    }

    @Test func bothUpperCornersHeldOpenTheMenuAndTheApplicationLosesTheFingers() {
        let bench = bench()
        holdCorners(bench)
        bench.loop.advance(microseconds: 4_900_000)
        #expect(!bench.compositor.menu.isOpen)
        bench.loop.advance(microseconds: 200_000)
        #expect(bench.compositor.menu.isOpen)
        let inputs = bench.content.takeInputs()
        #expect(!inputs.isEmpty)
        #expect(inputs.contains { if case .touchCancel = $0 { true } else { false } })
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 0, bench.loop.now))
        bench.compositor.input.inputReceived(.touchUp(glass, slot: 1, bench.loop.now))
        bench.loop.settle()
        #expect(bench.compositor.menu.isOpen, "the fingers that opened the menu choose nothing in it")
        #expect(bench.content.takeInputs().isEmpty)
    }

    @Test func whoLocksTheSessionMeanwhileGetsNoMenu() {
        let bench = bench()
        holdCorners(bench)
        bench.content.observer?.contentLocked(true)
        bench.loop.advance(microseconds: 6_000_000)
        bench.content.observer?.contentLocked(false)
        bench.loop.settle()
        #expect(!bench.compositor.menu.isOpen)
    }

    @Test(arguments: [(false, 5), (true, 0)] as [(Bool, Int64)])
    func withoutAKioskOrATimeNothingIsWatched(_ isKiosk: Bool, _ seconds: Int64) {
        let bench = bench(isKiosk: isKiosk, holdSeconds: seconds)
        holdCorners(bench)
        bench.loop.advance(microseconds: 70_000_000)
        #expect(!bench.compositor.menu.isOpen)
    }

    @Test func aReloadMakesAKioskAndEndsThat() {
        let bench = bench(isKiosk: false)
        var configuration = bench.compositor.configuration
        for isKiosk in [true, false] {
            configuration.kiosk.isEnabled = isKiosk
            bench.compositor.use(configuration)
            bench.loop.settle()
            #expect((bench.compositor.feature(MenuHandleOverlay.self)?.area == nil) == isKiosk)
            press(bench, 125, 24)
            #expect(bench.compositor.menu.isOpen == !isKiosk)
            bench.compositor.menu.close()
        }
    }
}
