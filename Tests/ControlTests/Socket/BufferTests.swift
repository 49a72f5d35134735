import TestSupport
import Testing

@testable import Control

@Suite struct LineBufferTests {
    @Test func linesComeWholeHoweverTheyArrive() {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let lines = (0..<Int.random(in: 0...20, using: &generator)).map { number in
                Array(String(repeating: "x", count: Int.random(in: 0...300, using: &generator)).utf8) + [UInt8(number)]
            }.map { line in line.map { $0 == 10 ? 11 : $0 } }
            var rest = Array(lines.joined(separator: [10])) + (lines.isEmpty ? [] : [10])
            var buffer = LineBuffer()
            var taken: [[UInt8]] = []
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(rest.count, 90), using: &generator)
                buffer.append(rest.prefix(count))
                rest.removeFirst(count)
                if Bool.random(using: &generator) { while let line = buffer.next() { taken.append(line) } }
            }
            #expect(buffer.hasLine == (taken.count < lines.count))
            while let line = buffer.next() { taken.append(line) }
            #expect(taken == lines)
            #expect(buffer.count == 0)
        }
    }

    @Test func theRestIsWhatHasNoNewline() {
        var buffer = LineBuffer()
        buffer.append(Array("a\nbc".utf8))
        #expect(buffer.next() == Array("a".utf8))
        #expect(buffer.next() == nil)
        #expect(!buffer.hasLine)
        #expect(buffer.takeRest() == Array("bc".utf8))
        #expect(buffer.count == 0)
    }

    @Test func positionsCountFromTheStreamsStart() {
        var buffer = LineBuffer()
        buffer.append(Array("ab\nc\nrest".utf8))
        #expect(buffer.taken == 0 && buffer.arrived == 9)
        _ = buffer.next()
        #expect(buffer.taken == 3 && buffer.arrived == 9)
        _ = buffer.next()
        #expect(buffer.taken == 5)
        _ = buffer.next()
        #expect(buffer.taken == 5)
        _ = buffer.takeRest()
        #expect(buffer.taken == 9 && buffer.arrived == 9)
        // Past the point at which old bytes are dropped.
        for _ in 0..<200 {
            buffer.append([UInt8](repeating: 1, count: 999) + [10])
            _ = buffer.next()
        }
        #expect(buffer.taken == 200_009 && buffer.count == 0)
    }

    @Test func whatWasTakenIsNotKept() {
        var buffer = LineBuffer()
        let line = [UInt8](repeating: 1, count: 999) + [10]
        for _ in 0..<10_000 {
            buffer.append(line)
            _ = buffer.next()
        }
        #expect(buffer.count == 0)
    }
}

@Suite struct OutputQueueTests {
    /// Drains at most `limit` bytes and returns them.
    private func take(_ limit: Int, from queue: inout OutputQueue) -> String {
        var taken: [UInt8] = []
        queue.drain { bytes in
            taken = Array(bytes.prefix(limit))
            return taken.count
        }
        return String(decoding: taken, as: UTF8.self)
    }

    @Test func droppingKeepsTheLineThatWasBegun() {
        var queue = OutputQueue()
        queue.append(Array("first\n".utf8))
        queue.append(Array("second\n".utf8))
        #expect(take(2, from: &queue) == "fi")
        queue.dropWholeLines()
        queue.append(Array("note\n".utf8))
        #expect(take(100, from: &queue) == "rst\nnote\n")
        #expect(queue.isEmpty)
    }

    @Test func droppingBetweenLinesKeepsNothing() {
        var queue = OutputQueue()
        queue.append(Array("first\nsecond\n".utf8))
        #expect(take(6, from: &queue) == "first\n")
        queue.dropWholeLines()
        #expect(queue.isEmpty)
        queue.append(Array("third\n".utf8))
        queue.dropWholeLines()
        #expect(queue.count == 0)
    }
}
