import Compositor
import Control
import KagamiCommands
import Mirroring

/// The handler of `LaunchRequest`.
enum LaunchHandlers {
    static func all(_ compositor: Compositor, _ launched: LaunchedApplications) -> [any CommandHandler] {
        [LaunchHandler(compositor: compositor, launched: launched)]
    }
}

private struct LaunchHandler: CommandHandler {
    let compositor: Compositor
    let launched: LaunchedApplications

    func answer(
        _ command: LaunchRequest, _: ControlCall<LaunchRequest.Reply>
    ) -> ControlAnswer<LaunchRequest.Reply>? {
        do throws(CommandFailure) {
            let processID = try launched.launch(command.command, in: command.place, restart: command.restart)
            compositor.idle.wake()
            // The panel application's place is used again if its application had ended.
            if command.place == .application, !compositor.foreground.hasApplication {
                compositor.foreground.applicationStarted()
            }
            return .success(LaunchRequest.Reply(pid: Int(processID)))
        } catch {
            return .failure(error.description)
        }
    }
}

/// The handler of `RestartRequest`.
struct RestartHandler: CommandHandler {
    let application: SupervisedApplication

    func answer(_: RestartRequest, _: ControlCall<RestartRequest.Reply>) -> ControlAnswer<RestartRequest.Reply>? {
        application.startAgain()
    }
}
