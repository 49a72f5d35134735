import Geometry
import Glibc
import Mirroring
import Testing

@testable import KMS

/// Clients' buffers on a primary plane: what is remembered, and for how long.
@Suite struct ClientContentTests {
    private final class Framebuffer {}

    private final class Pixels: Buffer {
        let size = Size<BufferSpace>(width: 4, height: 4)
        let stride = 16
        let format = PixelFormat.xrgb8888
        private(set) var holds = 0

        func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
        func holdBegan() { holds += 1 }
        func holdEnded() { holds -= 1 }
    }

    // MARK: Layouts

    @Test(arguments: PixelFormat.allCases) func anOpaqueBufferIsReadWithoutItsAlpha(format: PixelFormat) {
        let opaque = PixelLayout(format: format.code, modifier: 7).opaque
        let shown = PixelFormat.allCases.first { $0.code == opaque.format }
        #expect(shown?.hasAlpha == false)
        #expect(shown?.isBlueFirst == format.isBlueFirst && shown?.isDeep == format.isDeep)
        #expect(opaque.modifier == 7)
    }

    // MARK: Framebuffers

    @Test func aFramebufferIsMadeOnceAndGoesWithItsBuffer() {
        let cache = FramebufferCache<Framebuffer>()
        var buffer: Pixels? = Pixels()
        weak var made: Framebuffer?
        for _ in 0..<3 {
            guard let present = buffer else { return }
            let found = cache.framebuffer(of: present) {
                #expect(made == nil, "made once")
                return Framebuffer()
            }
            if made == nil { made = found }
            #expect(found === made && found != nil)
        }
        cache.dropGone()
        #expect(made != nil)
        buffer = nil
        cache.dropGone()
        #expect(made == nil && cache.count == 0)
    }

    @Test func aFramebufferThatIsShownOutlivesItsBuffer() {
        let cache = FramebufferCache<Framebuffer>()
        var shown: Framebuffer?
        weak var made: Framebuffer?
        do {
            let buffer = Pixels()
            shown = cache.framebuffer(of: buffer) { Framebuffer() }
            made = shown
        }
        cache.dropGone()
        #expect(cache.count == 0 && made != nil && shown != nil)
        shown = nil
        #expect(made == nil)
    }

    @Test func whatCannotBeImportedIsTriedOnce() {
        let cache = FramebufferCache<Framebuffer>()
        let buffer = Pixels()
        var tries = 0
        for _ in 0..<3 {
            #expect(
                cache.framebuffer(of: buffer) {
                    tries += 1; return nil
                } == nil)
        }
        #expect(tries == 1)
        #expect(cache.framebuffer(of: Pixels()) { Framebuffer() } != nil, "another buffer is another matter")
    }

    @Test func buffersThatComeAndGoLeaveNothing() {
        let cache = FramebufferCache<Framebuffer>()
        for _ in 0..<100 { _ = cache.framebuffer(of: Pixels()) { Framebuffer() } }
        #expect(cache.count == 1)
        cache.removeAll()
        #expect(cache.count == 0)
    }

    // MARK: Flips

    private func happen(_ picture: inout PrimaryPicture<BufferHold>) -> Bool { picture.flipped() }

    @Test func aFrameIsHeldUntilTheFlipAfterItHasHappened() {
        let (first, second) = (Pixels(), Pixels())
        var picture = PrimaryPicture<BufferHold>()
        func holds() -> [Int] { [first.holds, second.holds] }
        picture.committed(.client(BufferHold(first)))
        #expect(!happen(&picture))
        #expect(holds() == [1, 0])
        picture.committed(.client(BufferHold(second)))
        #expect(holds() == [1, 1], "both, until one is on screen")
        #expect(picture.newest?.buffer === second && picture.shown?.buffer === first)
        #expect(!happen(&picture))
        #expect(holds() == [0, 1])
        picture.committed(.layers)
        #expect(!happen(&picture))
        #expect(holds() == [0, 1], "a cursor has moved")
        picture.committed(.drawn)
        #expect(holds() == [0, 1])
        #expect(picture.newest == nil)
        #expect(happen(&picture), "the drawn buffers swap")
        #expect(holds() == [0, 0])
    }

    @Test func theSameBufferMayFollowItself() {
        let buffer = Pixels()
        var picture = PrimaryPicture<BufferHold>()
        for _ in 0..<3 {
            picture.committed(.client(BufferHold(buffer)))
            #expect(!happen(&picture))
            #expect(buffer.holds == 1)
        }
    }

    // MARK: Questions

    private func question(stride: Int = 16, hasCursor: Bool = false) -> HeadContent.Question {
        HeadContent.Question(
            layout: .xrgb, size: PlaneSize(width: 4, height: 4), offsets: [0], strides: [stride], hasCursor: hasCursor)
    }

    @Test(arguments: [true, false]) func theHardwareIsAskedOncePerChange(isAccepted: Bool) {
        var content = HeadContent()
        var asked = 0
        func accepts(_ question: HeadContent.Question) -> Bool {
            content.accepts(question) {
                asked += 1
                return isAccepted
            }
        }
        for _ in 0..<5 { #expect(accepts(question()) == isAccepted) }
        #expect(asked == 1)
        _ = accepts(question(stride: 64))
        _ = accepts(question(stride: 64, hasCursor: true))
        #expect(asked == 3)
        content.reconsider()
        _ = accepts(question(stride: 64, hasCursor: true))
        #expect(asked == 4)
    }

    @Test func aFailedCommitIsARefusalUnlessThereIsAnotherReason() {
        var content = HeadContent()
        func accepts(_ answer: Bool) -> Bool { content.accepts(question()) { answer } }
        #expect(accepts(true))
        for passing in [EBUSY, EACCES, EINTR] { content.failed(passing) }
        #expect(accepts(false), "not asked again")
        content.failed(EINVAL)
        #expect(!accepts(true))
        content.reconsider()
        #expect(accepts(true))
    }

    @Test func alphaIsLeftOutOfAnOpaqueBuffer() {
        #expect(PixelLayout.argb.opaque == .xrgb && PixelLayout.xrgb.opaque == .xrgb)
        #expect(PixelLayout.argb.tiled(KnownPlanes.yTiled).opaque == .xrgb.tiled(KnownPlanes.yTiled))
    }
}
