import Geometry
import Mirroring
import Testing

@Suite struct ToolTrackerTests {
    private let tablet = DeviceID(1)
    private let now = Timestamp(microseconds: 5)
    private let tool = TabletTool(kind: .pen, capabilities: [.pressure])
    private let place = DevicePosition(x: 0.5, y: 0.5)
    private let axes = ToolAxes(pressure: 0.25)
    private let spot = Point<ContentSpace>(x: 10, y: 20)
    private let edge = Point<ContentSpace>(x: 0, y: 20)

    private var near: ToolEvent { .near(tool, place, axes) }
    private var motion: ToolEvent { .motion(place, axes) }
    private var down: ToolEvent { .down(place, axes) }

    private func take(_ tracker: inout ToolTracker, _ event: ToolEvent, at hit: InputHit? = nil) -> [ToolInput] {
        strip(tracker.take(event, of: tablet, at: hit ?? .content(spot), now))
    }

    private func strip(_ inputs: [ContentInput]) -> [ToolInput] {
        inputs.compactMap { if case .tool(tablet, let input, now) = $0 { input } else { nil } }
    }

    private func drawing() -> ToolTracker {
        var tracker = ToolTracker()
        _ = take(&tracker, near)
        _ = take(&tracker, down)
        _ = take(&tracker, .button(331, pressed: true))
        return tracker
    }

    @Test func aStrokeComesThrough() {
        var tracker = ToolTracker()
        #expect(take(&tracker, near) == [.enter(tool, spot, axes)])
        #expect(take(&tracker, down) == [.motion(spot, axes), .down])
        #expect(take(&tracker, motion) == [.motion(spot, axes)])
        #expect(take(&tracker, .up) == [.up])
        #expect(take(&tracker, .away) == [.leave])
        #expect(take(&tracker, .away).isEmpty)
    }

    @Test func overTheBarsThereIsNoTool() {
        var tracker = ToolTracker()
        #expect(take(&tracker, near, at: .bars(nearest: edge)).isEmpty)
        #expect(take(&tracker, motion) == [.enter(tool, spot, axes)])
        #expect(take(&tracker, motion, at: .bars(nearest: edge)) == [.leave])
        #expect(take(&tracker, .button(331, pressed: true)).isEmpty)
    }

    @Test func aStrokeGoesOnAlongTheEdge() {
        var tracker = drawing()
        #expect(take(&tracker, motion, at: .bars(nearest: edge)) == [.motion(edge, axes)])
        #expect(take(&tracker, .up) == [.up])
        #expect(take(&tracker, .button(331, pressed: false)) == [.button(331, pressed: false)])
        #expect(take(&tracker, motion, at: .bars(nearest: edge)) == [.leave])
    }

    @Test func aTipThatComesDownInTheBarsMeansNothing() {
        var tracker = ToolTracker()
        _ = take(&tracker, near, at: .bars(nearest: edge))
        #expect(take(&tracker, down, at: .bars(nearest: edge)).isEmpty)
        #expect(take(&tracker, motion).isEmpty)
        #expect(take(&tracker, .up).isEmpty)
        #expect(take(&tracker, motion) == [.enter(tool, spot, axes)])
    }

    @Test func anotherScreenEndsTheStrokeForGood() {
        var tracker = drawing()
        #expect(strip(tracker.cancelAll(at: now)) == [.up, .button(331, pressed: false), .leave])
        #expect(take(&tracker, motion).isEmpty)
        #expect(take(&tracker, .up).isEmpty)
        #expect(take(&tracker, motion) == [.enter(tool, spot, axes)])
    }

    @Test func aGoneTabletEndsTheStrokeOnce() {
        var tracker = drawing()
        #expect(strip(tracker.remove(tablet, at: now)) == [.up, .button(331, pressed: false), .leave])
        #expect(tracker.remove(tablet, at: now).isEmpty)
        #expect(take(&tracker, motion).isEmpty)
    }

    @Test func aToolThatNeverLeftMakesWayForTheNext() {
        var tracker = drawing()
        #expect(
            take(&tracker, near) == [.up, .button(331, pressed: false), .leave, .enter(tool, spot, axes)])
    }

    @Test func numbersStayWithinTheirRange() {
        var tracker = ToolTracker()
        let wild = ToolAxes(pressure: .infinity, distance: 7, tiltX: -1e9, slider: .nan, wheelClicks: .max)
        let tame = ToolAxes(distance: 1, tiltX: -90, wheelClicks: 1000)
        #expect(take(&tracker, .near(tool, place, wild)) == [.enter(tool, spot, tame)])
    }
}
