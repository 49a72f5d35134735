import ArgumentParser
import Control
import Mirroring

/// `kagami menu`: the menu on the panel.
struct PanelMenuCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "menu", abstract: "Open or close the menu on the panel.",
        subcommands: [Show.self, Hide.self, Toggle.self])

    /// `kagami menu show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Open the menu on the panel.", discussion: "Example: kagami menu show")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ShowMenuRequest()) }
    }

    /// `kagami menu toggle`.
    struct Toggle: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "toggle", abstract: "Open the menu on the panel, or close an open one.",
            discussion: "Example: kagami menu toggle")

        @OptionGroup var connection: SocketOption

        func run() throws {
            if try connection.ask(StatusRequest()).status.overlays.menu?.entries != nil {
                try connection.perform(HideMenuRequest())
            } else {
                try connection.perform(ShowMenuRequest())
            }
        }
    }

    /// `kagami menu hide`.
    struct Hide: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hide", abstract: "Close the menu on the panel.", discussion: "Example: kagami menu hide")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(HideMenuRequest()) }
    }
}

/// `kagami hints`: what the panel explains at first use.
struct HintsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hints", abstract: "Have the panel explain itself.", subcommands: [Reset.self])

    /// `kagami hints reset`.
    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Show the hints for first use again.",
            discussion: "Example: kagami hints reset")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ResetHintsRequest()) }
    }
}
