import Glibc
import Testing

@testable import Runtime

@Suite struct EventLoopTests {
    @Test func firesAnArmedTimerOnce() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = try loop.makeTimer { count += 1 }
        timer.arm(at: EventLoop.now())
        loop.turn(timeoutMilliseconds: 5000)
        loop.turn(timeoutMilliseconds: 0)
        #expect(count == 1)
    }

    @Test func keepsADisarmedTimerSilent() throws {
        let loop = try EventLoop()
        var count = 0
        let timer = try loop.makeTimer { count += 1 }
        timer.arm(at: EventLoop.now())
        timer.disarm()
        loop.turn(timeoutMilliseconds: 0)
        #expect(count == 0)
    }

    @Test(arguments: [Int64.max, Int64.min, -1, 0])
    func survivesAbsurdDelays(delay: Int64) throws {
        let timer = try EventLoop().makeTimer {}
        timer.arm(after: delay)
        timer.arm(at: delay)
    }

    @Test func lateDescriptorEventsAreDropped() throws {
        let loop = try EventLoop()
        var pipes: [[CInt]] = []
        var sources: [DescriptorSource] = []
        var calls = 0
        for _ in 0..<2 {
            var ends: [CInt] = [0, 0]
            #expect(pipe(&ends) == 0)
            pipes.append(ends)
            #expect(write(ends[1], "x", 1) == 1)
            // Whichever is called first cancels both, though the other is ready in the same turn.
            sources.append(
                try loop.watch(ends[0]) { _ in
                    calls += 1
                    sources = []
                })
        }
        loop.turn(timeoutMilliseconds: 0)
        loop.turn(timeoutMilliseconds: 0)
        #expect(calls == 1)
        for descriptor in pipes.joined() { close(descriptor) }
    }

    @Test func runsDeferredActionsBeforeSleeping() throws {
        let loop = try EventLoop()
        var order: [String] = []
        loop.beforeSleep { order.append("hook") }
        loop.deferAction {
            order.append("first")
            loop.deferAction { order.append("second") }
        }
        loop.turn(timeoutMilliseconds: 0)
        #expect(order.prefix(3) == ["first", "second", "hook"])
    }

    @Test func stopsFromWithin() throws {
        let loop = try EventLoop()
        loop.deferAction { loop.stop() }
        loop.run()
    }
}
