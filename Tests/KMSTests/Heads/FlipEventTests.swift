import Mirroring
import TestSupport
import Testing

@testable import KMS

@Suite struct FlipEventTests {
    /// One event as the kernel writes it.
    private func bytes(type: UInt32 = 2, length: UInt32 = 32, token: UInt64, sequence: UInt32) -> [UInt8] {
        let fields: [UInt32] = [
            type, length, UInt32(truncatingIfNeeded: token), UInt32(truncatingIfNeeded: token >> 32), 12, 345_678,
            sequence, 40,
        ]
        return fields.flatMap { field in (0..<4).map { UInt8(truncatingIfNeeded: field >> ($0 * 8)) } }
    }

    private func parse(_ bytes: [UInt8]) -> [FlipEvent] { bytes.withUnsafeBytes { FlipEvent.parse($0) } }

    @Test func readsAllFlips() {
        let events = parse(
            bytes(token: 7, sequence: 100) + bytes(type: 1, token: 8, sequence: 1)
                + bytes(token: 1 << 40, sequence: 101))
        #expect(events.map(\.token) == [7, 1 << 40])
        #expect(events.map(\.sequence) == [100, 101])
        #expect(events.first?.time == Timestamp(microseconds: 12_345_678))
    }

    @Test func stopsAtAnythingMalformed() {
        let sound = bytes(token: 7, sequence: 1)
        #expect(parse([]).isEmpty)
        #expect(parse(Array(sound.prefix(31))).isEmpty)
        #expect(parse(bytes(length: 0, token: 1, sequence: 1) + sound).isEmpty)
        #expect(parse(bytes(length: .max, token: 1, sequence: 1)).isEmpty)
        #expect(parse(sound + [2, 0, 0]).count == 1)
    }

    @Test(arguments: 0..<32)
    func survivesGarbage(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let garbage = (0..<257).map { _ in UInt8.random(in: 0...40, using: &random) }
        #expect(parse(garbage).count <= 8)
    }

    @Test func carriesTheSequenceOn() {
        var counter = SequenceCounter()
        #expect(counter.extend(.max - 1) == UInt64(UInt32.max) - 1)
        #expect(counter.extend(.max) == UInt64(UInt32.max))
        #expect(counter.extend(0) == 1 << 32)
        #expect(counter.extend(5) == 1 << 32 + 5)
    }

    @Test func pacesToTheRefreshRate() {
        var pacer = FlipPacer(refreshMilliHertz: 50_000)
        let released = [0, 1, 2, 100_000, 100_001].map { (time: Int64) in
            pacer.release(Timestamp(microseconds: time)).microseconds
        }
        #expect(released == [0, 20_000, 40_000, 100_000, 120_000])
        #expect(pacer.tolerance == 2500)
    }

    @Test func aLateFlipIsMadeUpFor() {
        var pacer = FlipPacer(refreshMilliHertz: 50_000)
        let released = [0, 27_000, 41_000, 75_000, 79_999, 120_000, 121_000].map { (time: Int64) in
            pacer.release(Timestamp(microseconds: time)).microseconds
        }
        // At 120,000 two refreshes have been missed, and nobody makes up for those.
        #expect(released == [0, 27_000, 41_000, 75_000, 80_000, 120_000, 140_000])
    }

    @Test(arguments: 0..<16)
    func keepsToTheRateWhereWorkTakesLessOnAverage(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var pacer = FlipPacer(refreshMilliHertz: 50_000)
        var now: Int64 = 0
        var released: [Int64] = []
        for _ in 0..<1000 {
            // Each frame is drawn after the last was reported, in 0.3 to 1.5 refreshes.
            let flip = now + Int64.random(in: 6_000...30_000, using: &random)
            now = pacer.release(Timestamp(microseconds: flip)).microseconds
            #expect(now >= flip)
            released.append(now)
        }
        let rate = Double(released.count - 1) * 1e6 / Double(now - released[0])
        #expect(rate <= 50.05)
        #expect(rate > 47)
        for start in stride(from: 0, to: 900, by: 100) {
            // Nowhere more than the rate, but for the one that is made up for.
            #expect(released[start + 100] - released[start] > 98 * 20_000)
        }
    }

    @Test func doesNotPaceWithoutARate() {
        var pacer = FlipPacer(refreshMilliHertz: 0)
        #expect(pacer.release(Timestamp(microseconds: 5)).microseconds == 5)
        #expect(pacer.release(Timestamp(microseconds: 6)).microseconds == 6)
    }
}
