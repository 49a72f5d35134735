import Compositor
import Control
import Mirroring

/// Handlers of `PresenterRequests`.
enum PresenterHandlers {
    static func all(_ compositor: Compositor) -> [any CommandHandler] {
        [
            PresentHandler(compositor: compositor), UndoStrokeHandler(compositor: compositor),
            ClearStrokesHandler(compositor: compositor),
        ]
    }
}

private struct PresentHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: PresentRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.wake()
        compositor.present(command.tool, command.style)
        guard command.tool != nil, compositor.size(of: .external) == nil else { return .done }
        return .note("kept for when an external shows the content")
    }
}

private struct UndoStrokeHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: UndoStrokeRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.undoStroke() ? .done : .failure("no stroke to undo: draw one with kagami present pen")
    }
}

private struct ClearStrokesHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: ClearStrokesRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.clearStrokes()
        return .done
    }
}
