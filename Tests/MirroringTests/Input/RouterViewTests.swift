import Geometry
import Mirroring
import Testing

/// Fingers on the controller, some of which belong to its view.
@Suite struct RouterViewTests {
    private let screen = DeviceID(1)
    private let now = Timestamp(microseconds: 5)

    private func rig() -> RouterRig {
        RouterRig(areas: [.view: OverlayArea(own: Region())], devices: [screen])
    }

    private func down(_ rig: RouterRig, _ slot: Int32, _ x: Double, _ y: Double) -> InputEvent {
        .touchDown(screen, slot: slot, rig.at(x, y), now)
    }

    @Test func oneFingerIsTheContents() {
        var rig = rig()
        #expect(
            rig.route(down(rig, 0, 640, 400))
                == [.deliver(.touchDown(ContactID(0), Point(x: 1920, y: 1080), now), to: .content)])
        #expect(rig.route(.touchUp(screen, slot: 0, now)) == [.deliver(.touchUp(ContactID(0), now), to: .content)])
    }

    @Test func aSecondFingerTakesBothToTheView() {
        var rig = rig()
        rig.route(down(rig, 0, 640, 400))
        #expect(
            rig.route(down(rig, 1, 700, 400)) == [
                .deliver(.touchCancel, to: .content),
                .overlay(.view, .down(ContactID(0), .finger, Point(x: 640, y: 400), now)),
                .overlay(.view, .down(ContactID(1), .finger, Point(x: 700, y: 400), now)),
            ])
        #expect(
            rig.route(.touchMotion(screen, slot: 0, rig.at(600, 400), now)) == [
                .overlay(.view, .motion(ContactID(0), Point(x: 600, y: 400), now))
            ])
        // A third one joins them, and the last one stays theirs.
        #expect(
            rig.route(down(rig, 2, 10, 400)) == [
                .overlay(.view, .down(ContactID(2), .finger, Point(x: 10, y: 400), now))
            ])
        for slot: Int32 in 0..<3 {
            #expect(
                rig.route(.touchUp(screen, slot: slot, now)) == [.overlay(.view, .up(ContactID(slot), now))])
        }
        #expect(rig.content(down(rig, 0, 640, 400)).count == 1)
    }

    @Test func theLetterboxIsTheViews() {
        var rig = rig()
        #expect(
            rig.route(down(rig, 0, 640, 10)) == [
                .overlay(.view, .down(ContactID(0), .finger, Point(x: 640, y: 10), now))
            ])
        #expect(rig.router.cancelAll(at: now).contains(.overlay(.view, .cancel(ContactID(0)))))
    }

    @Test func withoutAViewAllFingersAreTheContents() {
        var rig = RouterRig(devices: [screen])
        rig.route(down(rig, 0, 640, 400))
        #expect(rig.content(down(rig, 1, 700, 400)) == [.touchDown(ContactID(1), Point(x: 2100, y: 1080), now)])
    }

    @Test func aViewThatGoesCancelsItsFingers() {
        var rig = rig()
        rig.route(down(rig, 0, 640, 10))
        let actions = rig.update(InputTargets(geometry: RouterRig.mirrored, base: .controller))
        #expect(actions == [.overlay(.view, .cancel(ContactID(0)))])
    }

    @Test func inOtherModesAllFingersAreTheOverlays() {
        for (mode, id) in [(ControllerMode.view, OverlayID.view), (.trackpad, .trackpad)] {
            var rig = RouterRig(
                areas: [.view: OverlayArea(own: Region()), .trackpad: OverlayArea(own: Region())], devices: [screen])
            _ = rig.router.use(mode, .application, at: now)
            #expect(
                rig.route(down(rig, 0, 640, 400)) == [
                    .overlay(id, .down(ContactID(0), .finger, Point(x: 640, y: 400), now))
                ])
            // What an overlay of the controller has, it loses with the mode; what the content has, it keeps.
            #expect(rig.router.use(.direct, .view, at: now) == [.overlay(id, .cancel(ContactID(0)))])
            #expect(rig.content(.touchUp(screen, slot: 0, now)).isEmpty)
            #expect(rig.content(down(rig, 0, 640, 400)).count == 1)
            #expect(rig.router.use(mode, .view, at: now).isEmpty)
            #expect(rig.content(.touchUp(screen, slot: 0, now)) == [.touchUp(ContactID(0), now)])
        }
    }
}
