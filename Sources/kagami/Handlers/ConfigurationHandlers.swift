import ConfigurationFiles
import Control

/// Handlers of `ConfigurationRequests`.
enum ConfigurationHandlers {
    static func all(_ keeper: ConfigurationKeeper) -> [any CommandHandler] {
        [ReloadHandler(keeper: keeper), ShowHandler(keeper: keeper)]
    }
}

private struct ReloadHandler: CommandHandler {
    let keeper: ConfigurationKeeper

    func answer(_: ReloadConfigurationRequest, _: ControlCall<Done>) -> ControlAnswer<Done>? {
        keeper.reload()
    }
}

private struct ShowHandler: CommandHandler {
    let keeper: ConfigurationKeeper

    func answer(
        _: ShowConfigurationRequest, _: ControlCall<ShowConfigurationRequest.Reply>
    ) -> ControlAnswer<ShowConfigurationRequest.Reply>? {
        .success(ShowConfigurationRequest.Reply(keeper.loaded.report))
    }
}
