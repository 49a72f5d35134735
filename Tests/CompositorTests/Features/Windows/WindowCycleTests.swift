import Mirroring
import Testing

@testable import Compositor

@Suite struct WindowCycleTests {
    private var cycle = WindowCycle()

    @Test mutating func oneStepGoesBackAndForth() {
        #expect(cycle.step(1, among: [1, 2, 3]) == 2)
        cycle.end()
        #expect(cycle.step(1, among: [2, 1, 3]) == 1)
    }

    @Test mutating func heldModifiersGoThroughAllOfThem() {
        #expect(cycle.step(1, among: [1, 2, 3]) == 2)
        #expect(cycle.step(1, among: [2, 1, 3]) == 3)
        #expect(cycle.step(1, among: [3, 2, 1]) == 1)
        #expect(cycle.step(-1, among: [1, 3, 2]) == 3)
    }

    @Test mutating func theOtherWayBeginsAtTheEnd() {
        #expect(cycle.step(-1, among: [1, 2, 3]) == 3)
    }

    @Test mutating func swipesGoOnUntilThereWasNoneForAWhile() {
        func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }
        #expect(cycle.swipe(1, among: [1, 2, 3], at: time(10)) == 2)
        #expect(cycle.swipe(1, among: [2, 1, 3], at: time(12)) == 3)
        #expect(cycle.swipe(-1, among: [3, 2, 1], at: time(14)) == 2)
        #expect(cycle.swipe(1, among: [2, 3, 1], at: time(20)) == 3, "the one used before")
        #expect(cycle.swipe(1, among: [3], at: time(21)) == nil)
    }

    @Test mutating func otherWindowsBeginAnew() {
        #expect(cycle.step(1, among: [1, 2, 3]) == 2)
        #expect(cycle.step(1, among: [2, 1]) == 1)
        #expect(cycle.step(1, among: [5]) == nil)
        #expect(cycle.step(1, among: []) == nil)
        #expect(cycle.step(1, among: [2, 1]) == 1)
    }
}
