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
        notices.show(tool?.notice ?? "Fingers touch the content again")
    }

    /// Removes the pen's newest stroke; false without one.
    package func undoStroke() -> Bool { presenter?.undo() ?? false }

    /// Removes all strokes.
    package func clearStrokes() {
        presenter?.clear()
    }
}

extension PresenterTool {
    /// Shown for a moment when the tool is taken up.
    fileprivate var notice: String {
        switch self {
        case .laser: "Laser: point with a finger or the pointer"
        case .highlight: "Highlight: ring a place"
        case .spotlight: "Spotlight: dim all but one place"
        case .pen: "Pen: draw over the content"
        }
    }
}
