import Glibc
import Testing

@testable import Runtime

@Suite struct SignalsTests {
    @Test func reportsASignalInTheLoop() throws {
        let loop = try EventLoop()
        var received: [CInt] = []
        let signals = try Signals(loop: loop, [SIGUSR1]) { received.append($0) }
        withExtendedLifetime(signals) {
            // To this thread: the test's other threads have not blocked it.
            pthread_kill(pthread_self(), SIGUSR1)
            loop.turn(timeoutMilliseconds: 5000)
        }
        #expect(received == [SIGUSR1])
    }

    @Test func restoresTheMask() throws {
        func isBlocked() -> Bool {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            return sigismember(&mask, SIGURG) == 1
        }
        // The test's thread may have come with it blocked.
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGURG)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        let loop = try EventLoop()
        do {
            let signals = try Signals(loop: loop, [SIGURG]) { _ in }
            withExtendedLifetime(signals) { #expect(isBlocked()) }
        }
        #expect(!isBlocked())
    }
}
