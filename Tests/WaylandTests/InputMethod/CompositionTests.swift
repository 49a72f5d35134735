import Testing

@testable import Wayland

/// What input methods of both versions fill.
@Suite struct CompositionTests {
    @Test func aCommitHasAllThatIsPending() {
        var composition = Composition()
        composition.insert("a")
        composition.insert("b")
        composition.delete(TextEdit.Deletion(before: 2, after: 1))
        composition.select(TextEdit.Selection(cursor: -1, anchor: 0))
        composition.show("ü", cursorBegin: 0, cursorEnd: 2, fallback: "ue")
        #expect(!composition.isShown, "not committed yet")
        let edit = composition.take()
        #expect(
            edit
                == TextEdit(
                    insertion: "b",
                    preedit: TextEdit.Preedit(text: "ü", cursorBegin: 0, cursorEnd: 2, fallback: "ue"),
                    deletion: TextEdit.Deletion(before: 2, after: 1),
                    selection: TextEdit.Selection(cursor: -1, anchor: 0)))
        #expect(composition.isShown)
        #expect(composition.take() == TextEdit())
        #expect(!composition.isShown, "a commit without composed text removes it")
    }

    @Test func whatIsForgottenIsNotShown() {
        var composition = Composition()
        composition.show("a", cursorBegin: 1, cursorEnd: 1)
        _ = composition.take()
        composition.show("", cursorBegin: 0, cursorEnd: 0)
        composition.insert("b")
        composition.forget()
        #expect(composition.isShown, "the text field was told nothing")
        #expect(composition.take() == TextEdit())
    }
}
