import Mirroring
import Testing

@Suite struct DrawingPatienceTests {
    private static let refresh = 16_666_667

    @Test func halfAFrameWhereComposingIsCheap() {
        var patience = DrawingPatience()
        #expect(patience.microseconds(refreshNanoseconds: Self.refresh) == 8333)
        patience.composed(inMicroseconds: 1000)
        #expect(patience.microseconds(refreshNanoseconds: Self.refresh) == 8333)
    }

    @Test func lessTheMoreComposingCosts() {
        var patience = DrawingPatience()
        patience.composed(inMicroseconds: 5000)
        #expect(patience.microseconds(refreshNanoseconds: Self.refresh) == 4666)
        patience.composed(inMicroseconds: 40_000)
        #expect(patience.microseconds(refreshNanoseconds: Self.refresh) == 0)
        for _ in 0..<60 { patience.composed(inMicroseconds: 100) }
        #expect(patience.microseconds(refreshNanoseconds: Self.refresh) == 8333, "what is long past is forgotten")
    }

    @Test func noneWithoutARefresh() {
        #expect(DrawingPatience().microseconds(refreshNanoseconds: 0) == 0)
    }
}
