import Control

/// The handler of `RestartRequest`.
struct RestartHandler: CommandHandler {
    let application: SupervisedApplication

    func answer(_: RestartRequest, _: ControlCall<RestartRequest.Reply>) -> ControlAnswer<RestartRequest.Reply>? {
        application.startAgain()
    }
}
