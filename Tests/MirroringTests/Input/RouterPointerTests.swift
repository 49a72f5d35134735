import Geometry
import Testing

@testable import Mirroring

@Suite struct RouterPointerTests {
    private let mouse = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let left: UInt32 = 0x110
    private let onContent = DevicePosition(x: 0.25, y: 0.5)
    private let inBars = DevicePosition(x: 0.25, y: 0)
    private let spot = Point<ContentSpace>(x: 960, y: 1080)
    private let edge = Point<ContentSpace>(x: 960, y: 0)

    private func rig() -> RouterRig { RouterRig(devices: [mouse, other]) }

    private func moved(_ rig: RouterRig, _ dx: Double, _ dy: Double) -> InputEvent {
        .pointerMotion(mouse, rig.motion(dx, dy), now)
    }

    private func pointed(_ position: DevicePosition) -> InputEvent { .pointerPosition(mouse, position, now) }

    private func button(_ pressed: Bool, on device: DeviceID? = nil) -> InputEvent {
        .pointerButton(device ?? mouse, button: left, pressed: pressed, now)
    }

    @Test func aMouseStartsAtTheCentreAndStopsAtTheEdges() {
        var rig = rig()
        #expect(
            rig.content(moved(rig, 5, -5)) == [
                .pointerMotion(Point(x: 1925, y: 1075), relative: rig.motion(5, -5), now), .pointerFrame,
            ])
        guard case .pointerMotion(let corner, _, _)? = rig.content(moved(rig, 1e9, -1e9)).first else {
            Issue.record("the pointer has not moved")
            return
        }
        #expect(Int(corner.x) == 3839 && corner.y == 0)
        #expect(rig.route(moved(rig, .nan, 0)).isEmpty)
    }

    @Test func aMouseGoesOnFromWhereTheContentHoldsThePointer() {
        var rig = rig()
        rig.route(moved(rig, 30, 0))
        rig.router.pointerHeld(by: .content, at: Point(x: 10, y: 20))
        #expect(
            rig.content(moved(rig, 1, 1)).first
                == .pointerMotion(Point(x: 11, y: 21), relative: rig.motion(1, 1), now))
        rig.router.pointerHeld(by: .content, at: Point(x: .nan, y: 1e9))
        guard case .pointerMotion(let corner, _, _)? = rig.content(moved(rig, 0, 0)).first else {
            Issue.record("the pointer has not moved")
            return
        }
        #expect(corner.x == 0 && Int(corner.y) == 2159)
    }

    @Test func thePointerLeavesInTheBarsAndComesBack() {
        var rig = rig()
        rig.route(pointed(onContent))
        #expect(rig.content(pointed(inBars)) == [.pointerLeave, .pointerFrame])
        #expect(rig.content(pointed(inBars)).isEmpty)
        #expect(rig.content(button(true)).isEmpty)
        #expect(rig.content(button(false)).isEmpty)
        #expect(rig.content(pointed(onContent)).first == .pointerMotion(spot, relative: nil, now))
    }

    @Test func aDragGoesOnAlongTheEdgeAndLeavesWhenItEnds() {
        var rig = rig()
        rig.route(pointed(onContent))
        rig.route(button(true))
        #expect(rig.content(pointed(inBars)).first == .pointerMotion(edge, relative: nil, now))
        #expect(
            rig.content(button(false)) == [
                .pointerButton(left, pressed: false, now), .pointerFrame, .pointerLeave, .pointerFrame,
            ])
    }

    @Test func aButtonPressedInTheBarsStaysUnsentWhenTheDragComesIn() {
        var rig = rig()
        rig.route(pointed(inBars))
        rig.route(button(true))
        rig.route(pointed(onContent))
        #expect(rig.content(button(false)).isEmpty)
    }

    @Test func aClickBeforeAnyMotionEntersFirst() {
        var rig = rig()
        let inputs = rig.content(button(true))
        #expect(inputs.first == .pointerMotion(Point(x: 1920, y: 1080), relative: nil, now))
        #expect(inputs.contains(.pointerButton(left, pressed: true, now)))
    }

    @Test func twoMiceHoldOneButtonTogether() {
        var rig = rig()
        rig.route(moved(rig, 1, 1))
        #expect(rig.content(button(true)).count == 2)
        #expect(rig.content(button(true, on: other)).isEmpty)
        #expect(rig.content(button(false)).isEmpty)
        #expect(rig.content(.deviceRemoved(other)).first == .pointerButton(left, pressed: false, now))
    }

    @Test func aNewScreenKeepsThePlaceInProportion() {
        var rig = rig()
        rig.route(pointed(onContent))
        let full = EnabledOutput(
            description: Displays.fourK, mode: Displays.mode(1920, 1080), transform: .normal)
        let smaller = InputGeometry(.onExternal(full, controlledFrom: RouterRig.panel))
        #expect(
            rig.update(InputTargets(geometry: smaller, base: .controller)).to(.content) == [
                .pointerMotion(Point(x: 480, y: 540), relative: nil, now), .pointerFrame,
            ])
        #expect(rig.update(InputTargets()).to(.content) == [.pointerLeave, .pointerFrame])
        #expect(rig.content(moved(rig, 1, 1)).isEmpty)
        #expect(rig.update(InputTargets(geometry: smaller, base: .controller)).isEmpty)
        #expect(
            rig.content(moved(rig, 1, 1)).first
                == .pointerMotion(Point(x: 481, y: 541), relative: rig.motion(1, 1), now))
    }

    @Test func scrollingNeedsAPointer() {
        var rig = rig()
        let axis = PointerAxis(source: .wheel, dy: 15, clicks120Y: 120)
        #expect(rig.route(.pointerAxis(mouse, axis, now)).isEmpty)
        rig.route(moved(rig, 1, 1))
        #expect(rig.content(.pointerAxis(mouse, axis, now)) == [.pointerAxis(axis, now), .pointerFrame])
        #expect(rig.route(.pointerAxis(mouse, PointerAxis(source: .wheel, dy: .nan), now)).isEmpty)
    }

    @Test func thePointerIsTakenAwayWithTheLastPointingDevice() {
        var rig = rig()
        rig.route(pointed(onContent))
        #expect(!rig.content(.deviceRemoved(other)).contains(.pointerLeave))
        #expect(rig.router.hasPointer(.content))
        #expect(rig.content(.deviceRemoved(mouse)).prefix(2) == [.pointerLeave, .pointerFrame])
        #expect(!rig.router.hasPointer(.content))
    }
}

