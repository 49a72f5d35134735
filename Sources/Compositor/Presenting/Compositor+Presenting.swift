package import Mirroring

/// A presenter's tools.
extension Compositor {
    /// Takes up a tool, or with nil none. `style` is how the pen draws from now on; nil for as before.
    package func present(_ tool: PresenterTool?, _ style: PenStyle?) {
        presenter?.take(up: tool, style)
    }

    /// Goes on to the next tool, and after the last to none.
    func switchTool() {
        guard let presenter else { return }
        let tools = PresenterTool.allCases
        let next = presenter.tool.flatMap { tools.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let tool = next < tools.count ? tools[next] : nil
        presenter.take(up: tool)
        notify(tool?.notice ?? .noToolNotice)
        menu.refresh()
    }

    /// Removes the pen's newest stroke; false without one.
    package func undoStroke() -> Bool { presenter?.undo() ?? false }

    /// Removes all strokes.
    package func clearStrokes() {
        presenter?.clear()
    }
}
