import Glibc
import Synchronization
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
        let done = DoneFlag()
        var isTold = false
        do {
            let work = try BackgroundWork(loop: loop) {
                usleep(20_000)
                done.flag.withLock { $0 = true }
                return 1
            } whenDone: { _ in
                isTold = true
            }
            withExtendedLifetime(work) {}
        }
        while !done.flag.withLock({ $0 }) { usleep(1000) }
        for _ in 0..<10 { loop.turn(timeoutMilliseconds: 1) }
        #expect(!isTold)
    }

    private final class DoneFlag: Sendable {
        let flag = Mutex(false)
    }
}
