import CDRM
import Geometry
import Mirroring

/// How a head shows a client's buffer otherwise than as all of its primary plane.
struct ContentPlacement {
    enum Place {
        /// The primary plane, beside which the CRTC is black.
        case primary
        /// In front of a primary plane that shows `black`; with nil that plane is off, and the CRTC is black by itself.
        case overlay(Plane, black: DumbBuffer?)
    }

    let place: Place
    let view: PlaneView
    /// What another plane shows in front; nil for nothing.
    var front: FrontPlane.Wanted?

    /// The overlay that shows the buffer; nil where the primary does.
    var overlay: Plane? {
        guard case .overlay(let plane, _) = place else { return nil }
        return plane
    }

    /// Whether the primary plane is off.
    var isBare: Bool { overlay != nil && black == nil }

    /// What the primary plane shows in place of the buffer; nil where it shows that.
    var black: DumbBuffer? {
        guard case .overlay(_, let black) = place else { return nil }
        return black
    }
}

/// Whether and how the planes of a head can show clients' buffers: what the hardware answered, and to which question.
final class HeadContent {
    typealias Question = SnapshotAnswers.Question

    /// What lies in front of a buffer; nil until anything does.
    private(set) var front: FrontPlane?
    private(set) var answers = SnapshotAnswers()
    private var question: Question?
    /// What is behind an overlay, as long as one may show content.
    private var black: DumbBuffer?

    /// The hardware's answer, from `ask` only where the last one is of no use.
    ///
    /// Buffers of another kind are asked about at once. Where only crop or place differ, as in each frame of an animation, a
    /// refusal holds for a moment.
    func answer(
        to question: Question, at now: Timestamp, ask: () -> SnapshotAnswers.Answer
    ) -> SnapshotAnswers.Answer {
        if let last = self.question, !question.isAlike(last) { answers.reset() }
        self.question = question
        return answers.answer(to: question, at: now, ask: ask)
    }

    /// A commit of a buffer has failed: others like it are refused from now on, unless another reason is known.
    func failed(_ errorNumber: CInt, at now: Timestamp) {
        if KMSError.blamesLayers(errorNumber) { answers.refuse(.hardware, at: now) }
    }

    /// Outputs are used in another way now: what was refused may be possible, and what was accepted may not.
    func reconsider() {
        answers.reset()
        black = nil
    }

    /// The question that waits is about to be asked.
    func reviewed() {
        answers.reviewed()
    }

    /// The plane for what lies in front of a buffer, the same one each time.
    func makeFront() -> FrontPlane {
        let made = front ?? FrontPlane()
        front = made
        return made
    }

    /// A black framebuffer, the same one each time.
    func blackBuffer(make: () throws(KMSError) -> DumbBuffer) throws(KMSError) -> DumbBuffer {
        if let black { return black }
        let made = try make()
        black = made
        return made
    }

    /// No overlay shows content: the black behind it goes with the last frame that has it.
    func dropBlack() {
        black = nil
    }
}

extension SnapshotAnswers.Question {
    /// Whether at most crop and place differ.
    fileprivate func isAlike(_ other: Self) -> Bool {
        var other = other
        other.view = view
        return self == other
    }
}

extension PixelLayout {
    /// The layout in which a plane reads an opaque buffer: what may be in its alpha channel does not count.
    var opaque: PixelLayout {
        let other: UInt32 =
            switch format {
            case PixelFormat.argb8888.code: PixelFormat.xrgb8888.code
            case PixelFormat.abgr8888.code: PixelFormat.xbgr8888.code
            case PixelFormat.argb2101010.code: PixelFormat.xrgb2101010.code
            case PixelFormat.abgr2101010.code: PixelFormat.xbgr2101010.code
            default: format
            }
        return PixelLayout(format: other, modifier: modifier)
    }
}
