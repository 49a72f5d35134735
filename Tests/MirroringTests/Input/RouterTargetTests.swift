import Geometry
import Mirroring
import Testing

/// Which of the applications and overlays gets what.
@Suite struct RouterTargetTests {
    private let now = Timestamp(microseconds: 5)
    private let device = DeviceID(1)
    private let first = ContactID(0)
    private let place = Rect<PanelSpace>(x: 800, y: 400, width: 400, height: 300)
    private let overlay = OverlayID.pictureInPicture

    private func rig(_ base: ScreenBase = .application, area: OverlayArea? = nil) -> RouterRig {
        RouterRig(base, areas: [overlay: area ?? OverlayArea(own: Region(place))], devices: [device])
    }

    private func down(_ rig: RouterRig, _ slot: Int32, _ x: Double, _ y: Double) -> InputEvent {
        .touchDown(device, slot: slot, rig.at(x, y), now)
    }

    private func moved(_ rig: RouterRig, _ dx: Double, _ dy: Double) -> InputEvent {
        .pointerMotion(device, rig.motion(dx, dy), now)
    }

    private func relative(_ rig: RouterRig, _ dx: Double, _ dy: Double, at x: Double, _ y: Double) -> [InputAction] {
        [
            .deliver(.pointerMotion(Point(x: x, y: y), relative: rig.motion(dx, dy), now), to: .application),
            .deliver(.pointerFrame, to: .application),
        ]
    }

