import ArgumentParser
import Control
import Mirroring
import Runtime

/// Commands about what the screens show.
enum ScreenCommands {
    static var all: [any ParsableCommand.Type] {
        [
            ScreenshotCommand.self, MirrorCommand.self, ExternalsCommand.self, ControllerCommand.self,
            KeyboardCommand.self, PresentCommand.self, PanelCommand.self, PanelMenuCommand.self, AskCommand.self,
            HintsCommand.self,
            BlankCommand.self, FreezeCommand.self, BrightnessCommand.self, OverscanCommand.self,
        ]
    }
}

/// `kagami screenshot panel|external|NAME FILE`.
struct ScreenshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Write the last presented frame of a screen to a PNG or PPM file, at its own resolution.",
        discussion: "Example: kagami screenshot panel panel.png")

    @Argument(
        help: "The screen: panel, external, or a connector's name as kagami outputs lists them.",
        transform: Self.screen)
    var screen: NamedScreen

    @Argument(help: "The file to write, or - for standard output; an existing file is replaced.")
    var file: String

    @Option(
        name: .shortAndLong,
        help: "How the picture is written: png, or ppm without compression; without this, as the file's name ends.")
    var type: PictureFormat?

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if file.isEmpty { throw ValidationError("The file needs a name.") }
    }

    private static func screen(_ argument: String) throws -> NamedScreen {
        guard let screen = NamedScreen(argument) else { throw ValidationError("use \(NamedScreen.choices)") }
        return screen
    }

    func run() throws {
        let picture = try OwnedDescriptor(memoryFile: "screenshot")
        let named = file.lowercased().hasSuffix(".ppm") ? PictureFormat.ppm : nil
        try connection.perform(ScreenshotRequest(screen, as: type ?? named), with: [picture])
        let output = try OutputFile(file, .picture)
        try output.write(contentsOf: picture)
        try output.takePlace()
    }
}

/// `kagami mirror on|off`.
struct MirrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror", abstract: "Use the external display, or keep the content on the panel.",
        discussion: "Example: kagami mirror off")

    @Argument(help: "on to use the external display, off to keep the content on the panel.")
    var state: Switch

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(MirrorRequest(enabled: state == .on))
    }
}

/// `kagami externals`: lists the displays that are plugged in with their roles, and chooses roles.
struct ExternalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "externals", abstract: "List what each display is for, or choose it.",
        subcommands: [List.self, Use.self, Copy.self, Controller.self, Control.self, Spare.self, Arrange.self],
        defaultSubcommand: List.self)

    /// `kagami externals list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the displays that are plugged in, and what each is for.",
            discussion: "Example: kagami externals list")

        @OptionGroup var connection: SocketOption
        @OptionGroup var format: FormatOption

        func run() throws {
            let outputs = try connection.ask(OutputsRequest()).outputs.filter(\.isConnected)
            format.print(outputs) { ExternalsText.describe(outputs) }
        }
    }

    /// `kagami externals copy NAME`.
    struct Copy: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "copy", abstract: "Show a copy of the external's picture on a display.",
            discussion: "Example: kagami externals copy HDMI-A-2")

        @Argument(help: "The connector, as kagami externals names it.", transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(CopyExternalRequest(name.output))
        }
    }

    /// `kagami externals controller NAME`.
    struct Controller: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "controller", abstract: "Show the controller on a display, as on the panel.",
            discussion: "Example: kagami externals controller DSI-2")

        @Argument(help: "The connector, as kagami externals names it.", transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ControlExternalRequest(name.output))
        }
    }

    /// `kagami externals control NAME`.
    struct Control: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "control", abstract: "Have the panel control what a display shows.",
            discussion: """
                With [external] arrange = "each", displays may show applications of their own. Name the panel for content that is on the panel.

                Example: kagami externals control HDMI-A-2
                """)

        @Argument(help: "The connector, as kagami externals names it.", transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(SwitchControlRequest(name.output))
        }
    }

    /// `kagami externals spare NAME`.
    struct Spare: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "spare", abstract: "Leave a display unused.",
            discussion: "Example: kagami externals spare HDMI-A-2")

        @Argument(help: "The connector, as kagami externals names it.", transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(SpareExternalRequest(name.output))
        }
    }

    /// `kagami externals arrange copy|span|each|one`.
    struct Arrange: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "arrange", abstract: "Choose what the displays beside the external show.",
            discussion: "Example: kagami externals arrange span")

        @Argument(
            help: """
                copy for the external's picture, span for one picture over all of them, each for an application of its own, \
                one for nothing.
                """)
        var arrangement: ExternalArrangement

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ArrangeExternalsRequest(arrangement))
        }
    }

    /// `kagami externals use NAME|auto`.
    struct Use: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Lay the content out for a display, and prefer that display from now on.",
            discussion: "Example: kagami externals use HDMI-A-2")

        @Argument(
            help: "The connector, as kagami externals names it, or auto for the configuration's choice.",
            transform: ConnectorName.parseListed)
        var name: ConnectorName

        @OptionGroup var connection: SocketOption

        func run() throws {
            let chosen = name.output == UseExternalRequest.automatic ? nil : name.output
            try connection.perform(UseExternalRequest(chosen))
        }
    }
}

