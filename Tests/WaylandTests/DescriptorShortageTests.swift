import Runtime
import TestSupport
import Testing
import WaylandBinding

/// A start that fails for want of descriptors frees everything once.
@Suite struct DescriptorShortageTests {
    @Test func aDisplayThatCannotBeMadeIsAnError() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            // A display takes a few descriptors: at first one is to be had, then one more each time.
            var failures = 0
            for count in 1...16 {
                let usual = DescriptorShortage.leave(count)
                do { _ = try WaylandDisplay(loop: loop) } catch { failures += 1 }
                DescriptorShortage.end(usual)
            }
            try #require((1..<16).contains(failures))
        }
    }
}
