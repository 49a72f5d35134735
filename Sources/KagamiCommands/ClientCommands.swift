package import ArgumentParser

/// The commands that need no service of their own: clients of the control socket, and checks of files and the machine.
package enum ClientCommands {
    /// The commands in the order of `kagami --help`.
    package static var all: [any ParsableCommand.Type] {
        StateCommands.all + ScreenCommands.all + [
            WindowsCommand.self, LaunchCommand.self, RestartCommand.self, PiPCommand.self, HUDCommand.self,
            VirtualCommand.self, InputCommand.self, ConfigCommand.self, DoctorCommand.self,
            LogsCommand.self, ReportCommand.self, WebCommand.self,
        ]
    }
}
