import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Compositor

/// Both upper corners held, on a panel of 1280x800 with 8 pixels per millimetre: corners of 160 pixels.
@Suite struct CornerHoldTests {
    private static let second: Int64 = 1_000_000
    private let one = CornerHold.Finger(device: DeviceID(1), slot: 0)
    private let two = CornerHold.Finger(device: DeviceID(1), slot: 1)
    private let third = CornerHold.Finger(device: DeviceID(2), slot: 0)

    private func hold() -> CornerHold {
        var hold = CornerHold(microseconds: 5 * Self.second)
        hold.follow(Size(width: 1280, height: 800), density: 8)
        return hold
    }

    private func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * Self.second) }

    @Test func bothCornersHeldForLongEnoughCount() {
        var hold = hold()
        hold.moved(one, to: Point(x: 10, y: 10), at: at(1))
        #expect(hold.due == nil)
        hold.moved(two, to: Point(x: 1270, y: 159), at: at(2))
        #expect(hold.due == at(7))
        hold.moved(two, to: Point(x: 1121, y: 20), at: at(3))
        #expect(hold.due == at(7), "it may move within its corner")
        let answers = [6, 7, 20].map { hold.timeUp(at: at($0)) }
        #expect(answers == [false, true, false], "once is enough")
    }

    @Test(arguments: [Point<PanelSpace>(x: 1119, y: 20), Point(x: 1270, y: 161), Point(x: 640, y: 400)])
    func whatLeavesItsCornerBeginsAnew(_ point: Point<PanelSpace>) {
        var hold = hold()
        hold.moved(one, to: Point(x: 10, y: 10), at: at(1))
        hold.moved(two, to: Point(x: 1270, y: 10), at: at(1))
        hold.moved(two, to: point, at: at(2))
        #expect(hold.due == nil)
        hold.moved(two, to: Point(x: 1270, y: 10), at: at(3))
        #expect(hold.due == at(8))
    }

    @Test func aThirdFingerAnywhereKeepsItFromCounting() {
        var hold = hold()
        hold.moved(one, to: Point(x: 10, y: 10), at: at(1))
        hold.moved(two, to: Point(x: 1270, y: 10), at: at(1))
        hold.moved(third, to: Point(x: 640, y: 700), at: at(2))
        #expect(hold.due == nil)
        hold.removed(DeviceID(2), at: at(3))
        #expect(hold.due == at(8))
        hold.lifted(one, at: at(4))
        #expect(hold.due == nil)
    }

    @Test func anotherPanelForgetsWhatIsDown() {
        var hold = hold()
        hold.moved(one, to: Point(x: 10, y: 10), at: at(1))
        hold.moved(two, to: Point(x: 1270, y: 10), at: at(1))
        hold.follow(Size(width: 1280, height: 800), density: 8)
        #expect(hold.due == at(6))
        hold.follow(Size(width: 800, height: 480), density: 5)
        #expect(hold.due == nil)
        hold.lifted(two, at: at(2))
        #expect(hold.due == nil)
    }

    @Test func onASmallPanelCornersStayApart() {
        var hold = CornerHold(microseconds: Self.second)
        hold.follow(Size(width: 100, height: 60), density: 10)
        hold.moved(one, to: Point(x: 40, y: 5), at: at(1))
        hold.moved(two, to: Point(x: 90, y: 5), at: at(1))
        #expect(hold.due == nil)
        hold.moved(one, to: Point(x: 24, y: 5), at: at(1))
        #expect(hold.due == at(2))
    }

    /// Against a model that looks at all fingers each time.
    @Test(arguments: 0..<20 as Range<UInt64>) func randomFingersCountAsTheModelSays(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var hold = hold()
        var down: [CornerHold.Finger: Point<PanelSpace>] = [:]
        var since: Int64?
        func isHeld() -> Bool {
            let upper = down.values.filter { $0.y < 160 }
            return down.count == 2 && upper.contains { $0.x < 160 } && upper.contains { $0.x >= 1120 }
        }
        for step in 0..<2000 as Range<Int64> {
            let finger = [one, two, third].randomElement(using: &random) ?? one
            if Int.random(in: 0..<5, using: &random) == 0 {
                down[finger] = nil
                hold.lifted(finger, at: at(step))
            } else {
                let x: Double = [10.0, 150, 640, 1125, 1275].randomElement(using: &random) ?? 0
                let y: Double = [5.0, 155, 500].randomElement(using: &random) ?? 0
                let point = Point<PanelSpace>(x: x, y: y)
                down[finger] = point
                hold.moved(finger, to: point, at: at(step))
            }
            since = isHeld() ? since ?? step : nil
            #expect((hold.due != nil) == (since != nil), "seed \(seed), step \(step)")
            if let due = hold.due, let since { #expect(due >= at(since + 5)) }
        }
    }
}
