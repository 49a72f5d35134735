import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct PointerHiderTests {
    private let mouse = DeviceID(5)

    private func bench(_ hiding: PointerHiding) -> Bench {
        var configuration = Configuration()
        configuration.pointer.hiding = hiding
        let bench = Bench.mirroring(configuration)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: mouse, name: "mouse", capabilities: [.pointer])))
        bench.content.cursor = .named("default", at: Point(x: 900, y: 700))
        bench.display.cursorSides = [Bench.external().id: 64]
        return bench
    }

    private func move(_ bench: Bench) {
        let motion = RelativeMotion(dx: 3, dy: 0, unacceleratedDX: 3, unacceleratedDY: 0)
        bench.compositor.input.inputReceived(.pointerMotion(mouse, motion, bench.loop.now))
        settle(bench)
    }

    private func touch(_ bench: Bench) {
        bench.down(0, 640, 400)
        bench.up(0)
        settle(bench)
    }

    private func settle(_ bench: Bench) {
        bench.loop.settle()
        #expect(bench.drain())
    }

    private func isSeen(_ bench: Bench) -> Bool {
        bench.compositor.status(version: "t").screens.external?.layers.contains { $0.kind == .cursor } ?? false
    }

    /// Whatever the client does about it.
    @Test func aTouchHidesItUntilTheMouseIsUsed() {
        let bench = bench(.touch)
        move(bench)
        #expect(isSeen(bench))
        touch(bench)
        #expect(!isSeen(bench))
        bench.content.observer?.contentCursorChanged(.redrawn)
        settle(bench)
        #expect(!isSeen(bench))
        move(bench)
        #expect(isSeen(bench))
        bench.loop.advance(microseconds: 3_600_000_000)
        settle(bench)
        #expect(isSeen(bench), "it does not go by itself")
    }

    @Test func itGoesAfterItsTime() {
        let bench = bench(.after(seconds: 3))
        move(bench)
        bench.loop.advance(microseconds: 2_000_000)
        move(bench)
        bench.loop.advance(microseconds: 2_000_000)
        settle(bench)
        #expect(isSeen(bench))
        bench.loop.advance(microseconds: 1_500_000)
        settle(bench)
        #expect(!isSeen(bench))
        #expect(bench.loop.nextDue == nil, "nothing wakes up for what is hidden")
        move(bench)
        #expect(isSeen(bench))
        touch(bench)
        #expect(!isSeen(bench))
    }

    @Test func neverIsNeverUntilTheFileSaysOtherwise() {
        let bench = bench(.always)
        move(bench)
        #expect(!isSeen(bench))
        var configuration = Configuration()
        configuration.external.holdMicroseconds = 0
        bench.compositor.use(configuration)
        settle(bench)
        #expect(isSeen(bench))
    }

    /// Fingers on a panel that is a trackpad are how the pointer is moved.
    @Test func asATrackpadThePanelMovesIt() {
        let bench = bench(.touch)
        bench.compositor.controller.use(.trackpad)
        bench.down(0, 300, 300)
        bench.move(0, 330, 300)
        bench.move(0, 360, 300)
        settle(bench)
        #expect(isSeen(bench))
        bench.up(0)
        settle(bench)
        #expect(isSeen(bench))
    }
}
