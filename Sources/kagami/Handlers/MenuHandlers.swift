import Compositor
import Control

/// Handlers of `MenuRequests`.
enum MenuHandlers {
    static func all(_ compositor: Compositor) -> [any CommandHandler] {
        [
            ShowMenuHandler(compositor: compositor), HideMenuHandler(compositor: compositor),
            ResetHintsHandler(compositor: compositor),
        ]
    }
}

private struct ShowMenuHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: ShowMenuRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        return compositor.menu.open(isFocused: true) ? .done : .failure("no panel to show a menu on: see kagami status")
    }
}

private struct HideMenuHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: HideMenuRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.menu.close()
        return .done
    }
}

private struct ResetHintsHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: ResetHintsRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.hints.reset()
        return .done
    }
}
