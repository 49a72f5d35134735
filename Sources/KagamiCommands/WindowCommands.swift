import ArgumentParser
import Control
import Mirroring

/// `kagami windows`: lists and switches windows.
struct WindowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "windows", abstract: "List the applications' windows, switch to one of them, or close it.",
        subcommands: [List.self, Next.self, Activate.self, Close.self], defaultSubcommand: List.self)

    /// `kagami windows list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the windows, most recently used first.",
            discussion: "Example: kagami windows list")

        @OptionGroup var connection: SocketOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let windows = try connection.ask(WindowsRequest()).windows
            format.print(windows) { WindowText.describe(windows) }
        }
    }

    /// `kagami windows next`.
    struct Next: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "next", abstract: "Switch to the next window of the application that has the keyboard.",
            discussion: "Example: kagami windows next")

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(NextWindowRequest())
        }
    }

    /// `kagami windows activate APP_ID`.
    struct Activate: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "activate", abstract: "Bring a window to the front of its application.",
            discussion: "Example: kagami windows activate foot")

        @Argument(help: "The window's application id, as kagami windows lists it.", transform: AppID.parse)
        var appID: AppID

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ActivateWindowRequest(appID: appID))
        }
    }

    /// `kagami windows close APP_ID`.
    struct Close: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "close", abstract: "Ask a window to close.", discussion: "Example: kagami windows close foot")

        @Argument(help: "The window's application id, as kagami windows lists it.", transform: AppID.parse)
        var appID: AppID

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(CloseWindowRequest(appID: appID))
        }
    }
}

extension AppID {
    /// Parses an argument.
    static func parse(_ argument: String) throws -> AppID {
        guard let id = AppID(argument) else {
            throw ValidationError("an application id is not empty: see kagami windows")
        }
        return id
    }
}

/// Formats windows as text, one a line.
enum WindowText {
    static func describe(_ windows: [WindowStatus]) -> String {
        TextTable.lay(
            windows.map { window in
                [
                    window.application.rawValue, state(of: window), window.appID?.text ?? "-",
                    (window.title ?? "-").printable,
                ]
            })
    }

    private static func state(of window: WindowStatus) -> String {
        if window.hasKeyboard { return "keyboard" }
        if window.isUrgent { return "urgent" }
        return window.isMinimized ? "minimized" : "-"
    }
}
