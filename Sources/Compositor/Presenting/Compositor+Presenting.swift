package import Mirroring

/// A presenter's tools.
extension Compositor {
    /// Takes up a tool, or with nil none. `style` is how the pen draws from now on; nil for as before.
    package func present(_ tool: PresenterTool?, _ style: PenStyle?) {
        takeUp(tool, style)
    }

    /// Goes on to the next tool, and after the last to none.
    func switchTool() {
        guard let presenter else { return }
        let tools = PresenterTool.allCases
        let next = presenter.tool.flatMap { tools.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let tool = next < tools.count ? tools[next] : nil
        takeUp(tool)
        notify(tool?.notice ?? .noToolNotice)
    }

    private func takeUp(_ tool: PresenterTool?, _ style: PenStyle? = nil) {
        presenter?.take(up: tool, style)
        // Fingers that rest hold the tool.
        fingers.follow()
        menu.refresh()
    }

    /// Presses the key for the content's next or previous page; the keyboard stays where it is. False while the content
    /// is on no screen.
    package func turnPage(forward: Bool) -> Bool {
        guard ports.content.description != nil else { return false }
        let presenting = configuration.presenting
        return input.typeOnContent(forward ? presenting.nextKey : presenting.previousKey)
    }

    /// Removes the pen's newest stroke; false without one.
    package func undoStroke() -> Bool { presenter?.undo() ?? false }

    /// Removes all strokes.
    package func clearStrokes() {
        presenter?.clear()
    }
}
