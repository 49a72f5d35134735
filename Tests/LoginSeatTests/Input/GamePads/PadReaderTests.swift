import Foundation
import Runtime
import Testing

@testable import LoginSeat

/// A pad that is a pipe with the kernel's records in it.
@Suite struct PadReaderTests {
    private final class Clock: LoopClock {
        var microseconds: Int64 = 1_000_000
    }

    /// The end of the pipe that the test writes to; nil after the unplug.
    private final class Plug {
        var end: OwnedDescriptor?
        init(_ end: OwnedDescriptor) { self.end = end }
    }

    private final class Counts {
        var (acted, gone) = (0, 0)
    }

    private let clock = Clock()
    private let counts = Counts()
    private let loop: EventLoop
    private let pad: OwnedDescriptor
    private let plug: Plug
    private let reader: PadReader

    init() throws {
        loop = try EventLoop(clock: clock)
        let ends = try OwnedDescriptor.pipe()
        pad = ends.reading
        plug = Plug(ends.writing)
        reader = try PadReader(
            pad.number, loop: loop, acted: { [counts] in counts.acted += 1 },
            gone: { [counts] in counts.gone += 1 })
    }

    /// Writes `struct input_event` as on 64 bits: 16 bytes of time, type, code and value.
    private func write(type: UInt16, code: UInt16, value: Int32) {
        var record = Data(count: 16)
        withUnsafeBytes(of: type) { record.append(contentsOf: $0) }
        withUnsafeBytes(of: code) { record.append(contentsOf: $0) }
        withUnsafeBytes(of: value) { record.append(contentsOf: $0) }
        let end = plug.end?.number ?? -1
        record.withUnsafeBytes { #expect(Glibc.write(end, $0.baseAddress, $0.count) == 24) }
    }

    private func press() { write(type: 1, code: 0x130, value: 1) }

    private func turn() {
        for _ in 0..<3 { loop.turn(timeoutMilliseconds: 0) }
    }

    @Test func aPressCountsAtOnce() {
        press()
        turn()
        #expect(counts.acted == 1 && counts.gone == 0)
    }

    @Test func itIsReadOnceASecond() {
        write(type: 3, code: 0, value: 1)
        turn()
        #expect(counts.acted == 0)
        let wakeups = loop.wakeups
        press()
        loop.turn(timeoutMilliseconds: 20)
        #expect(counts.acted == 0 && loop.wakeups <= wakeups + 1)
        clock.microseconds += 999_999
        turn()
        #expect(counts.acted == 0)
        clock.microseconds += 1
        turn()
        #expect(counts.acted == 1)
    }

    @Test func manyEventsAreOneActivity() {
        for _ in 0..<200 { press() }
        turn()
        #expect(counts.acted == 1)
    }

    @Test func anUnplugIsToldOnce() {
        press()
        turn()
        plug.end = nil
        for _ in 0..<3 {
            clock.microseconds += 1_000_000
            turn()
        }
        #expect(counts.acted == 1 && counts.gone == 1)
    }
}
