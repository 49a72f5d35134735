import Testing

@testable import Input

@Suite struct SeatCountTests {
    @Test func onlyTheFirstPressAndTheLastReleasePass() {
        #expect(SeatCount(count: 1).passes(pressed: true))
        #expect(!SeatCount(count: 2).passes(pressed: true))
        #expect(!SeatCount(count: 1).passes(pressed: false))
        #expect(SeatCount(count: 0).passes(pressed: false))
    }
}
