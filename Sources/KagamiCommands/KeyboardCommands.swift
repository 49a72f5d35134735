import ArgumentParser
import Control
import Mirroring

/// `kagami keyboard`: when on-screen keyboards are shown.
struct KeyboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyboard", abstract: "Show or hide the on-screen keyboard.",
        subcommands: [Show.self, Hide.self, Auto.self])

    /// `kagami keyboard show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show the on-screen keyboard.", discussion: "Example: kagami keyboard show")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ShowKeyboardRequest(.always)) }
    }

    /// `kagami keyboard hide`.
    struct Hide: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hide", abstract: "Hide the on-screen keyboard.", discussion: "Example: kagami keyboard hide")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ShowKeyboardRequest(.never)) }
    }

    /// `kagami keyboard auto`.
    struct Auto: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "auto", abstract: "Show the on-screen keyboard while a text field has the focus.",
            discussion: "Example: kagami keyboard auto")

        @OptionGroup var connection: SocketOption

        func run() throws { try connection.perform(ShowKeyboardRequest(.auto)) }
    }
}
