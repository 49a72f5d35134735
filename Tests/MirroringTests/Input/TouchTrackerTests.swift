import Geometry
import Mirroring
import Testing

@Suite struct TouchTrackerTests {
    private let screen = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let spot = Point<ContentSpace>(x: 10, y: 20)
    private let edge = Point<ContentSpace>(x: 0, y: 20)
    private let first = ContactID(0)

    @Test func aTouchIsDeliveredFromDownToUp() {
        var tracker = TouchTracker()
        #expect(tracker.down(screen, slot: 0, at: .content(spot), now) == [.touchDown(first, spot, now)])
        #expect(tracker.frame() == [.touchFrame])
        #expect(tracker.frame().isEmpty)
        #expect(tracker.liveContacts.map(\.position) == [spot])
        #expect(tracker.motion(screen, slot: 0, at: .bars(nearest: edge), now) == [.touchMotion(first, edge, now)])
        #expect(tracker.motion(screen, slot: 0, at: .bars(nearest: edge), now).isEmpty)
        #expect(tracker.up(screen, slot: 0, now) == [.touchUp(first, now)])
        #expect(tracker.liveContacts.isEmpty)
    }

    @Test func aTouchThatStartsInTheBarsIsSwallowedToItsEnd() {
        var tracker = TouchTracker()
        #expect(tracker.down(screen, slot: 0, at: .bars(nearest: edge), now).isEmpty)
        #expect(tracker.motion(screen, slot: 0, at: .content(spot), now).isEmpty)
        #expect(tracker.up(screen, slot: 0, now).isEmpty)
        #expect(tracker.frame().isEmpty)
        #expect(tracker.down(screen, slot: 0, at: .content(spot), now).count == 1)
    }

    @Test func cancelAllEndsEveryContactOnceAndSwallowsTheFingers() {
        var tracker = TouchTracker()
        _ = tracker.down(screen, slot: 0, at: .content(spot), now)
        _ = tracker.down(screen, slot: 1, at: .content(spot), now)
        #expect(tracker.cancelAll() == [.touchCancel])
        #expect(tracker.cancelAll().isEmpty)
        #expect(tracker.motion(screen, slot: 0, at: .content(edge), now).isEmpty)
        #expect(tracker.up(screen, slot: 1, now).isEmpty)
        #expect(tracker.frame().isEmpty)
    }

    @Test func oneContactGivenUpCancelsAllAndTheRestIsSwallowed() {
        var tracker = TouchTracker()
        _ = tracker.down(screen, slot: 0, at: .content(spot), now)
        _ = tracker.down(other, slot: 0, at: .content(spot), now)
        #expect(tracker.cancel(screen, slot: 0) == [.touchCancel])
        #expect(tracker.motion(other, slot: 0, at: .content(edge), now).isEmpty)
        #expect(tracker.up(other, slot: 0, now).isEmpty)
        #expect(tracker.cancel(other, slot: 0).isEmpty)
    }

    @Test func aDeviceThatGoesCancelsOnlyIfItsFingersWereLive() {
        var tracker = TouchTracker()
        _ = tracker.down(screen, slot: 0, at: .bars(nearest: edge), now)
        _ = tracker.down(other, slot: 0, at: .content(spot), now)
        #expect(tracker.remove(screen).isEmpty)
        #expect(tracker.liveContacts.count == 1)
        #expect(tracker.remove(other) == [.touchCancel])
    }

    @Test func aLostUpIsMadeGoodByTheNextDown() {
        var tracker = TouchTracker()
        _ = tracker.down(screen, slot: 3, at: .content(spot), now)
        #expect(
            tracker.down(screen, slot: 3, at: .content(edge), now) == [
                .touchUp(first, now), .touchDown(first, edge, now),
            ])
    }

    @Test func strayEventsAreSurvived() {
        var tracker = TouchTracker()
        #expect(tracker.up(screen, slot: .max, now).isEmpty)
        #expect(tracker.motion(screen, slot: .min, at: .content(spot), now).isEmpty)
        #expect(tracker.cancel(screen, slot: 0).isEmpty)
        #expect(tracker.remove(screen).isEmpty)
        #expect(tracker.down(screen, slot: 0, at: .nowhere, now).isEmpty)
    }

    @Test func contactNumbersAreReusedFromTheLowest() {
        var tracker = TouchTracker()
        for slot in Int32(0)..<3 { _ = tracker.down(screen, slot: slot, at: .content(spot), now) }
        _ = tracker.up(screen, slot: 1, now)
        #expect(tracker.down(other, slot: 0, at: .content(spot), now) == [.touchDown(ContactID(1), spot, now)])
    }
}
