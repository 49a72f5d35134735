import Geometry
import Mirroring
import Testing

@testable import Compositor

@Suite struct FrameAnimationTests {
    private let from = Rect<PanelSpace>(x: 0, y: 0, width: 1000, height: 500)
    private let to = Rect<PanelSpace>(x: 800, y: 400, width: 200, height: 100)
    private let start = Timestamp(microseconds: 1_000_000)

    @Test func itBeginsAndEndsExactly() {
        let animation = FrameAnimation(from: from, to: to, start: start, durationMicroseconds: 250_000)
        #expect(animation.rect(at: start) == from)
        #expect(animation.rect(at: start.adding(microseconds: -5)) == from)
        #expect(!animation.isFinished(at: start.adding(microseconds: 249_999)))
        #expect(animation.isFinished(at: start.adding(microseconds: 250_000)))
        #expect(animation.rect(at: start.adding(microseconds: 250_000)) == to)
    }

    @Test func itNeverTurnsBackAndASharedEdgeStandsStill() {
        let animation = FrameAnimation(from: from, to: to, start: start, durationMicroseconds: 250_000)
        var last = from
        for step in 0...50 {
            let rect = animation.rect(at: start.adding(microseconds: Int64(step) * 5_000))
            #expect(rect.x >= last.x && rect.width <= last.width)
            #expect(rect.maxX == 1000 && rect.maxY == 500)
            last = rect
        }
    }

    @Test func withReducedMotionItIsThereAtOnce() {
        let animation = FrameAnimation(
            from: from, to: to, start: start, durationMicroseconds: 250_000, reducesMotion: true)
        #expect(animation.isFinished(at: start))
        #expect(animation.rect(at: start) == to)
    }
}
