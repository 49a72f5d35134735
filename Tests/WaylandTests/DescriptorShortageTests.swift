import Glibc
import Runtime
import Testing
import WaylandBinding

/// A start that fails for want of descriptors frees everything once.
@Suite struct DescriptorShortageTests {
    @Test func aDisplayThatCannotBeMadeIsAnError() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let usual = limit.rlim_cur
            let next = open("/dev/null", O_RDONLY | O_CLOEXEC)
            close(next)
            // A display takes a few descriptors: at first one is to be had, then one more each time.
            var failures = 0
            for count in 1...16 {
                let free = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
                for descriptor in free { close(descriptor) }
                limit.rlim_cur = rlim_t(try #require(free.max())) + 1
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                do { _ = try WaylandDisplay(loop: loop) } catch { failures += 1 }
                limit.rlim_cur = usual
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            }
            try #require((1..<16).contains(failures))
            // All that was opened is closed.
            try #require(open("/dev/null", O_RDONLY | O_CLOEXEC) == next)
        }
    }
}
