import Mirroring
import TestSupport
import Testing

@Suite struct SwapchainTests {
    private final class Numbered {
        /// The frame drawn in it; 0 while it is black.
        var frame = 0
    }

    private final class Counting: Allocator {
        private(set) var made = 0
        var limit = 2

        func allocate() throws(OutOfMemory) -> Numbered {
            guard made < limit else { throw OutOfMemory() }
            made += 1
            return Numbered()
        }
    }

    private struct OutOfMemory: Error {}

    /// Whichever flips fail, the age says which frame the buffer holds, and what is on screen is never drawn in.
    @Test(arguments: Effort.seeds(sample: 24, torture: 1200)) func agesAreTrue(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chain = try Swapchain(Counting())
        for frame in 1...80 {
            let (buffer, age) = try #require(chain.acquire())
            #expect(buffer !== chain.front)
            #expect(age == (buffer.frame == 0 ? 0 : frame - buffer.frame))
            #expect(chain.drawn() === buffer)
            buffer.frame = frame
            if Int.random(in: 0..<4, using: &random) == 0 { continue }
            chain.flipped()
            #expect(chain.front === buffer)
        }
    }

    /// Whenever acquired buffers are replaced, the new ones count as black, and what is on screen stays.
    @Test(arguments: Effort.seeds(sample: 8, torture: 400)) func replacedBuffersAreBlack(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chain = try Swapchain(Counting())
        for frame in 1...80 {
            if Int.random(in: 0..<5, using: &random) == 0 {
                let (front, replacement) = (chain.front, Numbered())
                _ = chain.acquire()
                chain.replaceAcquired(with: replacement)
                #expect(chain.front === front)
                #expect(chain.acquire()?.buffer === replacement)
            }
            let (buffer, age) = try #require(chain.acquire())
            #expect(buffer !== chain.front)
            #expect(age == (buffer.frame == 0 ? 0 : frame - buffer.frame))
            _ = chain.drawn()
            buffer.frame = frame
            if Int.random(in: 0..<4, using: &random) > 0 { chain.flipped() }
        }
    }

    /// Flips cannot fail for want of memory later.
    @Test func bothBuffersAreMadeAtOnce() throws {
        let source = Counting()
        let chain = try Swapchain(source)
        #expect(source.made == 2)
        #expect(chain.drawn() == nil, "nothing has been acquired")
        for _ in 0..<5 {
            _ = chain.acquire()
            _ = chain.drawn()
            chain.flipped()
        }
        #expect(source.made == 2)
    }

    @Test func memoryForOneBufferIsNotEnough() {
        let source = Counting()
        source.limit = 1
        #expect(throws: OutOfMemory.self) { try Swapchain(source) }
    }

    @Test func theNewestBufferIsTheOneDrawnLast() throws {
        let chain = try Swapchain(Counting())
        #expect(chain.newest === chain.front)
        let first = try #require(chain.acquire()).buffer
        #expect(chain.newest === chain.front, "not drawn yet")
        _ = chain.drawn()
        #expect(chain.newest === first)
        chain.flipped()
        #expect(chain.newest === first)
        _ = chain.acquire()
        #expect(chain.newest === first)
    }

    /// A reader that is slower or faster than the output, or stops: what it leases keeps its frame, and a buffer is always
    /// left to draw in.
    @Test(arguments: Effort.seeds(sample: 24, torture: 1200)) func whatIsLeasedIsNotDrawnIn(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let source = Counting()
        source.limit = 4
        let chain = try Swapchain(source)
        try chain.reserve(4)
        // As another output has them: one on screen and one on its way.
        var held: [(lease: BufferLease<Numbered>, frame: Int)] = []
        for frame in 1...120 {
            let (buffer, age) = try #require(chain.acquire())
            #expect(buffer !== chain.front)
            #expect(!held.contains { $0.lease.buffer === buffer })
            #expect(age == (buffer.frame == 0 ? 0 : frame - buffer.frame))
            _ = chain.drawn()
            buffer.frame = frame
            switch Int.random(in: 0..<4, using: &random) {
            case 0: continue
            case 1: held.append((chain.leaseNewest(), frame))
            case 2: held.append((chain.leaseFront(), chain.front.frame))
            default: break
            }
            chain.flipped()
            while held.count > 2 || (!held.isEmpty && Bool.random(using: &random)) { held.removeFirst() }
            #expect(held.allSatisfy { $0.lease.buffer.frame == $0.frame })
        }
        #expect(source.made == 4)
    }

    @Test func onlyFreeBuffersAreTrimmed() throws {
        let source = Counting()
        source.limit = 4
        let chain = try Swapchain(source)
        try chain.reserve(4)
        #expect(throws: OutOfMemory.self) { try chain.reserve(5) }
        var leases = [chain.leaseFront()]
        for _ in 0..<2 {
            _ = chain.acquire()
            _ = chain.drawn()
            chain.flipped()
            leases.append(chain.leaseFront())
        }
        chain.trim()
        #expect(chain.acquire() == nil, "the one that was free has gone")
        leases = []
        chain.trim()
        #expect(chain.acquire() != nil)
    }
}
