import Geometry
import Mirroring
import Testing

@testable import KMS

@Suite struct PlaneAnswersTests {
    private let accepted = PlaneAnswers.Answer.planes(.init(layer: .init(plane: PlaneID(5))))
    private let refused = PlaneAnswers.Answer.refused(.hardware)

    private func question(_ width: Int) -> PlaneAnswers.Question {
        let place = Rect<OutputSpace>(x: 0, y: 0, width: width, height: 100)
        let size = Size<OutputSpace>(width: 1920, height: 1080)
        let view = PlaneView(
            of: SourceBox(whole: size.reinterpreted()), in: size, at: place, on: size, transform: .normal)
        let layer = PlaneAnswers.Question.Layer(
            part: .snapshot, layout: PixelLayout(format: 1, modifier: 0), size: PlaneSize(width: 1920, height: 1080),
            view: view)
        return PlaneAnswers.Question(layers: [layer], ground: .picture, cursor: nil)
    }

    @Test func anAnswerIsRememberedUntilTheQuestionChanges() {
        var answers = PlaneAnswers()
        var asked = 0
        for frame in 0..<600 {
            let now = Timestamp(microseconds: Int64(frame) * 16_667)
            let answer = answers.answer(to: question(frame < 300 ? 640 : 800), at: now) {
                asked += 1
                return accepted
            }
            #expect(answer == accepted)
        }
        #expect(asked == 2)
    }

    @Test func hardwareThatTakesSomeWindowsIsAskedAboutTheOthersEverMoreRarely() {
        var answers = PlaneAnswers()
        var asked = 0
        let some = PlaneAnswers.Answer.planes(
            .init(layers: [.init(plane: PlaneID(5))], refusals: [nil, .hardware]))
        for frame in 0..<36_000 {
            let now = Timestamp(microseconds: Int64(frame) * 16_667)
            let answer = answers.answer(to: question(640), at: now) {
                asked += 1
                return some
            }
            #expect(answer == some)
        }
        #expect(asked > 5 && asked < 30, "\(asked)")
    }

    /// Ten minutes of frames at 60 a second, on hardware that cannot do it.
    @Test func refusalsAreAskedAboutEverMoreRarely() {
        var answers = PlaneAnswers()
        var asked = 0
        for frame in 0..<36_000 {
            let now = Timestamp(microseconds: Int64(frame) * 16_667)
            _ = answers.answer(to: question(640), at: now) {
                asked += 1
                return refused
            }
        }
        #expect(asked > 5 && asked < 20)
    }

    @Test func aViewThatMovesIsAskedAboutSomeTimesASecond() {
        var answers = PlaneAnswers()
        var asked = 0
        for frame in 0..<60 {
            let now = Timestamp(microseconds: Int64(frame) * 16_667)
            _ = answers.answer(to: question(640 + frame), at: now) {
                asked += 1
                return refused
            }
        }
        #expect(asked == 4)
        let now = Timestamp(microseconds: 2_000_000)
        #expect(answers.answer(to: question(300), at: now) { accepted } == accepted, "what is possible again is seen")
    }

    @Test func whatTheRefusalOfAnotherViewHasAnsweredIsDueOnce() {
        var answers = PlaneAnswers()
        let start = Timestamp(microseconds: 5_000_000)
        _ = answers.answer(to: question(640), at: start) { refused }
        _ = answers.answer(to: question(640), at: start.adding(microseconds: 1)) { accepted }
        #expect(answers.due == nil, "it has been asked")
        _ = answers.answer(to: question(800), at: start.adding(microseconds: 40_000)) { accepted }
        let due = start.adding(microseconds: PlaneAnswers.firstDelay)
        #expect(answers.due == due && answers.current == refused)
        _ = answers.answer(to: question(640), at: start.adding(microseconds: 50_000)) { accepted }
        #expect(answers.due == nil, "back to what was asked")
        _ = answers.answer(to: question(800), at: start.adding(microseconds: 60_000)) { accepted }
        answers.reviewed()
        #expect(answers.answer(to: question(800), at: due) { refused } == refused)
        #expect(answers.due == nil, "asked, so that nothing waits, whatever the answer")
    }

    @Test func whatFailsAllTheSameIsRefusedAtOnceAndTriedAgainEverLater() {
        var answers = PlaneAnswers()
        var failures = 0
        for frame in 0..<36_000 {
            let now = Timestamp(microseconds: Int64(frame) * 16_667)
            guard answers.answer(to: question(640), at: now, ask: { accepted }) == accepted else { continue }
            failures += 1
            answers.refuse(.hardware, at: now)
            #expect(answers.current == refused)
        }
        #expect(failures > 5 && failures < 24)
    }

    @Test func otherOutputsMakeItAnotherQuestion() {
        var answers = PlaneAnswers()
        let now = Timestamp(microseconds: 0)
        _ = answers.answer(to: question(640), at: now) { refused }
        answers.reset()
        #expect(answers.answer(to: question(640), at: now) { accepted } == accepted)
    }
}
