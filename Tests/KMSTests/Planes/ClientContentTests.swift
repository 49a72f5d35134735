import Geometry
import Glibc
import Testing

@testable import KMS
@testable import Mirroring

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

    // MARK: Questions

    private func question(stride: Int = 16, cursor: UInt32? = nil, left: Double = 0) -> PlaneAnswers.Question {
        let (size, screen) = (Size<OutputSpace>(width: 4, height: 4), Size<OutputSpace>(width: 8, height: 8))
        let view = PlaneView(
            of: SourceBox(x: left, y: 0, width: 2, height: 4), in: size, at: screen.bounds, on: screen,
            transform: .normal)
        let layer = PlaneAnswers.Question.Layer(
            part: .client, layout: .xrgb, size: PlaneSize(width: 4, height: 4),
            rows: [DMABuf.Rows(offset: 0, stride: stride)], view: view)
        return PlaneAnswers.Question(layers: [layer], ground: .black, cursor: cursor.map { PlaneID($0) })
    }

    private static let shown = PlaneAnswers.Answer.planes(.init(layer: .init(plane: PlaneID(1))))

    @Test(arguments: [true, false]) func theHardwareIsAskedOncePerChange(isAccepted: Bool) {
        var answers = PlaneAnswers()
        var asked = 0
        let answer = isAccepted ? Self.shown : .refused(.hardware)
        func ask(_ question: PlaneAnswers.Question, at time: Int64 = 0) {
            let given = answers.answer(to: question, at: Timestamp(microseconds: time)) {
                asked += 1
                return answer
            }
            #expect(given == answer)
        }
        for _ in 0..<5 { ask(question()) }
        #expect(asked == 1)
        ask(question(stride: 64))
        ask(question(stride: 64, cursor: 9))
        #expect(asked == 3, "buffers of another kind, and another cursor, at once")
        ask(question(stride: 64, cursor: 9, left: 1))
        #expect(asked == (isAccepted ? 4 : 3), "another part, at once where one was shown")
        ask(question(stride: 64, cursor: 9, left: 1), at: PlaneAnswers.firstDelay)
        #expect(asked == 4)
        answers.reset()
        ask(question(stride: 64, cursor: 9, left: 1), at: PlaneAnswers.firstDelay)
        #expect(asked == 5)
    }

    @Test func aFailedCommitIsARefusalUnlessThereIsAnotherReason() {
        var answers = PlaneAnswers()
        let now = Timestamp(microseconds: 0)
        func answer(_ answer: PlaneAnswers.Answer) -> PlaneAnswers.Answer {
            answers.answer(to: question(), at: now) { answer }
        }
        #expect(answer(Self.shown) == Self.shown)
        for passing in [EBUSY, EACCES, EINTR] { answers.failed(passing, at: now) }
        #expect(answer(.refused(.noPlane)) == Self.shown, "not asked again")
        answers.failed(EINVAL, at: now)
        #expect(answer(Self.shown) == .refused(.hardware))
        answers.reset()
        #expect(answer(Self.shown) == Self.shown)
    }

    @Test func alphaIsLeftOutOfAnOpaqueBuffer() {
        #expect(PixelLayout.argb.opaque == .xrgb && PixelLayout.xrgb.opaque == .xrgb)
        #expect(PixelLayout.argb.tiled(KnownPlanes.yTiled).opaque == .xrgb.tiled(KnownPlanes.yTiled))
    }
}
