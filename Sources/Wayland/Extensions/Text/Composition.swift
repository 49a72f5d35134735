/// An input method of either version: composes text for the text field in use.
protocol TextComposer: AnyObject {
    /// Whether the text field shows text that is still being composed.
    var isComposing: Bool { get }
    /// The surfaces beside the text cursor.
    var popups: [InputPopup] { get }

    /// A text field got the focus, or the focused one was enabled again.
    func activate(_ field: TextFieldState)

    func update(_ field: TextFieldState)

    func deactivate()

    /// Composes for another application from now on.
    func move(to content: WaylandContent)
}

/// What an input method has composed: the changes that its next commit makes, and whether the text field shows unfinished text.
struct Composition: Hashable {
    private var pending = TextEdit()
    private(set) var isShown = false

    mutating func insert(_ text: String) {
        pending.insertion = text
    }

    /// Shows text that is still being composed. A cursor that is not on a character boundary is hidden.
    mutating func show(_ text: String, cursorBegin: Int32, cursorEnd: Int32, fallback: String = "") {
        let isCursor = text.isUTF8Boundary(cursorBegin) && text.isUTF8Boundary(cursorEnd)
        pending.preedit = TextEdit.Preedit(
            text: text, cursorBegin: isCursor ? cursorBegin : -1, cursorEnd: isCursor ? cursorEnd : -1,
            fallback: fallback)
    }

    mutating func delete(_ deletion: TextEdit.Deletion) {
        pending.deletion = deletion
    }

    mutating func select(_ selection: TextEdit.Selection) {
        pending.selection = selection
    }

    /// Drops the changes that have not been committed.
    mutating func forget() {
        pending = TextEdit()
    }

    /// The changes of a commit. Text that is still being composed is no longer shown after a commit without such text.
    mutating func take() -> TextEdit {
        defer { pending = TextEdit() }
        isShown = pending.preedit.map { !$0.text.isEmpty } ?? false
        return pending
    }
}
