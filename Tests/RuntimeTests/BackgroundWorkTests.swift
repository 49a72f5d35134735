import Glibc
import Testing

@testable import Runtime

@Suite struct BackgroundWorkTests {
    @Test func theResultComesBackOnTheLoopsThread() throws {
        let loop = try EventLoop()
        let here = pthread_self()
        var results: [Bool] = []
        let work = try BackgroundWork(loop: loop) {
            pthread_equal(pthread_self(), here) == 0
        } whenDone: { isElsewhere in
            results.append(isElsewhere && pthread_equal(pthread_self(), here) != 0)
        }
        for _ in 0..<1000 where results.isEmpty { loop.turn(timeoutMilliseconds: 10) }
        #expect(results == [true])
        loop.turn(timeoutMilliseconds: 0)
        #expect(results.count == 1)
        withExtendedLifetime(work) {}
    }

    @Test func aForgottenResultIsNotTold() throws {
        let loop = try EventLoop()
        let (start, end) = (try Gate(), try Gate())
        var isTold = false
        do {
            let thread = OpenedAtTheEnd(gate: end)
            let work = try BackgroundWork(loop: loop) {
                withExtendedLifetime(thread) { start.wait() }
                return 1
            } whenDone: { _ in
                isTold = true
            }
            withExtendedLifetime(work) {}
        }
        // Nobody holds the work any more; its thread goes on to its end, the result included.
        start.open()
        end.wait()
        for _ in 0..<10 { loop.turn(timeoutMilliseconds: 0) }
        #expect(!isTold)
    }

    /// Threads wait here until it is opened.
    private final class Gate: Sendable {
        private let ends: (read: OwnedDescriptor, write: OwnedDescriptor)

        init() throws {
            var numbers: [CInt] = [-1, -1]
            try #require(pipe(&numbers) == 0)
            ends = (OwnedDescriptor(owning: numbers[0]), OwnedDescriptor(owning: numbers[1]))
        }

        func open() {
            var byte: UInt8 = 1
            write(ends.write.number, &byte, 1)
        }

        func wait() {
            var byte: UInt8 = 0
            while read(ends.read.number, &byte, 1) < 0, errno == EINTR {}
        }
    }

    /// Opens a gate when the last one to hold this, the thread, lets go.
    private final class OpenedAtTheEnd: Sendable {
        private let gate: Gate

        init(gate: Gate) {
            self.gate = gate
        }

        deinit {
            gate.open()
        }
    }
}
