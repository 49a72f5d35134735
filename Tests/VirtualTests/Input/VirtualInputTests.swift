import Geometry
import Mirroring
import Testing

@testable import Virtual

private final class EventLog: InputObserver {
    private(set) var events: [InputEvent] = []

    func inputReceived(_ event: InputEvent) { events.append(event) }

    /// What was received after the devices were announced.
    var received: [InputEvent] {
        events.filter {
            if case .deviceAdded = $0 { return false }
            return true
        }
    }
}

@Suite struct VirtualInputTests {
    private let time = ManualTime(microseconds: 42)
    private let log = EventLog()
    private let input: VirtualInput
    private var now: Timestamp { time.instant }

    init() {
        input = VirtualInput(time: time, panel: PanelGeometry(size: Size(width: 1000, height: 500)))
        input.observer = log
    }

    @Test func aNewObserverIsToldOfTheDevices() {
        let capabilities = log.events.map { event -> Set<DeviceCapability> in
            if case .deviceAdded(let device) = event { return device.capabilities }
            return []
        }
        #expect(capabilities == [[.touch], [.pointer], [.keyboard], [.tablet]])
    }

    @Test func touchesComeAsFractionsOfThePanel() throws {
        try input.touchDown(slot: 2, at: Point(x: 250, y: 250))
        try input.touchMotion(slot: 2, to: Point(x: 1000, y: 0))
        try input.touchUp(slot: 2)
        input.touchFrame()
        let device = input.touchscreen
        #expect(
            log.received == [
                .touchDown(device, slot: 2, DevicePosition(x: 0.25, y: 0.5), now),
                .touchMotion(device, slot: 2, DevicePosition(x: 1, y: 0), now), .touchUp(device, slot: 2, now),
                .touchFrame(device, now),
            ])
    }

    @Test func aFingerGoesDownOnceAndUpOnce() throws {
        #expect(throws: VirtualInputError.slotUp(0)) { try input.touchUp(slot: 0) }
        #expect(throws: VirtualInputError.slotUp(0)) { try input.touchMotion(slot: 0, to: Point(x: 1, y: 1)) }
        try input.touchDown(slot: 0, at: Point(x: 1, y: 1))
        #expect(throws: VirtualInputError.slotDown(0)) { try input.touchDown(slot: 0, at: Point(x: 1, y: 1)) }
        try input.touchCancel(slot: 0)
        #expect(throws: VirtualInputError.slotUp(0)) { try input.touchCancel(slot: 0) }
        #expect(log.received.count == 2)
    }

    @Test func aTouchOffThePanelLeavesNoFingerDown() throws {
        #expect(throws: VirtualInputError.self) { try input.touchDown(slot: 0, at: Point(x: -1, y: 1)) }
        #expect(log.received.isEmpty)
        try input.touchDown(slot: 0, at: Point(x: 1, y: 1))
    }

    @Test func buttonsAndKeysAreHeldOnce() throws {
        try input.pointerButton(272, pressed: true)
        #expect(throws: VirtualInputError.held(272)) { try input.pointerButton(272, pressed: true) }
        try input.pointerButton(272, pressed: false)
        #expect(throws: VirtualInputError.notHeld(272)) { try input.pointerButton(272, pressed: false) }
        #expect(throws: VirtualInputError.badCode(30)) { try input.pointerButton(30, pressed: true) }
        #expect(throws: VirtualInputError.badCode(272)) { try input.key(272, pressed: true) }
        #expect(throws: VirtualInputError.badCode(0)) { try input.key(0, pressed: true) }
        #expect(throws: VirtualInputError.badCode(768)) { try input.key(768, pressed: true) }
    }

    @Test func wheelClicksCarryTheir120ths() throws {
        try input.scroll(clicksX: 0, clicksY: -2)
        try input.scroll(clicksX: 0.25, clicksY: 0)
        try input.scroll(clicksX: 1e300, clicksY: 0)
        let axes = [
            PointerAxis(source: .wheel, dy: -30, clicks120Y: -240),
            PointerAxis(source: .wheel, dx: 3.75, clicks120X: 30),
            PointerAxis(source: .wheel, dx: 15_000, clicks120X: 120_000),
        ]
        #expect(log.received == axes.map { .pointerAxis(input.pointer, $0, now) })
        #expect(throws: VirtualInputError.notFinite) { try input.scroll(clicksX: .nan, clicksY: 0) }
    }

    @Test func aPenComesNearBeforeItTouches() throws {
        let point = Point<PanelSpace>(x: 0, y: 0)
        #expect(throws: VirtualInputError.toolAway) { try input.toolDown(at: point, ToolAxes()) }
        #expect(throws: VirtualInputError.toolAway) { try input.toolAway() }
        try input.toolNear(.pen, at: point, ToolAxes(pressure: 0.5))
        #expect(throws: VirtualInputError.toolNear) { try input.toolNear(.pen, at: point, ToolAxes()) }
        #expect(throws: VirtualInputError.tipUp) { try input.toolUp() }
        try input.toolMove(to: point, ToolAxes(pressure: 0.5))
        try input.toolDown(at: point, ToolAxes(pressure: 0.5))
        #expect(throws: VirtualInputError.tipDown) { try input.toolDown(at: point, ToolAxes()) }
        try input.toolUp()
        try input.toolAway()
        let place = DevicePosition(x: 0, y: 0)
        let steps: [ToolEvent] = [
            .motion(place, ToolAxes()), .down(place, ToolAxes(pressure: 0.5)), .up, .away,
        ]
        #expect(log.received.suffix(4) == steps.map { .tool(input.tablet, $0, now) })
    }

    @Test func aPenThatGoesAwayHoldsNoButton() throws {
        let point = Point<PanelSpace>(x: 0, y: 0)
        for _ in 0..<2 {
            try input.toolNear(.pen, at: point, ToolAxes())
            try input.toolButton(331, pressed: true)
            #expect(throws: VirtualInputError.held(331)) { try input.toolButton(331, pressed: true) }
            try input.toolAway()
        }
        try input.toolNear(.pen, at: point, ToolAxes())
        #expect(throws: VirtualInputError.notHeld(331)) { try input.toolButton(331, pressed: false) }
    }

    @Test func aButtonOfOneDeviceIsNotHeldOnAnother() throws {
        try input.toolNear(.pen, at: Point(x: 0, y: 0), ToolAxes())
        try input.toolButton(331, pressed: true)
        #expect(throws: VirtualInputError.notHeld(331)) { try input.pointerButton(331, pressed: false) }
    }

    @Test func aReplayedKeyboardThatGoesTakesItsKeysAlong() throws {
        let replayed = DeviceID(77)
        input.inject(.deviceAdded(DeviceDescription(id: replayed, name: "replayed", capabilities: [.keyboard])))
        input.inject(.key(replayed, code: 30, pressed: true, now))
        input.inject(.deviceRemoved(replayed))
        try input.key(30, pressed: true)
        try input.key(30, pressed: false)
    }

    @Test func gesturesFollowEachOther() throws {
        #expect(throws: VirtualInputError.noGesture) { try input.gestureEnd(isCancelled: false) }
        try input.gestureBegin(.swipe, fingers: 3)
        #expect(throws: VirtualInputError.gestureGoesOn) { try input.gestureBegin(.pinch, fingers: 2) }
        let movement = GestureMovement(dx: 1, dy: 2)
        try input.gestureUpdate(movement)
        try input.gestureEnd(isCancelled: true)
        #expect(throws: VirtualInputError.noGesture) { try input.gestureUpdate(movement) }
        let steps: [PointerGesture] = [.begin(.swipe, fingers: 3), .update(movement), .end(isCancelled: true)]
        #expect(log.received == steps.map { .pointerGesture(input.pointer, $0, now) })
    }

    @Test func fingersThatDoNotMoveHaveLeft() throws {
        try input.scroll(fingersDX: 0, dy: 4)
        try input.scroll(fingersDX: 0, dy: 0)
        let axes = log.received.map { event -> Bool in
            if case .pointerAxis(_, let axis, _) = event { return axis.stopsX && axis.stopsY }
            return false
        }
        #expect(axes == [false, true])
        #expect(throws: VirtualInputError.notFinite) { try input.scroll(fingersDX: .nan, dy: 0) }
    }

    @Test func injectedEventsPassAsTheyAreAndKeepTheBooks() throws {
        let old = Timestamp(microseconds: 1)
        let down = InputEvent.touchDown(
            input.touchscreen, slot: 5, DevicePosition(x: 0.1, y: 0.2), old)
        input.inject(down)
        #expect(log.received == [down])
        #expect(throws: VirtualInputError.slotDown(5)) { try input.touchDown(slot: 5, at: Point(x: 1, y: 1)) }
        try input.touchUp(slot: 5)
    }

    @Test func injectedDevicesAreAnnouncedToTheNextObserver() {
        let device = DeviceDescription(id: DeviceID(7), name: "Recorded", capabilities: [.touch])
        input.inject(.deviceAdded(device))
        input.inject(.deviceRemoved(input.pointer))
        let next = EventLog()
        input.observer = next
        #expect(next.events.count == 4)
        #expect(next.events.contains(.deviceAdded(device)))
    }
}
