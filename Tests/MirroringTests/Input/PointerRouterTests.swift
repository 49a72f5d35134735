import Geometry
import Mirroring
import Testing

@Suite struct PointerRouterTests {
    private let mouse = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let left: UInt32 = 0x110
    private let spot = Point<ContentSpace>(x: 10, y: 20)
    private let edge = Point<ContentSpace>(x: 0, y: 20)

    private func router() -> PointerRouter {
        var router = PointerRouter()
        _ = router.resize(to: Size(width: 100, height: 50), now)
        return router
    }

    private func motion(_ dx: Double, _ dy: Double) -> RelativeMotion {
        RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy)
    }

    @Test func aMouseStartsAtTheCentreAndStopsAtTheEdges() {
        var router = router()
        let step = motion(5, -5)
        #expect(
            router.moved(step, now) == [
                .pointerMotion(Point(x: 55, y: 20), relative: step, now), .pointerFrame,
            ])
        _ = router.moved(motion(1e9, -1e9), now)
        #expect(Int(router.position.x) == 99 && router.position.y == 0)
        #expect(router.moved(motion(.nan, 0), now).isEmpty)
    }

    @Test func aMouseGoesOnFromWhereTheContentHoldsThePointer() {
        var router = router()
        _ = router.moved(motion(30, 0), now)
        router.held(at: spot)
        #expect(
            router.moved(motion(1, 1), now) == [
                .pointerMotion(Point(x: 11, y: 21), relative: motion(1, 1), now), .pointerFrame,
            ])
        router.held(at: Point(x: .nan, y: 1e9))
        #expect(router.position.x == 0 && Int(router.position.y) == 49)
    }

    @Test func thePointerLeavesInTheBarsAndComesBack() {
        var router = router()
        _ = router.pointed(at: .content(spot), now)
        #expect(router.pointed(at: .bars(nearest: edge), now) == [.pointerLeave, .pointerFrame])
        #expect(router.pointed(at: .bars(nearest: edge), now).isEmpty)
        #expect(router.button(left, pressed: true, on: mouse, now).isEmpty)
        #expect(router.button(left, pressed: false, on: mouse, now).isEmpty)
        #expect(router.pointed(at: .content(spot), now).first == .pointerMotion(spot, relative: nil, now))
    }

    @Test func aDragGoesOnAlongTheEdgeAndLeavesWhenItEnds() {
        var router = router()
        _ = router.pointed(at: .content(spot), now)
        _ = router.button(left, pressed: true, on: mouse, now)
        #expect(router.pointed(at: .bars(nearest: edge), now).first == .pointerMotion(edge, relative: nil, now))
        #expect(
            router.button(left, pressed: false, on: mouse, now) == [
                .pointerButton(left, pressed: false, now), .pointerFrame, .pointerLeave, .pointerFrame,
            ])
    }

    @Test func aButtonPressedInTheBarsStaysUnsentWhenTheDragComesIn() {
        var router = router()
        _ = router.pointed(at: .bars(nearest: edge), now)
        _ = router.button(left, pressed: true, on: mouse, now)
        _ = router.pointed(at: .content(spot), now)
        #expect(router.button(left, pressed: false, on: mouse, now).isEmpty)
    }

    @Test func aClickBeforeAnyMotionEntersFirst() {
        var router = router()
        let inputs = router.button(left, pressed: true, on: mouse, now)
        #expect(inputs.first == .pointerMotion(Point(x: 50, y: 25), relative: nil, now))
        #expect(inputs.contains(.pointerButton(left, pressed: true, now)))
    }

    @Test func twoMiceHoldOneButtonTogether() {
        var router = router()
        _ = router.moved(motion(1, 1), now)
        #expect(router.button(left, pressed: true, on: mouse, now).count == 2)
        #expect(router.button(left, pressed: true, on: other, now).isEmpty)
        #expect(router.button(left, pressed: false, on: mouse, now).isEmpty)
        #expect(router.remove(other, isLast: false, now).first == .pointerButton(left, pressed: false, now))
    }

    @Test func aNewScreenKeepsThePlaceInProportion() {
        var router = router()
        _ = router.pointed(at: .content(spot), now)
        #expect(
            router.resize(to: Size(width: 400, height: 100), now) == [
                .pointerMotion(Point(x: 40, y: 40), relative: nil, now), .pointerFrame,
            ])
        #expect(router.resize(to: nil, now) == [.pointerLeave, .pointerFrame])
        #expect(router.moved(motion(1, 1), now).isEmpty)
        #expect(router.resize(to: Size(width: 400, height: 100), now).isEmpty)
        #expect(router.position == Point(x: 40, y: 40))
    }

    @Test func scrollingNeedsAPointer() {
        var router = router()
        let axis = PointerAxis(source: .wheel, dy: 15, clicks120Y: 120)
        #expect(router.axis(axis, now).isEmpty)
        _ = router.moved(motion(1, 1), now)
        #expect(router.axis(axis, now) == [.pointerAxis(axis, now), .pointerFrame])
        #expect(router.axis(PointerAxis(source: .wheel, dy: .nan), now).isEmpty)
    }

    @Test func theLastPointersRemovalTakesThePointerAway() {
        var router = router()
        _ = router.moved(motion(1, 1), now)
        #expect(router.remove(mouse, isLast: true, now) == [.pointerLeave, .pointerFrame])
        #expect(!router.isOnContent)
    }
}
