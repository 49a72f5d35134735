import Geometry
import Mirroring
import Pictures

/// Measures a frame of the status bar, drawn naively and by the service, in the same run.
struct HUDCounts {
    private static let rounds = 31
    private static let largeSize = Size<OutputSpace>(width: 2000, height: 2000)

    private let renderer: HUDRenderer
    private let pool = CanvasPool(capacity: 256 << 20)

    init() throws {
        guard let renderer = HUDRenderer() else { throw BenchError("draw a bar", "Pango finds no fonts") }
        self.renderer = renderer
    }

    func measure(into figures: inout Figures) throws {
        let bar = try ladder(HUDLayout.square, SampleBar.size, rounds: Self.rounds)
        figures.add("hud_naive_ms", bar.naive.median, decimals: 3, "a 200x200 bar, redrawn with intermediate pictures")
        figures.add("hud_direct_ms", bar.direct.median, decimals: 3, "redrawn straight into the picture")
        figures.add("hud_comment_ms", bar.comment.median, decimals: 4, "the real bar: a new comment and a clock tick")
        figures.add("hud_tick_ms", bar.tick.median, decimals: 4, "the real bar: a clock tick")
        figures.add("hud_naive_to_comment", bar.ratios(to: \.comment), decimals: 1, "naive frames in that of a comment")
        figures.add("hud_naive_to_tick", bar.ratios(to: \.tick), decimals: 1, "and in a tick (target: at least 20)")
        let nested = try ladder(SampleBar.nested(), SampleBar.size, rounds: Self.rounds)
        figures.add("hud_nested_naive_ms", nested.naive.median, decimals: 3, "the same within ten groups, naively")
        figures.add("hud_nested_tick_ms", nested.tick.median, decimals: 4, "a clock tick within ten groups")
        let large = try ladder(HUDLayout.square, Self.largeSize, rounds: 3)
        figures.add("hud_2000_naive_ms", large.naive.median, decimals: 1, "one naive frame at 2000x2000")
        try figures.add(
            "hud_2000_1000_frames_ms", thousandFrames(), decimals: 1,
            "1,000 real frames there: a tick each, a comment in ten")
    }

    /// The milliseconds of each way of drawing, by round.
    private struct Ladder {
        var naive: [Double] = []
        var direct: [Double] = []
        var comment: [Double] = []
        var tick: [Double] = []

        /// The median of the rounds' own ratios.
        func ratios(to way: KeyPath<Ladder, [Double]>) -> Double {
            zip(naive, self[keyPath: way]).map { $0 / max($1, 0.000_01) }.median
        }
    }

    private func ladder(_ layout: HUDLayout, _ size: Size<OutputSpace>, rounds: Int) throws -> Ladder {
        var model = try SampleBar.model()
        guard let real = HUDDrawing(layout: layout, size: size, renderer: renderer, pool: pool),
            let naive = NaiveBar(layout: layout, size: size, renderer: renderer)
        else { throw BenchError("draw a bar", "out of memory") }
        var ladder = Ladder()
        var second = 3600
        for round in -2..<rounds {
            second += 1
            let slow = Stopwatch.milliseconds { naive.draw(model, at: SampleBar.instant(second: second)) }
            let direct = Stopwatch.milliseconds { drawAnew(layout, size, model, second) }
            // Refills the caches, which the naive way cleared, before timing.
            _ = real.draw(model, at: SampleBar.instant(second: second))
            try compare(real, naive)
            second += 1
            try model.apply(SampleBar.comment(1000 + round))
            let comment = Stopwatch.milliseconds { _ = real.draw(model, at: SampleBar.instant(second: second)) }
            let tick = ticks(real, model, after: &second)
            // The first rounds load fonts and touch the memory for the first time.
            guard round >= 0 else { continue }
            ladder.naive.append(slow)
            ladder.direct.append(direct)
            ladder.comment.append(comment)
            ladder.tick.append(tick)
        }
        return ladder
    }
}

extension HUDCounts {
    /// The milliseconds of one clock tick, averaged over several, because one is too short to time.
    private func ticks(_ bar: HUDDrawing, _ model: HUDModel, after second: inout Int) -> Double {
        let count = 20
        let first = second + 1
        second += count
        return Stopwatch.milliseconds {
            for tick in 0..<count { _ = bar.draw(model, at: SampleBar.instant(second: first + tick)) }
        } / Double(count)
    }

    /// Draws a whole new bar with cached shapes and without intermediates.
    private func drawAnew(_ layout: HUDLayout, _ size: Size<OutputSpace>, _ model: HUDModel, _ second: Int) {
        guard let bar = HUDDrawing(layout: layout, size: size, renderer: renderer, pool: pool) else { return }
        _ = bar.draw(model, at: SampleBar.instant(second: second))
    }

    /// The milliseconds for 1,000 frames at 2000x2000.
    private func thousandFrames() throws -> Double {
        var model = try SampleBar.model()
        guard let bar = HUDDrawing(layout: .square, size: Self.largeSize, renderer: renderer, pool: pool) else {
            throw BenchError("draw a bar", "out of memory")
        }
        _ = bar.draw(model, at: SampleBar.instant(second: 0))
        var failure: (any Error)?
        let took = Stopwatch.milliseconds {
            for frame in 1...1000 {
                do {
                    if frame % 10 == 0 { try model.apply(SampleBar.comment(frame)) }
                } catch {
                    failure = error
                }
                _ = bar.draw(model, at: SampleBar.instant(second: frame))
            }
        }
        if let failure { throw failure }
        return took
    }

    /// Throws unless both pictures are equal, apart from rounding where the naive way blends twice.
    private func compare(_ real: HUDDrawing, _ naive: NaiveBar) throws {
        guard let first = real.picture, let second = naive.picture else {
            throw BenchError("compare the bars", "one is not drawn")
        }
        for y in 0..<first.size.height {
            let (one, other) = (first.row(y), second.row(y))
            for x in 0..<first.size.width {
                for shift in [UInt32(0), 8, 16] {
                    let difference = Int(one[x] >> shift & 255) - Int(other[x] >> shift & 255)
                    guard abs(difference) <= 4 else {
                        throw BenchError("compare the bars", "they differ at \(x),\(y) by \(difference)")
                    }
                }
            }
        }
    }
}
