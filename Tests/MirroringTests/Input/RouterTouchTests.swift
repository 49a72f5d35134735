import Geometry
import Mirroring
import Testing

@Suite struct RouterTouchTests {
    private let screen = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let first = ContactID(0)
    /// On the snapshot, and in the bar above it.
    private let onContent = DevicePosition(x: 0.5, y: 0.5)
    private let inBars = DevicePosition(x: 0.5, y: 0)
    private let spot = Point<ContentSpace>(x: 1920, y: 1080)
    private let edge = Point<ContentSpace>(x: 1920, y: 0)

    private func rig() -> RouterRig { RouterRig(devices: [screen, other]) }

    private func down(_ device: DeviceID, _ slot: Int32, _ position: DevicePosition) -> InputEvent {
        .touchDown(device, slot: slot, position, now)
    }

    private func moved(_ device: DeviceID, _ slot: Int32, _ position: DevicePosition) -> InputEvent {
        .touchMotion(device, slot: slot, position, now)
    }

    private func up(_ device: DeviceID, _ slot: Int32) -> InputEvent { .touchUp(device, slot: slot, now) }

    @Test func aTouchIsDeliveredFromDownToUp() {
        var rig = rig()
        #expect(rig.content(down(screen, 0, onContent)) == [.touchDown(first, spot, now)])
        #expect(rig.content(.touchFrame(screen, now)) == [.touchFrame])
        #expect(rig.content(.touchFrame(screen, now)).isEmpty)
        #expect(rig.router.fingers(on: .content).map(\.point) == [spot])
        #expect(rig.content(moved(screen, 0, inBars)) == [.touchMotion(first, edge, now)])
        #expect(rig.content(moved(screen, 0, inBars)).isEmpty)
        #expect(rig.content(up(screen, 0)) == [.touchUp(first, now)])
        #expect(rig.router.fingers(on: .content).isEmpty)
    }

    @Test func aTouchThatStartsInTheBarsIsSwallowedToItsEnd() {
        var rig = rig()
        #expect(rig.content(down(screen, 0, inBars)).isEmpty)
        #expect(rig.content(moved(screen, 0, onContent)).isEmpty)
        #expect(rig.content(up(screen, 0)).isEmpty)
        #expect(rig.content(.touchFrame(screen, now)).isEmpty)
        #expect(rig.content(down(screen, 0, onContent)).count == 1)
    }

    @Test func theFirstTouchscreenIsToldOnce() {
        var rig = RouterRig(devices: [])
        #expect(rig.add(other, [.pointer]).isEmpty)
        #expect(
            rig.add(screen, [.touch]) == [
                .deliver(.touchscreenCame, to: .content), .deliver(.touchscreenCame, to: .application),
            ])
        #expect(rig.add(DeviceID(3), [.touch, .pointer]).isEmpty)
        for device in [screen, DeviceID(3)] { #expect(rig.content(.deviceRemoved(device)).isEmpty) }
        #expect(rig.add(screen, [.touch]).isEmpty)
    }

    @Test func cancelAllEndsEveryContactOnceAndSwallowsTheFingers() {
        var rig = rig()
        for slot: Int32 in 0..<2 { rig.route(down(screen, slot, onContent)) }
        let cancelled = rig.router.cancelAll(at: now)
        #expect(cancelled.to(.content) == [.touchCancel, .releaseAll(now)])
        #expect(cancelled.to(.application) == [.releaseAll(now)])
        #expect(!rig.router.cancelAll(at: now).to(.content).contains(.touchCancel))
        #expect(rig.content(moved(screen, 0, inBars)).isEmpty)
        #expect(rig.content(up(screen, 1)).isEmpty)
        #expect(rig.content(.touchFrame(screen, now)).isEmpty)
    }

    @Test func oneContactGivenUpCancelsAllAndTheRestIsSwallowed() {
        var rig = rig()
        for device in [screen, other] { rig.route(down(device, 0, onContent)) }
        #expect(rig.content(.touchCancel(screen, slot: 0, now)) == [.touchCancel])
        #expect(rig.content(moved(other, 0, inBars)).isEmpty)
        #expect(rig.content(up(other, 0)).isEmpty)
        #expect(rig.content(.touchCancel(other, slot: 0, now)).isEmpty)
    }

    @Test func aDeviceThatGoesCancelsOnlyIfItsFingersWereLive() {
        var rig = rig()
        rig.route(down(screen, 0, inBars))
        for slot: Int32 in 0..<2 { rig.route(down(other, slot, onContent)) }
        #expect(!rig.content(.deviceRemoved(screen)).contains(.touchCancel))
        #expect(rig.router.fingers(on: .content).count == 2)
        #expect(rig.content(.deviceRemoved(other)).filter { $0 == .touchCancel }.count == 1)
    }

    @Test func aLostUpIsMadeGoodByTheNextDown() {
        var rig = rig()
        rig.route(down(screen, 3, onContent))
        #expect(
            rig.content(down(screen, 3, onContent)) == [.touchUp(first, now), .touchDown(first, spot, now)])
    }

    @Test func strayEventsAreSurvived() {
        var rig = rig()
        for event in [
            up(screen, .max), moved(screen, .min, onContent), .touchCancel(screen, slot: 0, now),
            down(screen, 0, DevicePosition(x: .nan, y: 0)), .touchFrame(screen, now),
        ] { #expect(rig.route(event).isEmpty) }
    }

    @Test func contactNumbersAreReusedFromTheLowest() {
        var rig = rig()
        for slot: Int32 in 0..<3 { rig.route(down(screen, slot, onContent)) }
        rig.route(up(screen, 1))
        #expect(rig.content(down(other, 0, onContent)) == [.touchDown(ContactID(1), spot, now)])
    }

    @Test func aFingerStaysWithTheOutputThatItsDeviceHadWhenItWentDown() {
        var rig = rig()
        let wall = DeviceID(3)
        rig.add(wall, [.touch], output: "external")
        #expect(rig.content(down(wall, 0, DevicePosition(x: 0.25, y: 0.25))).count == 1)
        // Its settings change under the finger; only the next one follows them.
        rig.add(wall, [.touch], output: "panel")
        #expect(
            rig.content(moved(wall, 0, onContent)) == [.touchMotion(first, Point(x: 1920, y: 1080), now)])
        #expect(rig.content(moved(wall, 0, inBars)) == [.touchMotion(first, edge, now)])
        #expect(
            rig.content(moved(wall, 0, DevicePosition(x: 0.5, y: 0.1))) == [
                .touchMotion(first, Point(x: 1920, y: 216), now)
            ])
    }
}
