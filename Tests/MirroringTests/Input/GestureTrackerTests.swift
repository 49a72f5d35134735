import Mirroring
import Testing

@Suite struct GestureTrackerTests {
    private let pad = DeviceID(1)
    private let other = DeviceID(2)
    private let now = Timestamp(microseconds: 5)
    private let swipe = PointerGesture.begin(.swipe, fingers: 3)
    private let movement = PointerGesture.update(GestureMovement(dx: 4, dy: 2))

    private func begun() -> GestureTracker {
        var tracker = GestureTracker()
        _ = tracker.take(swipe, of: pad, hasPointer: true, now)
        return tracker
    }

    private func end(_ isCancelled: Bool) -> ContentInput {
        .pointerGesture(.end(isCancelled: isCancelled), now)
    }

    @Test func stepsComeThroughInOrder() {
        var tracker = GestureTracker()
        #expect(tracker.take(swipe, of: pad, hasPointer: true, now) == [.pointerGesture(swipe, now)])
        #expect(tracker.take(movement, of: pad, hasPointer: true, now) == [.pointerGesture(movement, now)])
        #expect(tracker.take(.end(isCancelled: false), of: pad, hasPointer: true, now) == [end(false)])
        #expect(tracker.take(.end(isCancelled: false), of: pad, hasPointer: true, now).isEmpty)
    }

    @Test func withoutAPointerThereIsNothingToMean() {
        var tracker = GestureTracker()
        #expect(tracker.take(swipe, of: pad, hasPointer: false, now).isEmpty)
        #expect(tracker.take(movement, of: pad, hasPointer: true, now).isEmpty)
        #expect(tracker.take(.end(isCancelled: false), of: pad, hasPointer: true, now).isEmpty)
    }

    @Test func aLostEndIsMadeUpFor() {
        var tracker = begun()
        let pinch = PointerGesture.begin(.pinch, fingers: 2)
        #expect(tracker.take(pinch, of: pad, hasPointer: true, now) == [end(true), .pointerGesture(pinch, now)])
    }

    @Test func anotherTouchpadWaitsForItsTurn() {
        var tracker = begun()
        #expect(tracker.take(swipe, of: other, hasPointer: true, now).isEmpty)
        #expect(tracker.take(movement, of: other, hasPointer: true, now).isEmpty)
        #expect(tracker.take(.end(isCancelled: false), of: other, hasPointer: true, now).isEmpty)
        #expect(tracker.remove(other, at: now).isEmpty)
        #expect(tracker.isLive)
    }

    @Test func goneDevicesAndOtherScreensCancel() {
        var tracker = begun()
        #expect(tracker.remove(pad, at: now) == [end(true)])
        tracker = begun()
        #expect(tracker.cancel(at: now) == [end(true)])
        #expect(tracker.cancel(at: now).isEmpty)
    }

    @Test func aHoldDoesNotMoveNorDoesNonsense() {
        var tracker = GestureTracker()
        _ = tracker.take(.begin(.hold, fingers: 1), of: pad, hasPointer: true, now)
        #expect(tracker.take(movement, of: pad, hasPointer: true, now).isEmpty)
        tracker = begun()
        #expect(tracker.take(.update(GestureMovement(dx: .nan, dy: 0)), of: pad, hasPointer: true, now).isEmpty)
    }
}
