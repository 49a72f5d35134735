import Compositor
import Control

/// Handlers of `WindowRequests`.
enum WindowHandlers {
    static func all(_ compositor: Compositor) -> [any CommandHandler] {
        [
            WindowsHandler(compositor: compositor), NextWindowHandler(compositor: compositor),
            ActivateWindowHandler(compositor: compositor),
        ]
    }
}

private struct WindowsHandler: CommandHandler {
    let compositor: Compositor

    func answer(
        _: WindowsRequest, _: ControlCall<WindowsRequest.Reply>
    ) -> ControlAnswer<WindowsRequest.Reply>? {
        .success(WindowsRequest.Reply(compositor.windows.all))
    }
}

private struct NextWindowHandler: CommandHandler {
    let compositor: Compositor

    func answer(_: NextWindowRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        return compositor.windows.goToNext() ? .done : .failure("no other window to go to: see kagami windows")
    }
}

private struct ActivateWindowHandler: CommandHandler {
    let compositor: Compositor

    func answer(_ command: ActivateWindowRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        compositor.idle.wake()
        return compositor.windows.go(to: command.appID)
            ? .done : .failure("no window has the application id \"\(command.appID)\": see kagami windows")
    }
}
