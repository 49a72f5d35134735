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

/// `kagami ask`: a question at the panel.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask", abstract: "Ask a question at the panel, and wait for the answer.",
        discussion: """
            The panel shows the question with the entries Allow and Refuse. The command succeeds if the question is allowed, \
            and fails if it is refused or not answered in time.

            Example: kagami ask 'Start the update?' --seconds 30
            """)

    @Argument(help: "The question, 1 to \(String.longestLabel) characters.")
    var text: String

    @Option(help: ArgumentHelp("The question for a panel in Japanese.", valueName: "text"))
    var japanese: String?

    @Option(help: ArgumentHelp("How long to wait for an answer, 1 to 600.", valueName: "n"))
    var seconds = AskRequest.usualPatience

    @OptionGroup var connection: SocketOption

    func validate() throws {
        guard AskRequest.patience.contains(seconds) else {
            throw ValidationError("--seconds must be 1 to 600: \(seconds)")
        }
    }

    func run() throws {
        let request = AskRequest(text, japanese: japanese, seconds: seconds)
        switch try connection.ask(request, patienceSeconds: seconds + ControlClient.defaultPatienceSeconds).answer {
        case .allowed: break
        case .refused: throw CommandFailure("the panel's user has refused")
        case .unanswered: throw CommandFailure("nobody has answered at the panel: ask again when somebody is there")
        }
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
