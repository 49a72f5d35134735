import Glibc
import Testing

@testable import Runtime

/// The table of children alone: adopting belongs to a whole process, which the tests share, so that what is left
/// behind is a matter for the service on virtual displays.
@Suite struct ChildTableTests {
    @Test func theTableKnowsWhoIsWaitedFor() throws {
        let loop = try EventLoop()
        var removals = 0
        loop.children.onRemoval = { removals += 1 }
        var status: ProcessExit?
        let child = try ChildProcess(loop: loop, command: ["sh", "-c", "exit 3"], environment: [:]) { status = $0 }
        #expect(loop.children.contains(child.processID))
        let deadline = MonotonicClock.now + 10_000_000
        while status == nil, MonotonicClock.now < deadline { loop.turn(timeoutMilliseconds: 100) }
        #expect(status == .exited(code: 3))
        #expect(!loop.children.contains(child.processID) && removals == 1)
    }

    @Test func aReleasedChildIsNobodysAnyMore() throws {
        let loop = try EventLoop()
        var child: ChildProcess? = try ChildProcess(
            loop: loop, command: ["sh", "-c", "exit 0"], environment: [:], onExit: { _ in })
        let processID = try #require(child?.processID)
        child = nil
        #expect(!loop.children.contains(processID))
        waitpid(processID, nil, 0)
    }
}
