import ArgumentParser

/// `kagami virtual`: the virtual backend's hardware.
struct VirtualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual",
        abstract: "Plug virtual displays and drive virtual input devices.",
        discussion: "Positions are pixels of the panel as its user sees them.",
        subcommands: [
            PlugCommand.self, UnplugCommand.self, RefuseCommand.self, TouchCommand.self, PointerCommand.self,
            GestureCommand.self, PenCommand.self, KeyCommand.self,
        ])
}
