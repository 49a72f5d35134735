import Geometry
import Mirroring

/// What the hardware has answered about layers on planes, so that it is asked again only where something that matters has
/// changed, and not in each frame where one change follows another.
struct PlaneAnswers {
    /// What the answer depends on besides the other outputs.
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
            /// Of each of the framebuffer's planes.
            var rows: [DMABuf.Rows] = []
            /// Nil for pictures of our own, of which it is of no matter.
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
    /// When to ask a question that so far has the refusal of another as its answer; nil where none waits.
    private(set) var due: Timestamp?
    /// How long the same question is not asked again after a refusal.
    private var delay = Self.firstDelay

    /// In microseconds: a view that is being zoomed is asked about some times a second, hardware that keeps refusing hardly ever.
    static let firstDelay: Int64 = 250_000
    static let longestDelay: Int64 = 64_000_000

    /// The answer that holds now, if any.
    var current: Answer? { last?.answer }

    /// The answer to a question, from `ask` only where the last one does not answer it.
    ///
    /// Clients' buffers of another kind are asked about at once. Where only crop or place differ, as in each frame of an animation,
    /// and of another output's picture, a refusal holds for a moment. Where some of several windows are refused, that holds for ever
    /// longer.
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

    /// What was accepted has failed, or is needed elsewhere.
    mutating func refuse(_ refusal: LayerRefusal, at now: Timestamp) {
        guard let last, case .planes = last.answer else { return }
        // What has worked for long may well work again soon.
        backOff(isSame: now.since(last.time) < Self.longestDelay)
        self.last = (last.question, .refused(refusal), now)
    }

    /// A commit has failed: its layer and others like it are refused from now on, unless another reason is known.
    mutating func failed(_ errorNumber: CInt, at now: Timestamp) {
        if KMSError.blamesLayers(errorNumber) { refuse(.hardware, at: now) }
    }

    /// The question that waits is about to be asked, if anyone still wants to know.
    mutating func reviewed() {
        due = nil
    }

    /// Outputs are used in another way now: any answer may be another.
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

    /// Whether at most crops and places differ.
    fileprivate func isAlike(_ other: Self) -> Bool {
        func unplaced(_ question: Self) -> Self {
            var question = question
            for index in question.layers.indices { question.layers[index].view = nil }
            return question
        }
        return unplaced(self) == unplaced(other)
    }
}