extension PictureFormat: ExpressibleByArgument {}
extension ExternalArrangement: ExpressibleByArgument {}
extension PanelForeground.Choice: ExpressibleByArgument {}

/// `kagami panel`: what the panel shows.
struct PanelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel", abstract: "Choose what the panel shows.", subcommands: [Show.self])

    /// `kagami panel show content|application`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the content (or its controller) or the panel application on the panel.",
            discussion: "Example: kagami panel show application")

        @Argument(help: "What to show.")
        var choice: PanelForeground.Choice

        @OptionGroup var connection: SocketOption

        func run() throws {
            try connection.perform(ShowOnPanelRequest(choice))
        }
    }
}

/// `kagami blank on|off [NAME]`.
struct BlankCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blank", abstract: "Make the screens black, or show their content again.",
        discussion: """
            Without a connector, off ends all of it, also that of single displays.

            Example: kagami blank on
            """)

    @Argument(help: "on for black screens, off to show their content again.")
    var state: Switch

    @Argument(
        help: "Only the display at this connector, as kagami externals names it.",
        transform: ConnectorName.parseListed)
    var name: ConnectorName?

    @Flag(help: "Make only the external black, until kagami blank off.")
    var external = false

    @OptionGroup var connection: SocketOption

    func validate() throws {
        if external, name != nil { throw ValidationError("Give either a connector or --external.") }
        if external, state == .off { throw ValidationError("--external goes with on; off ends both") }
    }

    func run() throws {
        if let name {
            try connection.perform(BlankOutputRequest(name.output, enabled: state == .on))
            return
        }
        let extent: BlankExtent? = state == .off ? nil : external ? .external : .all
        try connection.perform(BlankRequest(extent))
    }
}

/// `kagami freeze on|off [NAME]`.
struct FreezeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "freeze", abstract: "Have the external keep its last picture while you work on.",
        discussion: """
            Without a connector, the displays that show copies are frozen too, and off ends all of it.

            Example: kagami freeze on
            """)

    @Argument(help: "on to keep the picture, off to show the content again.")
    var state: Switch

    @Argument(
        help: "Only the display at this connector, as kagami externals names it.",
        transform: ConnectorName.parseListed)
    var name: ConnectorName?

    @OptionGroup var connection: SocketOption

    func run() throws {
        if let name {
            try connection.perform(FreezeOutputRequest(name.output, enabled: state == .on))
            return
        }
        try connection.perform(FreezeRequest(enabled: state == .on))
    }
}

/// `kagami brightness [PERCENT]`.
struct BrightnessCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "brightness", abstract: "Print or set the brightness of the panel's backlight.",
        discussion: "Example: kagami brightness 60")

    @Argument(
        help: "The brightness to set in per cent, 1 to 100.",
        transform: Quantity.whole(Brightness.percents, such: 60, unit: " of per cent"))
    var percent: Int?

    @OptionGroup var connection: SocketOption

    func run() throws {
        let reply = try connection.ask(BrightnessRequest(percent.map(Brightness.init(percent:))))
        if percent == nil { TextOutput.standard.write(line: "\(reply.percent) %") }
    }
}

/// `kagami overscan PERCENT`.
struct OverscanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overscan",
        abstract: "Leave the edges free that the external cuts off, and remember that for the display.",
        discussion: "Example: kagami overscan 3")

    @Argument(
        help: "How much of the width and the height at each edge, in percent, 0 to 10.",
        transform: Quantity.whole(DisplaySettings.overscanPercents, such: 3, unit: " of per cent"))
    var percent: Int

    @OptionGroup var connection: SocketOption

    func run() throws {
        try connection.perform(OverscanRequest(percent: percent))
    }
}

/// `kagami keyboard`: when on-screen keyboards are shown.
struct KeyboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keyboard", abstract: "Show or hide the on-screen keyboard.",
        subcommands: [Show.self, Hide.self, Toggle.self, Auto.self])

    /// `kagami keyboard toggle`.
    struct Toggle: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "toggle", abstract: "Show the on-screen keyboard, or hide one that is shown.",
            discussion: "Example: kagami keyboard toggle")

        @OptionGroup var connection: SocketOption

        func run() throws {
            let isShown = try connection.ask(StatusRequest()).status.overlays.screenKeyboard?.isShown ?? false
            try connection.perform(ShowKeyboardRequest(isShown ? .never : .always))
        }
    }

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
