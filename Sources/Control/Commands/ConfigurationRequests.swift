extension ControlCommands {
    static let configuration: [any ControlCommand.Type] = [
        ReloadConfigurationRequest.self, ShowConfigurationRequest.self,
    ]
}

/// Reload the configuration.
package struct ReloadConfigurationRequest: ControlCommand {
    package static let name = "config.reload"

    package init() {}
}

/// The configuration in force.
package struct ShowConfigurationRequest: ControlCommand {
    package static let name = "config.show"

    package struct Reply: ControlReply {
        package var configuration: ConfigurationReport

        package init(_ configuration: ConfigurationReport) {
            self.configuration = configuration
        }
    }

    package init() {}
}
