import Control
import Mirroring

/// The page with a program's question, and the answer that the program waits for.
///
/// There is one question at a time. It ends once: by an entry, by its time, or by what else closes the page.
final class QuestionPage {
    private struct Question {
        let text: LocalizedText
        let asker: ObjectIdentifier
        let begin: Timestamp
        let answered: (PanelAnswer) -> Void
    }

    private let loop: any LoopPort
    private var question: Question?
    /// Numbers the questions, so that the timer of an earlier question is ignored.
    private var number = 0

    /// How long the page ignores presses: a press that was on its way when the page came up is no answer.
    private static let settlingMicroseconds: Int64 = 500_000

    init(_ loop: any LoopPort) {
        self.loop = loop
    }

    var isOver: Bool { question == nil }

    /// Whether a press now may have been meant for what was there before the question.
    var isSettling: Bool {
        question.map { loop.now < $0.begin.adding(microseconds: Self.settlingMicroseconds) } ?? false
    }

    func title(in language: Language) -> String? { question?.text.text(in: language).label }

    var entries: [MenuEntry] { [MenuEntry(.allow), MenuEntry(.refuse)] }

    /// Begins a question of a connection; `timeIsOver` is called if it is not answered in time.
    func begin(
        _ request: AskRequest, by asker: ObjectIdentifier, answered: @escaping (PanelAnswer) -> Void,
        timeIsOver: @escaping () -> Void
    ) {
        number += 1
        question = Question(
            text: LocalizedText(request.text, request.japanese ?? request.text), asker: asker, begin: loop.now,
            answered: answered)
        loop.schedule(afterMicroseconds: Int64(request.seconds) * 1_000_000) { [weak self, number] in
            guard let self, self.number == number, !isOver else { return }
            timeIsOver()
        }
    }

    func end(_ answer: PanelAnswer = .unanswered) {
        let ended = question
        question = nil
        ended?.answered(answer)
    }

    func isAsked(by asker: ObjectIdentifier) -> Bool { question?.asker == asker }
}
