import Mirroring
import Pictures
import Testing
import TestSupport

/// How far the comments are scrolled back, and how they fade.
@Suite struct CommentScrollTests {
    private static func lines(_ numbers: ClosedRange<Int>) -> [CommentScroll.Line] {
        numbers.map { CommentScroll.Line(number: $0, height: Double(10 + $0 % 3 * 10)) }
    }

    @Test("Scrolling goes as far as the oldest and the newest, and there and back is where it began")
    func ends() {
        var random = SplitMix64(seed: 3)
        let lines = Self.lines(1...20)
        let total = lines.reduce(0) { $0 + $1.height }
        for _ in 0..<200 {
            var scroll = CommentScroll()
            let (first, room) = (Double.random(in: 1..<100, using: &random), 60.0)
            scroll.scroll(by: first, among: lines, room: room)
            let one = scroll
            scroll.scroll(by: 50, among: lines, room: room)
            #expect(scroll != one)
            scroll.scroll(by: -50, among: lines, room: room)
            #expect(scroll.bottom == one.bottom && abs(scroll.hidden - one.hidden) < 1e-9)
            scroll.scroll(by: -1000, among: lines, room: room)
            #expect(scroll == CommentScroll() && !scroll.isBack)
            scroll.scroll(by: 1e9, among: lines, room: room)
            var exact = CommentScroll()
            exact.scroll(by: total - room, among: lines, room: room)
            #expect(scroll == exact && scroll.isBack)
        }
    }

    @Test("New comments below, and dropped ones above, leave it where it is")
    func stays() {
        var scroll = CommentScroll()
        scroll.scroll(by: 75, among: Self.lines(1...20), room: 60)
        let before = scroll
        scroll.scroll(by: 0, among: Self.lines(4...31), room: 60)
        #expect(scroll == before)
        scroll.scroll(by: .nan, among: Self.lines(4...31), room: 60)
        #expect(scroll == before)
        // The one at the bottom itself was dropped.
        scroll.scroll(by: 0, among: Self.lines(25...40), room: 60)
        #expect((25...40).contains(scroll.bottom ?? 0))
        scroll.scroll(by: 10, among: [], room: 60)
        #expect(scroll == CommentScroll())
    }

    @Test("Comments that all fit do not scroll")
    func room() {
        var scroll = CommentScroll()
        scroll.scroll(by: 30, among: Self.lines(1...2), room: 60)
        #expect(!scroll.isBack)
    }

    @Test("Opacity falls step by step to nothing, and changes at the instants that were announced and at no others")
    func opacity() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<100 {
            let lifetime = Int64.random(in: 1...20_000_000, using: &random)
            let fading = CommentFading(lifetime: lifetime)
            let time = Timestamp(microseconds: Int64.random(in: -5_000_000...5_000_000, using: &random))
            var (now, last) = (time, CommentFading.opaque)
            while let next = fading.nextChange(ofCommentFrom: time, after: now) {
                #expect(next > now)
                let before = fading.opacity(ofCommentFrom: time, at: next.adding(microseconds: -1))
                let after = fading.opacity(ofCommentFrom: time, at: next)
                #expect(before == last && after == last - 1)
                (now, last) = (next, after)
            }
            #expect(last == 0)
            let age = now.since(time) - max(lifetime, CommentFading.microseconds)
            #expect((-250_000...250_000).contains(age), "gone at its time, to a step")
        }
        let now = Timestamp(microseconds: 9)
        #expect(CommentFading().nextChange(ofCommentFrom: Timestamp(microseconds: 0), after: now) == nil)
    }
}
