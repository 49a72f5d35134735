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

    @Test func doesNotPaceWithoutARate() {
        var pacer = FlipPacer(refreshMilliHertz: 0)
        #expect(pacer.release(Timestamp(microseconds: 5)).microseconds == 5)
        #expect(pacer.release(Timestamp(microseconds: 6)).microseconds == 6)
    }
}
