import Geometry
import Mirroring

/// The hardware's answers about layers on planes.
///
/// The hardware is asked again only if something that matters has changed, and not in each frame of an animation.
struct PlaneAnswers {
    /// Everything that the answer depends on besides the other outputs.
    struct Question: Hashable {
        /// The frontmost first.
        var layers: [Layer]
        var ground: OutputFrame.Ground
        /// The plane that shows the cursor; nil while none does.
        var cursor: PlaneID?

        struct Layer: Hashable {
            var part: PlanePicture.Part
            var layout: PixelLayout
            var size: PlaneSize
            /// The rows of each of the framebuffer's planes.
            var rows: [DMABuf.Rows] = []
            /// Nil for pictures of our own, whose place does not matter.
            var view: PlaneView?
        }
    }

    enum Answer: Hashable {
        case planes(PlaneAssignment.LayerPlanes)
        case refused(LayerRefusal)

        /// Whether all layers have planes.
        var isComplete: Bool {
            if case .planes(let planes) = self { planes.refusals.allSatisfy { $0 == nil } } else { false }
        }
    }

    private var last: (question: Question, answer: Answer, time: Timestamp)?
    /// When to ask a question that was answered with another question's refusal; nil if no such question waits.
    private(set) var due: Timestamp?
    /// How long the same question is not asked again after a refusal.
    private var delay = Self.firstDelay

    /// In microseconds. A view that is being zoomed asks a few times a second; hardware that keeps refusing is hardly ever asked.
    static let firstDelay: Int64 = 250_000
    static let longestDelay: Int64 = 64_000_000

    /// The last answer, if any.
    var current: Answer? { last?.answer }

    /// The answer to a question; calls `ask` only if the last answer does not hold for it.
    ///
    /// A question with clients' buffers of another kind is asked at once. If only crops or places differ, as in each frame of an animation
    /// or of another output's picture, a refusal holds for a moment. If some of several windows are refused, or the same question is, the
    /// delay doubles with each refusal.
    mutating func answer(to question: Question, at now: Timestamp, ask: () -> Answer) -> Answer {
        if let asked = last?.question, asked.hasClients || question.hasClients, !question.isAlike(asked) { reset() }
        let isSame = last?.question == question
        if let last {
            switch last.answer {
            case .planes where isSame && (last.answer.isComplete || now.since(last.time) < delay): return last.answer
            case .refused where now.since(last.time) < (isSame ? delay : Self.firstDelay):
                due = isSame ? nil : last.time.adding(microseconds: Self.firstDelay)
                return last.answer
            default: break
            }
        }
        let answer = ask()
        if !answer.isComplete { backOff(isSame: isSame) }
        last = (question, answer, now)
        due = nil
        return answer
    }

    /// Turns an accepted answer into a refusal, because a commit failed or the hardware is needed elsewhere.
    mutating func refuse(_ refusal: LayerRefusal, at now: Timestamp) {
        guard let last, case .planes = last.answer else { return }
        // After working for long, the layers may work again soon.
        backOff(isSame: now.since(last.time) < Self.longestDelay)
        self.last = (last.question, .refused(refusal), now)
    }

    /// Refuses the layers of a failed commit, unless the errno has another reason.
    mutating func failed(_ errorNumber: CInt, at now: Timestamp) {
        if KMSError.blamesLayers(errorNumber) { refuse(.hardware, at: now) }
    }

    /// Clears the due time, because the waiting question is about to be asked.
    mutating func reviewed() {
        due = nil
    }

    /// Forgets all answers, because outputs are used in another way now.
    mutating func reset() {
        self = PlaneAnswers()
    }

    private mutating func backOff(isSame: Bool) {
        delay = isSame ? min(delay * 2, Self.longestDelay) : Self.firstDelay
    }
}

extension PlaneAnswers.Question {
    /// Whether clients' buffers are among the layers.
    var hasClients: Bool { layers.contains { $0.part == .client || $0.part.isWindow } }

    /// Whether the questions differ in crops and places at most.
    fileprivate func isAlike(_ other: Self) -> Bool {
        func unplaced(_ question: Self) -> Self {
            var question = question
            for index in question.layers.indices { question.layers[index].view = nil }
            return question
        }
        return unplaced(self) == unplaced(other)
    }
}