    @Test func aFingerStaysWithTheOverlayItWentDownOn() {
        var rig = rig()
        #expect(
            rig.route(down(rig, 0, 1000, 500)) == [
                .overlay(overlay, .down(first, .finger, Point(x: 1000, y: 500), now))
            ])
        #expect(
            rig.route(.touchMotion(device, slot: 0, rig.at(100, 100), now)) == [
                .overlay(overlay, .motion(first, Point(x: 100, y: 100), now))
            ])
        #expect(
            rig.route(down(rig, 1, 100, 100)) == [
                .deliver(.touchDown(first, Point(x: 100, y: 100), now), to: .application)
            ])
        #expect(rig.route(.touchFrame(device, now)) == [.deliver(.touchFrame, to: .application)])
        #expect(rig.route(.touchUp(device, slot: 0, now)) == [.overlay(overlay, .up(first, now))])
        #expect(rig.route(.touchFrame(device, now)).isEmpty)
    }

    /// The panel's controller shows a display's own application, of half the size of the 4K external.
    @Test func theControlledApplicationGetsWhatTheContentWould() {
        var rig = RouterRig(.controller, applications: HostedApplication.all(ofDisplays: 2))
        rig.route(down(rig, 0, 640, 400))
        var targets = InputTargets(
            geometry: InputGeometry(.onExternal(PlanDisplays.other, controlledFrom: RouterRig.panel)), base: .controller
        )
        (targets.controlled, targets.contentGeometry) = (.display(1), RouterRig.home)
        #expect(rig.router.cancelAll(at: now).to(.content).contains(.touchCancel))
        rig.update(targets)
        #expect(rig.router.focus == .display(1))
        rig.route(.touchUp(device, slot: 0, now))
        #expect(
            rig.route(down(rig, 0, 640, 400))
                == [.deliver(.touchDown(first, Point(x: 960, y: 540), now), to: .display(1))])
        rig.route(.touchUp(device, slot: 0, now))
        #expect(
            rig.route(.key(device, code: 30, pressed: true, now)) == [
                .deliver(.key(30, pressed: true, now), to: .display(1))
            ])
        // A picture in picture shows the content, and an on-screen keyboard serves the controlled application.
        targets.areas = [
            .pictureInPicture: OverlayArea(own: Region(), forwarded: Region(place), place: place),
            .keyboard: OverlayArea(
                own: Region(), forwarded: Region(Rect(x: 0, y: 600, width: 1280, height: 200)),
                place: Rect(x: 0, y: 600, width: 1280, height: 200),
                source: Rect(x: 0, y: 5000, width: 1280, height: 200)),
        ]
        rig.update(targets)
        #expect(
            rig.route(down(rig, 1, 800, 400)).to(.content) == [.touchDown(first, Point(x: 0, y: 0), now)])
        #expect(
            rig.route(down(rig, 2, 10, 610)).to(.display(1)) == [.touchDown(first, Point(x: 10, y: 5010), now)])
    }

    @Test func anOverlayThatGoesCancelsWhatIsHeldOnIt() {
        var rig = rig()
        rig.route(down(rig, 0, 1000, 500))
        var targets = rig.router.targets
        targets.areas = [:]
        #expect(rig.update(targets) == [.overlay(overlay, .cancel(first))])
        #expect(rig.route(.touchUp(device, slot: 0, now)).isEmpty)
    }

    @Test func theMouseGoesOntoAnOverlayAndComesBackWhereItLeftIt() {
        var rig = rig()
        // The pointer starts in the middle of the panel, 640, 400.
        rig.route(moved(rig, 100, 100))
        #expect(
            rig.route(moved(rig, 100, 0)) == [
                .deliver(.pointerLeave, to: .application), .deliver(.pointerFrame, to: .application),
                .overlay(overlay, .hover(Point(x: 840, y: 500), now)),
            ])
        #expect(rig.router.overlayPointer == Point(x: 840, y: 500))
        #expect(
            rig.route(moved(rig, -60, 10)) == [.overlay(overlay, .hoverEnded)]
                + relative(rig, -60, 10, at: 780, 510))
        #expect(rig.router.overlayPointer == nil)
    }

    @Test func aModalOverlayHasTheKeysAndTheMouse() {
        let area = OverlayArea(own: Region(Rect(x: 0, y: 0, width: 1280, height: 800)), isModal: true)
        var rig = rig(.controller)
        rig.route(moved(rig, 10, 10))
        rig.route(.key(device, code: 30, pressed: true, now))
        var targets = rig.router.targets
        targets.areas = [.menu: area]
        #expect(rig.update(targets).contains(.deliver(.pointerLeave, to: .content)))
        #expect(
            rig.route(moved(rig, 10, 0)).contains { if case .overlay(.menu, .hover) = $0 { true } else { false } })
        #expect(
            rig.route(.key(device, code: 31, pressed: true, now)) == [.overlay(.menu, .key(BoundKeys([], 31), now))])
        #expect(rig.route(.key(device, code: 31, pressed: false, now)).isEmpty)
        #expect(
            rig.route(.key(device, code: 30, pressed: false, now))
                == [.deliver(.key(30, pressed: false, now), to: .content)])
        rig.route(.key(device, code: 42, pressed: true, now))
        #expect(
            rig.route(.key(device, code: 15, pressed: true, now))
                == [.overlay(.menu, .key(BoundKeys([.shift], 15), now))])
        targets.areas = [:]
        let back = rig.update(targets)
        #expect(back.first == .overlay(.menu, .hoverEnded))
        #expect(
            back.to(.content) == [
                .pointerMotion(Point(x: 1930, y: 1090), relative: nil, Timestamp(microseconds: 5)), .pointerFrame,
            ])
        // The mouse moves on the external again.
        #expect(
            rig.route(moved(rig, 1, 0)).contains {
                if case .deliver(.pointerMotion, to: .content) = $0 { true } else { false }
            })
    }

    @Test func aPointerThatAnApplicationHoldsStaysThere() {
        var rig = rig()
        rig.route(moved(rig, 100, 100))
        #expect(rig.route(moved(rig, 100, 0), isPointerHeld: true) == relative(rig, 100, 0, at: 840, 500))
    }

    @Test func aDragFromAnOverlayGoesOnOutsideIt() {
        var rig = rig()
        rig.route(.pointerPosition(device, rig.at(1000, 500), now))
        #expect(
            rig.route(.pointerButton(device, button: 272, pressed: true, now)) == [
                .overlay(overlay, .down(first, .button(272), Point(x: 1000, y: 500), now))
            ])
        #expect(
            rig.route(.pointerPosition(device, rig.at(10, 10), now)) == [
                .overlay(overlay, .motion(first, Point(x: 10, y: 10), now)),
                .overlay(overlay, .hover(Point(x: 10, y: 10), now)),
            ])
        #expect(
            rig.route(.pointerButton(device, button: 272, pressed: false, now)) == [.overlay(overlay, .up(first, now))])
    }

    @Test func aMouseOnTheExternalPassesOverlaysOnThePanel() {
        var rig = rig(.controller)
        for _ in 0..<8 { #expect(rig.route(moved(rig, 200, 100)).to(.content).count == 2) }
        #expect(
            rig.route(down(rig, 0, 1000, 500)) == [
                .overlay(overlay, .down(first, .finger, Point(x: 1000, y: 500), now))
            ])
    }

    @Test func aPenGoesToTheOverlayAndComesBackToTheApplication() {
        var rig = rig()
        let pen = TabletTool(kind: .pen)
        func step(_ event: ToolEvent) -> [InputAction] { rig.route(.tool(device, event, now)) }
        func tool(_ input: ToolInput) -> InputAction { .deliver(.tool(device, input, now), to: .application) }
        let (inside, outside) = (rig.at(1000, 500), rig.at(100, 100))
        let entered = tool(.enter(pen, Point(x: 100, y: 100), ToolAxes()))
        #expect(step(.near(pen, outside, ToolAxes())) == [entered])
        #expect(step(.motion(inside, ToolAxes())) == [tool(.leave)])
        #expect(
            step(.down(inside, ToolAxes(pressure: 1))) == [
                .overlay(overlay, .down(first, .tool, Point(x: 1000, y: 500), now))
            ])
        // What the tip drags it holds, wherever it goes.
        #expect(
            step(.motion(outside, ToolAxes(pressure: 1))) == [
                .overlay(overlay, .motion(first, Point(x: 100, y: 100), now))
            ])
        #expect(step(.up) == [.overlay(overlay, .up(first, now))])
        #expect(step(.motion(outside, ToolAxes())) == [entered])
        #expect(step(.away) == [tool(.leave)])
    }

    @Test func aPenThatIsDownMustBeLiftedToComeToAnotherApplication() {
        var rig = rig()
        func step(_ event: ToolEvent) -> [InputAction] { rig.route(.tool(device, event, now)) }
        _ = step(.near(TabletTool(kind: .pen), rig.at(100, 100), ToolAxes()))
        _ = step(.down(rig.at(100, 100), ToolAxes()))
        var targets = rig.router.targets
        targets.base = .content
        #expect(
            rig.update(targets).to(.application) == [.tool(device, .up, now), .tool(device, .leave, now)])
        #expect(step(.motion(rig.at(110, 100), ToolAxes())).isEmpty)
        #expect(step(.up).isEmpty)
        #expect(step(.motion(rig.at(110, 100), ToolAxes())).to(.content).count == 1)
    }

    @Test func keysGoToWhomeverWasPressedOnLast() {
        let inner = Region<PanelSpace>(Rect(x: 900, y: 450, width: 200, height: 200))
        let area = OverlayArea(own: Region(place).subtracting(inner), forwarded: inner, place: place)
        var rig = rig(area: area)
        func key(_ pressed: Bool) -> [InputAction] { rig.route(.key(device, code: 30, pressed: pressed, now)) }
        func typed(_ pressed: Bool, _ choice: HostedApplication) -> [InputAction] {
            [.deliver(.key(30, pressed: pressed, now), to: choice)]
        }
        #expect(key(true) == typed(true, .application))
        // The key is lifted where it was pressed, though another application was touched in between.
        #expect(rig.content(down(rig, 0, 1000, 550)) == [.touchDown(first, Point(x: 640, y: 400), now)])
        #expect(key(false) == typed(false, .application))
        #expect(key(true) == typed(true, .content))
        #expect(key(false) == typed(false, .content))
        rig.route(.touchUp(device, slot: 0, now))
        rig.route(down(rig, 0, 805, 405))
        #expect(rig.router.focus == .content)
        rig.route(down(rig, 1, 5, 5))
        #expect(rig.router.focus == .application)
    }

    @Test func anOverlayThatForwardsNoLongerGivesTheContentsFingersUp() {
        var rig = rig(area: OverlayArea(own: Region(), forwarded: Region(place), place: place))
        #expect(rig.content(down(rig, 0, 1000, 500)).count == 1)
        var targets = rig.router.targets
        targets.areas[overlay] = OverlayArea(own: Region(place))
        #expect(rig.update(targets) == [.deliver(.touchCancel, to: .content)])
    }

    @Test func aFingerFollowsTheOverlayThatForwardsIt() {
        var rig = rig(area: OverlayArea(own: Region(), forwarded: Region(place), place: place))
        rig.route(down(rig, 0, 1000, 550))
        var targets = rig.router.targets
        let next = place.offset(x: -100, y: 0)
        targets.areas[overlay] = OverlayArea(own: Region(), forwarded: Region(next), place: next)
        #expect(rig.update(targets).isEmpty)
        #expect(
            rig.content(.touchMotion(device, slot: 0, rig.at(900, 550), now)).isEmpty, "the same point of the content")
        #expect(
            rig.content(.touchMotion(device, slot: 0, rig.at(1000, 550), now)) == [
                .touchMotion(first, Point(x: 960, y: 400), now)
            ])
    }

    @Test func devicesOfTheExternalBelongToTheContent() {
        var rig = RouterRig(.controller, devices: [])
        rig.update(InputTargets(geometry: RouterRig.mirrored, base: .application))
        rig.add(device, output: "external")
        let middle = DevicePosition(x: 0.5, y: 0.5)
        #expect(
            rig.content(.touchDown(device, slot: 0, middle, now)) == [
                .touchDown(first, Point(x: 1920, y: 1080), now)
            ])
        #expect(
            rig.content(.key(device, code: 30, pressed: true, now)) == [.key(30, pressed: true, now)])
        #expect(rig.content(.pointerPosition(device, middle, now)).count == 2)
        #expect(rig.content(.pointerButton(device, button: 272, pressed: true, now)).count == 2)
        #expect(rig.router.focus == .content)
    }

    /// A mouse on the panel and one on the external at once: two pointers, one in each application.
    @Test func aButtonHeldOnTheExternalDoesNotHoldThePanelsPointer() {
        var rig = rig(.application)
        rig.update(
            InputTargets(
                geometry: RouterRig.mirrored, base: .application, areas: [overlay: OverlayArea(own: Region(place))]))
        let wall = DeviceID(2)
        rig.add(wall, output: "external")
        rig.route(.pointerButton(wall, button: 272, pressed: true, now))
        #expect(
            rig.route(.pointerPosition(device, rig.at(1000, 500), now)) == [
                .overlay(overlay, .hover(Point(x: 1000, y: 500), now))
            ])
        #expect(rig.content(.pointerButton(wall, button: 272, pressed: false, now)).count == 2)
    }
}
