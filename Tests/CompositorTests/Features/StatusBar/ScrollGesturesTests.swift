import Geometry
import Mirroring
import Testing

@testable import Compositor

/// Fingers on the status bar's comments.
@Suite struct ScrollGesturesTests {
    private var gestures = ScrollGestures()
    private let now = Timestamp(microseconds: 0)

    private func down(_ id: Int32, _ y: Double, _ means: OverlayInput.Means = .finger) -> OverlayInput {
        .down(ContactID(id), means, Point(x: 50, y: y), now)
    }

    private func motion(_ id: Int32, _ y: Double) -> OverlayInput { .motion(ContactID(id), Point(x: 50, y: y), now) }

    @Test("A drag scrolls by what the finger moves, the first few pixels too, and ends once")
    mutating func drag() {
        #expect(gestures.take(down(0, 100)) == [])
        #expect(gestures.take(motion(0, 106)) == [])
        #expect(gestures.take(motion(0, 112)) == [.scroll(12)])
        #expect(gestures.take(motion(0, 104)) == [.scroll(-8)])
        #expect(gestures.take(.up(ContactID(0), now)) == [.end])
        #expect(gestures.take(.up(ContactID(0), now)) == [])
    }

    @Test("A finger that stays is a tap, one that is cancelled nothing")
    mutating func tap() {
        _ = gestures.take(down(0, 100))
        _ = gestures.take(motion(0, 103))
        #expect(gestures.take(.up(ContactID(0), now)) == [.tap])
        _ = gestures.take(down(0, 100))
        #expect(gestures.take(.cancel(ContactID(0))) == [])
        _ = gestures.take(down(0, 100))
        _ = gestures.take(motion(0, 150))
        #expect(gestures.take(.cancel(ContactID(0))) == [.end])
    }

    @Test("Only the first finger counts, and a pointer's left button like one")
    mutating func others() {
        _ = gestures.take(down(0, 100))
        #expect(gestures.take(down(1, 10)) == [] && gestures.take(motion(1, 90)) == [])
        #expect(gestures.take(.up(ContactID(1), now)) == [])
        #expect(gestures.take(.up(ContactID(0), now)) == [.tap])
        _ = gestures.take(down(2, 100, .button(PointerButton.right)))
        #expect(gestures.take(.up(ContactID(2), now)) == [])
        _ = gestures.take(down(2, 100, .button(PointerButton.left)))
        #expect(gestures.take(.up(ContactID(2), now)) == [.tap])
    }

    @Test("A wheel that turns up goes back")
    mutating func wheel() {
        let axis = PointerAxis(source: .wheel, dy: -15)
        #expect(gestures.take(.scroll(axis, now)) == [.scroll(15), .end])
        #expect(gestures.take(.scroll(PointerAxis(source: .wheel, dx: 4), now)) == [])
    }
}
