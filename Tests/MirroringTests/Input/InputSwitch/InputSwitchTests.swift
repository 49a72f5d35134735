import Geometry
import Mirroring
import Testing

@Suite struct InputSwitchTests {
    private let time = Timestamp(microseconds: 5)
    private let device = DeviceID(1)
    private let first = ContactID(0)
    private let place = Rect<PanelSpace>(x: 800, y: 400, width: 400, height: 300)

    private func rig(base: PanelBase = .application, area: OverlayArea? = nil) -> SwitchRig {
        var rig = SwitchRig(context: "\(base)")
        let panel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
        let external = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)
        let geometry =
            base == .controller
            ? InputGeometry(.onExternal(external, controlledFrom: panel)) : InputGeometry(.onPanel(panel))
        rig.update(
            InputGround(
                geometry: geometry, base: base,
                areas: [.pictureInPicture: area ?? OverlayArea(own: Region(place))]))
        rig.route(
            .deviceAdded(DeviceDescription(id: device, name: "mouse", capabilities: [.pointer, .touch, .keyboard])))
        return rig
    }

    private func at(_ x: Double, _ y: Double) -> DevicePosition { DevicePosition(x: x / 1280, y: y / 800) }

    private func moved(_ dx: Double, _ dy: Double) -> InputEvent {
        .pointerMotion(
            device, RelativeMotion(dx: dx, dy: dy, unacceleratedDX: dx, unacceleratedDY: dy), time)
    }

    @Test func aFingerStaysWithTheOverlayItWentDownOn() {
        var rig = rig()
        #expect(
            rig.route(.touchDown(device, slot: 0, at(1000, 500), time)) == [
                .overlay(.pictureInPicture, .down(first, .finger, Point(x: 1000, y: 500), time))
            ])
        #expect(
            rig.route(.touchMotion(device, slot: 0, at(100, 100), time)) == [
                .overlay(.pictureInPicture, .motion(first, Point(x: 100, y: 100), time))
            ])
        let second = rig.route(.touchDown(device, slot: 1, at(100, 100), time))
        #expect(second == [.deliver(.touchDown(device, slot: 1, at(100, 100), time), to: .application)])
        #expect(
            rig.route(.touchFrame(device, time)) == [.deliver(.touchFrame(device, time), to: .application)])
        #expect(
            rig.route(.touchUp(device, slot: 0, time)) == [.overlay(.pictureInPicture, .up(first, time))])
        #expect(rig.route(.touchFrame(device, time)).isEmpty)
    }

    @Test func anOverlayThatGoesCancelsWhatIsHeldOnIt() {
        var rig = rig()
        rig.route(.touchDown(device, slot: 0, at(1000, 500), time))
        var ground = rig.direction.ground
        ground.areas = [:]
        rig.update(ground)
        #expect(rig.overlays[.pictureInPicture]?.live == [])
        #expect(rig.route(.touchUp(device, slot: 0, time)).isEmpty)
    }

    @Test func theMouseGoesOntoAnOverlayAndComesBackWhereItLeftIt() {
        var rig = rig()
        // The pointer starts in the middle of the panel, 640, 400.
        _ = rig.route(moved(100, 100))
        let entered = rig.route(moved(100, 0))
        #expect(
            entered == [
                .pointerLeft(.application), .overlay(.pictureInPicture, .hover(Point(x: 840, y: 500), time)),
            ])
        #expect(rig.direction.overlayPointer == Point(x: 840, y: 500))
        let back = rig.route(moved(-60, 10))
        #expect(
            back == [
                .overlay(.pictureInPicture, .hoverEnded), .pointerCame(.application, Point(x: 840, y: 500)),
                .deliver(moved(-60, 10), to: .application),
            ])
        #expect(rig.direction.overlayPointer == nil)
    }

    @Test func aPointerThatAnApplicationHoldsStaysThere() {
        var rig = rig()
        _ = rig.route(moved(100, 100))
        rig.holdsPointer = true
        #expect(rig.route(moved(100, 0)) == [.deliver(moved(100, 0), to: .application)])
    }

    @Test func aDragFromAnOverlayGoesOnOutsideIt() {
        var rig = rig()
        _ = rig.route(.pointerPosition(device, at(1000, 500), time))
        _ = rig.route(.pointerButton(device, button: 272, pressed: true, time))
        #expect(rig.overlays[.pictureInPicture]?.live == [first])
        #expect(
            rig.route(.pointerPosition(device, at(10, 10), time)) == [
                .overlay(.pictureInPicture, .motion(first, Point(x: 10, y: 10), time)),
                .overlay(.pictureInPicture, .hover(Point(x: 10, y: 10), time)),
            ])
        #expect(
            rig.route(.pointerButton(device, button: 272, pressed: false, time)) == [
                .overlay(.pictureInPicture, .up(first, time))
            ])
    }

    @Test func aMouseOnTheExternalPassesOverlaysOnThePanel() {
        var rig = rig(base: .controller)
        for _ in 0..<8 {
            #expect(rig.route(moved(200, 100)) == [.deliver(moved(200, 100), to: .content)])
        }
        #expect(rig.route(.touchDown(device, slot: 0, at(1000, 500), time)).count == 1)
        #expect(rig.overlays[.pictureInPicture]?.live == [first])
    }

    @Test func aPenGoesToTheOverlayAndComesBackToTheApplication() {
        var rig = rig()
        let tablet = DeviceID(2)
        rig.route(.deviceAdded(DeviceDescription(id: tablet, name: "pen", capabilities: [.tablet])))
        let pen = TabletTool(kind: .pen)
        func step(_ event: ToolEvent) -> InputEvent { .tool(tablet, event, time) }
        rig.route(step(.near(pen, at(100, 100), ToolAxes())))
        let left = rig.route(step(.motion(at(1000, 500), ToolAxes())))
        #expect(left == [.deliver(step(.away), to: .application)])
        let down = rig.route(step(.down(at(1000, 500), ToolAxes(pressure: 1))))
        #expect(down == [.overlay(.pictureInPicture, .down(first, .tool, Point(x: 1000, y: 500), time))])
        // What the tip drags it holds, wherever it goes.
        let drag = rig.route(step(.motion(at(100, 100), ToolAxes(pressure: 1))))
        #expect(drag == [.overlay(.pictureInPicture, .motion(first, Point(x: 100, y: 100), time))])
        #expect(rig.route(step(.up)) == [.overlay(.pictureInPicture, .up(first, time))])
        let back = rig.route(step(.motion(at(100, 100), ToolAxes())))
        #expect(back == [.deliver(step(.near(pen, at(100, 100), ToolAxes())), to: .application)])
        #expect(rig.route(step(.away)) == [.deliver(step(.away), to: .application)])
    }

    @Test func aPenThatIsDownMustBeLiftedToComeToAnotherApplication() {
        var rig = rig()
        let tablet = DeviceID(2)
        rig.route(.deviceAdded(DeviceDescription(id: tablet, name: "pen", capabilities: [.tablet])))
        func step(_ event: ToolEvent) -> InputEvent { .tool(tablet, event, time) }
        rig.route(step(.near(TabletTool(kind: .pen), at(100, 100), ToolAxes())))
        rig.route(step(.down(at(100, 100), ToolAxes())))
        var ground = rig.direction.ground
        ground.base = .content
        rig.update(ground)
        #expect(rig.checkers[.application]?.tools.isEmpty == true)
        #expect(rig.route(step(.motion(at(110, 100), ToolAxes()))).isEmpty)
        rig.route(step(.up))
        rig.route(step(.motion(at(110, 100), ToolAxes())))
        #expect(rig.checkers[.content]?.tools[tablet] == [])
    }

    @Test func keysGoToWhomeverWasPressedOnLast() {
        let inner = Region<PanelSpace>(Rect(x: 900, y: 450, width: 200, height: 200))
        let area = OverlayArea(own: Region(place).subtracting(inner), forwarded: inner, place: place)
        var rig = rig(area: area)
        let down = InputEvent.key(device, code: 30, pressed: true, time)
        let up = InputEvent.key(device, code: 30, pressed: false, time)
        #expect(rig.route(down) == [.deliver(down, to: .application)])
        // The key is lifted where it was pressed, though another application was touched in between.
        rig.route(.touchDown(device, slot: 0, at(1000, 550), time))
        #expect(rig.checkers[.content]?.contacts.values.first == Point(x: 640, y: 400))
        #expect(rig.route(up) == [.deliver(up, to: .application)])
        #expect(rig.route(down) == [.deliver(down, to: .content)])
        #expect(rig.route(up) == [.deliver(up, to: .content)])
        rig.route(.touchUp(device, slot: 0, time))
        rig.route(.touchDown(device, slot: 0, at(805, 405), time))
        #expect(rig.direction.focus == .content)
        rig.route(.touchDown(device, slot: 1, at(5, 5), time))
        #expect(rig.direction.focus == .application)
    }

    @Test func anOverlayThatForwardsNoLongerGivesTheContentsFingersUp() {
        let area = OverlayArea(own: Region(), forwarded: Region(place), place: place)
        var rig = rig(area: area)
        rig.route(.touchDown(device, slot: 0, at(1000, 500), time))
        #expect(rig.checkers[.content]?.contacts.count == 1)
        var ground = rig.direction.ground
        ground.areas[.pictureInPicture] = OverlayArea(own: Region(place))
        rig.update(ground)
        #expect(rig.checkers[.content]?.contacts.isEmpty == true)
    }

    @Test func devicesOfTheExternalBelongToTheContent() {
        var rig = SwitchRig(context: "external")
        let panel = EnabledOutput(description: Displays.panel, mode: Displays.panelMode, transform: .normal)
        let external = EnabledOutput(description: Displays.fourK, mode: Displays.fourKMode, transform: .normal)
        rig.update(
            InputGround(
                geometry: InputGeometry(.onExternal(external, controlledFrom: panel)), base: .application))
        rig.route(
            .deviceAdded(
                DeviceDescription(id: device, name: "wall", capabilities: [.touch, .keyboard], output: "external")))
        let down = InputEvent.touchDown(device, slot: 0, DevicePosition(x: 0.5, y: 0.5), time)
        #expect(rig.route(down) == [.deliver(down, to: .content)])
        let key = InputEvent.key(device, code: 30, pressed: true, time)
        #expect(rig.route(key) == [.deliver(key, to: .content)])
    }
}
