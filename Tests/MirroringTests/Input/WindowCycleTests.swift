import Mirroring
import Testing

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

    @Test mutating func otherWindowsBeginAnew() {
        #expect(cycle.step(1, among: [1, 2, 3]) == 2)
        #expect(cycle.step(1, among: [2, 1]) == 1)
        #expect(cycle.step(1, among: [5]) == nil)
        #expect(cycle.step(1, among: []) == nil)
        #expect(cycle.step(1, among: [2, 1]) == 1)
    }
}
