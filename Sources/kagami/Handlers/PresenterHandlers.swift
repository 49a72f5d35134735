import Compositor
import Control
import Mirroring

/// Handlers of `PresenterRequests`.
enum PresenterHandlers {
    static func all(_ compositor: Compositor) -> [any CommandHandler] {
        [
            PresentHandler(compositor: compositor), UndoStrokeHandler(compositor: compositor),
            ClearStrokesHandler(compositor: compositor), TimerHandler(compositor: compositor),
            NextPageHandler(compositor: compositor), PreviousPageHandler(compositor: compositor),
        ]
    }
}

private struct PresentHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: PresentRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        compositor.presenter?.take(up: command.tool, command.style)
        guard command.tool != nil, compositor.size(of: .external) == nil else { return .done }
        return .note("kept for when an external shows the content")
    }
}

private struct UndoStrokeHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: UndoStrokeRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        (compositor.presenter?.undo() ?? false)
            ? .done : .failure("no stroke to undo: draw one with kagami present pen")
    }
}

private struct ClearStrokesHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: ClearStrokesRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.presenter?.clear()
        return .done
    }
}

private struct TimerHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: TimerRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        switch command.action {
        case .start:
            compositor.idle.wake()
            compositor.timer.start(minutes: command.minutes)
        case .stop:
            guard compositor.timer.stop() else { return .failure("no timer to stop: kagami present timer start") }
        case .reset: compositor.timer.reset()
        }
        return .done
    }
}

private struct NextPageHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: NextPageRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.input.turnPage(forward: true) ? .done : .noContent
    }
}

private struct PreviousPageHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: PreviousPageRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.input.turnPage(forward: false) ? .done : .noContent
    }
}

extension ControlAnswer<Done> {
    fileprivate static var noContent: ControlAnswer {
        .failure("no page to turn: the content has no window, or no display is on; see kagami status")
    }
}
