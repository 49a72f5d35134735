import Geometry
import Mirroring
import WaylandBinding

/// Connects the focused text field with the input method.
///
/// The text focus follows the keyboard focus. One text field at a time is active, and one input method serves the seat.
final class TextRelay: SeatExtension, ToolFollower {
    private var inputs: [any TextField] = []
    private var focus: Surface?
    private weak var active: (any TextField)? {
        didSet { content.map { $0.tools.keyboards.note(textFieldOf: $0, isFocused: active != nil) } }
    }
    private weak var method: (any TextComposer)?
    private let panels: InputPanels
    private weak var content: WaylandContent?
    /// The last place of the text cursor; nil if there was none.
    private var lastCursor: Rect<LogicalSpace>?
    /// The input method on its way to another application.
    private var released: (any TextComposer)?

    init(_ content: WaylandContent, panels: InputPanels) {
        self.content = content
        self.panels = panels
    }

    func keyboardLeaves() {
        let old = inputs.filter { $0.surface != nil }
        deactivate()
        for input in old { input.leave() }
        focus = nil
    }

    /// Gives the surface the text focus. Clients treat it as part of the keyboard focus, and some need the keyboard focus first.
    func keyboardCame(to surface: Surface) {
        focus = surface
        for input in inputs where input.client == surface.client { input.enter(surface) }
    }

    func layoutChanged(_ time: Timestamp) {
        layoutChanged()
    }

    /// Places the input method's popups again.
    func layoutChanged() {
        panels.place(method?.popups ?? [], beside: active)
        let cursor = active.flatMap(panels.cursor)
        guard cursor != lastCursor else { return }
        lastCursor = cursor
        if let cursor { content?.surfaces.reportTextCursor(cursor) }
    }

    private func deactivate() {
        guard active != nil else { return }
        active = nil
        method?.deactivate()
        layoutChanged()
    }
}

// MARK: Text fields

extension TextRelay {
    func add(_ input: any TextField) {
        inputs.append(input)
        if let focus, focus.isAlive, focus.client == input.client { input.enter(focus) }
    }

    func remove(_ input: any TextField) {
        inputs.removeAll { $0 === input }
        if active === input { deactivate() }
    }

    /// The text field in use.
    var inUse: (any TextField)? { active }

    /// Whether a text field may be enabled. Only one is active at a time, and it must be disabled before another is enabled.
    func mayEnable(_ input: any TextField) -> Bool { active == nil || active === input }

    func enabled(_ input: any TextField) {
        active = input
        if let field = input.field { method?.activate(field) }
        layoutChanged()
    }

    func disabled(_ input: any TextField) {
        if active === input { deactivate() }
    }

    func updated(_ input: any TextField) {
        guard active === input, let field = input.field else { return }
        method?.update(field)
        layoutChanged()
    }
}

// MARK: The input method

extension TextRelay {
    /// Makes `method` the seat's input method; false if there is one already.
    func install(_ method: any TextComposer) -> Bool {
        guard self.method == nil else { return false }
        self.method = method
        if let field = active?.field { method.activate(field) }
        layoutChanged()
        return true
    }

    /// The input method was destroyed; its preedit text is removed.
    func uninstall(_ method: any TextComposer, wasComposing: Bool) {
        guard self.method === method else { return }
        self.method = nil
        if wasComposing { active?.apply(TextEdit()) }
        layoutChanged()
    }

    /// Releases the input method to the application that tools move to; its preedit text here is removed.
    func toolsLeave() {
        guard let method else { return }
        let wasComposing = method.isComposing
        if active != nil { method.deactivate() }
        uninstall(method, wasComposing: wasComposing)
        released = method
    }

    /// Adopts the input method that the other application has released.
    func toolsCame(from old: WaylandContent) {
        guard let content, let method = old.attachments[TextRelay.self]?.takeReleased() else { return }
        method.move(to: content)
        _ = install(method)
    }

    private func takeReleased() -> (any TextComposer)? {
        defer { released = nil }
        return released
    }

    func deliver(_ edit: TextEdit) {
        active?.apply(edit)
    }
}
