import Geometry
import Mirroring
import Testing

@Suite struct InputRouterTests {
    private let keyboard = DeviceID(1)
    private let second = DeviceID(2)
    private let touchscreen = DeviceID(3)
    private let now = Timestamp(microseconds: 9)
    private let mirrored = InputGeometry(
        .onExternal(
            EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal),
            controlledFrom: EnabledOutput(
                description: Displays.panel, mode: Displays.panelMode, transform: .normal)))

    private func router() -> InputRouter {
        var router = InputRouter()
        _ = router.update(mirrored, at: now)
        return router
    }

    private func key(_ code: UInt32, _ pressed: Bool, on device: DeviceID? = nil) -> InputEvent {
        .key(device ?? keyboard, code: code, pressed: pressed, now)
    }

    private func sent(_ code: UInt32, _ pressed: Bool) -> [InputAction] {
        [.deliver(.key(code, pressed: pressed, now))]
    }

    @Test func aTouchOnThePanelLandsOnTheMatchingPixel() {
        var router = router()
        let actions = router.route(.touchDown(touchscreen, slot: 0, DevicePosition(x: 0.5, y: 0.5), now))
        #expect(actions == [.deliver(.touchDown(ContactID(0), Point(x: 1920, y: 1080), now))])
        #expect(router.liveContacts.map(\.position) == [Point(x: 1920, y: 1080)])
    }

    @Test func twoKeyboardsHoldOneKeyTogether() {
        var router = router()
        #expect(router.route(key(30, true)) == sent(30, true))
        #expect(router.route(key(30, true, on: second)).isEmpty)
        #expect(router.route(key(30, false)).isEmpty)
        #expect(router.route(key(30, false, on: second)) == sent(30, false))
        #expect(router.route(key(30, false)).isEmpty)
    }

    @Test func aKeyboardThatGoesReleasesItsKeys() {
        var router = router()
        for code in [UInt32(42), 30] { _ = router.route(key(code, true)) }
        _ = router.route(key(31, true, on: second))
        #expect(router.route(.deviceRemoved(keyboard)) == sent(30, false) + sent(42, false))
        #expect(router.route(key(31, false, on: second)) == sent(31, false))
    }

    @Test(arguments: [(UInt32(59), 1), (68, 10), (87, 11), (88, 12)])
    func controlAltAndAFunctionKeySwitchTheTerminal(code: UInt32, terminal: Int) {
        var router = router()
        #expect(router.route(key(code, true)) == sent(code, true))
        #expect(router.route(key(code, false)) == sent(code, false))
        _ = router.route(key(97, true))
        #expect(router.route(key(code, true)) == sent(code, true))
        _ = router.route(key(code, false))
        _ = router.route(key(56, true, on: second))
        #expect(router.route(key(code, true)) == [.switchVT(terminal)])
        #expect(router.route(key(code, false)).isEmpty)
    }

    @Test func theTerminalSwitchWorksWithNoScreenAndAfterACancel() {
        var router = router()
        _ = router.route(key(29, true))
        _ = router.cancelAll(at: now)
        _ = router.update(.parked, at: now)
        #expect(router.route(key(56, true)).isEmpty)
        #expect(router.route(key(60, true)) == [.switchVT(2)])
    }

    @Test func aKeyboardThatGoesHoldsNoModifiersForTheSwitch() {
        var router = router()
        for code in [UInt32(29), 56] { _ = router.route(key(code, true)) }
        _ = router.route(.deviceRemoved(keyboard))
        #expect(router.route(key(60, true, on: second)) == sent(60, true))
    }

    @Test func cancelAllEndsEverythingThatIsHeld() {
        var router = router()
        _ = router.route(.touchDown(touchscreen, slot: 0, DevicePosition(x: 0.5, y: 0.5), now))
        _ = router.route(key(30, true))
        #expect(router.cancelAll(at: now) == [.deliver(.touchCancel), .deliver(.releaseAll(now))])
        #expect(router.route(key(30, false)).isEmpty)
        #expect(router.route(.touchUp(touchscreen, slot: 0, now)).isEmpty)
    }

    @Test func thePointerIsTakenAwayWithTheLastPointingDevice() {
        var router = router()
        let mouse = DeviceDescription(id: DeviceID(7), name: "Mouse", capabilities: [.pointer])
        let glass = DeviceDescription(id: DeviceID(8), name: "Glass", capabilities: [.pointer])
        for device in [mouse, glass] { _ = router.route(.deviceAdded(device)) }
        _ = router.route(.pointerPosition(glass.id, DevicePosition(x: 0.5, y: 0.5), now))
        #expect(router.pointerPosition == Point(x: 1920, y: 1080))
        #expect(router.route(.deviceRemoved(mouse.id)).isEmpty)
        #expect(router.route(.deviceRemoved(glass.id)) == [.deliver(.pointerLeave), .deliver(.pointerFrame)])
        #expect(router.pointerPosition == nil)
    }

    @Test func aTabletsToolGoesThroughTheViewportAndLeavesBeforeIt() {
        var router = router()
        let tablet = DeviceDescription(id: DeviceID(9), name: "Tablet", capabilities: [.tablet])
        let tool = TabletTool(kind: .pen)
        let near = ToolEvent.near(tool, DevicePosition(x: 0.5, y: 0.5), ToolAxes())
        #expect(router.route(.tool(tablet.id, near, now)).isEmpty)
        #expect(router.route(.deviceAdded(tablet)) == [.deliver(.tabletAdded(tablet))])
        #expect(
            router.route(.tool(tablet.id, near, now)) == [
                .deliver(.tool(tablet.id, .enter(tool, Point(x: 1920, y: 1080), ToolAxes()), now))
            ])
        #expect(
            router.route(.deviceRemoved(tablet.id)) == [
                .deliver(.tool(tablet.id, .leave, now)), .deliver(.tabletRemoved(tablet.id)),
            ])
    }
}
