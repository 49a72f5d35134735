import Glibc
import Testing

@testable import Runtime

@Suite final class DescriptorBoardTests {
    private let board: DescriptorBoard
    private var ends: [CInt] = [-1, -1]

    init() throws {
        board = try DescriptorBoard()
        try #require(pipe(&ends) == 0)
    }

    deinit {
        for end in ends where end >= 0 { close(end) }
    }

    private func closeEnd(_ index: Int) {
        close(ends[index])
        ends[index] = -1
    }

    @Test func aDescriptorCanBeWatchedTwice() throws {
        var calls: [String] = []
        let first = try board.add(ends[0], .readable) { _ in calls.append("first") }
        _ = try board.add(ends[0], .readable) { _ in calls.append("second") }
        #expect(write(ends[1], "x", 1) == 1)
        board.dispatch(timeout: 0)
        #expect(calls.sorted() == ["first", "second"])
        board.remove(first)
        board.dispatch(timeout: 0)
        #expect(calls.filter { $0 == "second" }.count == 2)
        #expect(calls.count == 3)
    }

    @Test func aWatchOutlivesItsDescriptor() throws {
        var seen: [Readiness] = []
        let number = try board.add(ends[0], .readable) { seen.append($0) }
        closeEnd(0)
        closeEnd(1)
        board.dispatch(timeout: 0)
        #expect(seen == [.hungUp])
        board.remove(number)
        board.dispatch(timeout: 0)
        #expect(seen.count == 1)
    }

    @Test func aHandlerMayEndTheOthersOfItsTurn() throws {
        var numbers: [UInt64] = []
        var calls = 0
        for _ in 0..<2 {
            let number = try board.add(ends[0], .readable) { [board] _ in
                calls += 1
                for number in numbers { board.remove(number) }
            }
            numbers.append(number)
        }
        #expect(write(ends[1], "x", 1) == 1)
        board.dispatch(timeout: 0)
        #expect(calls == 1)
    }

    @Test func whatIsWatchedForCanChange() throws {
        var seen: [Readiness] = []
        let number = try board.add(ends[1], .readable) { seen.append($0) }
        board.dispatch(timeout: 0)
        #expect(seen.isEmpty)
        board.update(number, .writable)
        board.dispatch(timeout: 0)
        #expect(seen == [.writable])
        board.update(number, [])
        board.dispatch(timeout: 0)
        #expect(seen.count == 1)
    }

    @Test func whatIsReportedOnceWaitsForAnUpdate() throws {
        var calls = 0
        let number = try board.add(ends[0], [.readable, .once]) { _ in calls += 1 }
        #expect(write(ends[1], "x", 1) == 1)
        for _ in 0..<2 { board.dispatch(timeout: 0) }
        #expect(calls == 1)
        board.update(number, [.readable, .once])
        for _ in 0..<2 { board.dispatch(timeout: 0) }
        #expect(calls == 2)
        closeEnd(1)
        board.dispatch(timeout: 0)
        #expect(calls == 2, "not even that the other end has gone")
    }

    @Test func waitsForMicroseconds() {
        let start = MonotonicClock.now
        board.dispatch(timeout: 2500)
        let passed = MonotonicClock.now - start
        #expect(passed >= 2500)
    }

    @Test func aClosedDescriptorCannotBeWatched() {
        #expect(throws: RuntimeError("watch descriptor", "-1", errorNumber: EBADF)) {
            _ = try board.add(-1, .readable) { _ in }
        }
    }
}