@Suite struct RouterGestureTests {
    private let pad = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let swipe = PointerGesture.begin(.swipe, fingers: 3)
    private let movement = PointerGesture.update(GestureMovement(dx: 4, dy: 2))

    private func rig() -> RouterRig {
        var rig = RouterRig(devices: [pad, other])
        rig.route(.pointerMotion(pad, rig.motion(1, 1), now))
        return rig
    }

    private func begun() -> RouterRig {
        var rig = rig()
        rig.route(.pointerGesture(pad, swipe, now))
        return rig
    }

    private func take(_ rig: inout RouterRig, _ gesture: PointerGesture, of device: DeviceID? = nil) -> [ContentInput] {
        rig.content(.pointerGesture(device ?? pad, gesture, now))
    }

    private func end(_ isCancelled: Bool) -> ContentInput { .pointerGesture(.end(isCancelled: isCancelled), now) }

    @Test func stepsComeThroughInOrder() {
        var rig = rig()
        #expect(take(&rig, swipe) == [.pointerGesture(swipe, now)])
        #expect(take(&rig, movement) == [.pointerGesture(movement, now)])
        #expect(take(&rig, .end(isCancelled: false)) == [end(false)])
        #expect(take(&rig, .end(isCancelled: false)).isEmpty)
    }

    @Test func withoutAPointerThereIsNothingToMean() {
        var rig = RouterRig(devices: [pad])
        #expect(take(&rig, swipe).isEmpty)
        rig.route(.pointerMotion(pad, rig.motion(1, 1), now))
        #expect(take(&rig, movement).isEmpty)
        #expect(take(&rig, .end(isCancelled: false)).isEmpty)
    }

    @Test func aLostEndIsMadeUpFor() {
        var rig = begun()
        let pinch = PointerGesture.begin(.pinch, fingers: 2)
        #expect(take(&rig, pinch) == [end(true), .pointerGesture(pinch, now)])
    }

    @Test func anotherTouchpadWaitsForItsTurn() {
        var rig = begun()
        for step in [swipe, movement, .end(isCancelled: false)] { #expect(take(&rig, step, of: other).isEmpty) }
        #expect(!rig.content(.deviceRemoved(other)).contains(end(true)))
        #expect(take(&rig, movement).count == 1)
    }

    @Test func goneDevicesAndOtherScreensCancel() {
        var rig = begun()
        #expect(rig.content(.deviceRemoved(pad)).first == end(true))
        rig = begun()
        #expect(rig.router.cancelAll(at: now).to(.content).first == end(true))
        #expect(!rig.router.cancelAll(at: now).to(.content).contains(end(true)))
    }

    @Test func aHoldDoesNotMoveNorDoesNonsense() {
        var rig = rig()
        _ = take(&rig, .begin(.hold, fingers: 1))
        #expect(take(&rig, movement).isEmpty)
        rig = begun()
        #expect(take(&rig, .update(GestureMovement(dx: .nan, dy: 0))).isEmpty)
    }
}
