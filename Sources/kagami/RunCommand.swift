import ArgumentParser
import ConfigurationFiles
import Control
import Geometry
import KagamiCommands
import Mirroring
import Runtime
import Virtual

extension BackendChoice: ExpressibleByArgument {}
extension RendererChoice: ExpressibleByArgument {}

/// `kagami run`: the service itself.
struct RunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Start the service and its hosted application.",
        usage: """
            kagami run [--backend <backend>] [--config <file>] [--socket <path>] [--virtual-panel <wxh>] \
            [--virtual-panel-mm <wxh>] [--panel-command <command>] [--renderer <renderer>] [-- <command> [<argument> ...]]
            """,
        discussion: """
            The application is started with WAYLAND_DISPLAY and KAGAMI_SOCKET set. When the application exits, the \
            service exits with the same status. A panel application is started with a WAYLAND_DISPLAY of its own; \
            kagami panel show application brings it to the panel.

            Example: kagami run -- foot
            """)

    @Option(help: "The displays and devices to use.")
    var backend = BackendChoice.auto

    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "The configuration file. (default: $XDG_CONFIG_HOME/kagami/config.toml where it exists)",
            valueName: "file"))
    var configurationFile: String?

    @OptionGroup var connection: SocketOption

    @Option(
        name: .customLong("virtual-panel"),
        help: ArgumentHelp(
            "The size of the virtual backend's panel, 64x64 at least. (default: 1280x800)", valueName: "wxh"),
        transform: PixelSize.parsePanel)
    var virtualPanel = PixelSize(width: 1280, height: 800)

    @Option(
        name: .customLong("virtual-panel-mm"),
        help: ArgumentHelp(
            "The panel's size in millimetres, 0x0 for one that does not say. (default: 95 pixels per inch)",
            valueName: "wxh"),
        transform: PhysicalSize.parse)
    var virtualPanelSize: PhysicalSize?

    @Option(
        name: .customLong("panel-command"),
        help: ArgumentHelp(
            "A second application, for the panel alone. (default: [panel] command of the configuration)",
            valueName: "command"))
    var panelCommand: String?

    @Option(help: "What draws. (default: [renderer] use of the configuration)")
    var renderer: RendererChoice?

    // Everything from the first word that is not an option, including the terminator. This also catches a command without `--`, so that the
    // error can show the right command line.
    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The application to host, after --.", valueName: "command"))
    var words: [String] = []

    @Flag(name: [.customShort("h"), .customLong("help")], help: .hidden)
    var isHelpWanted = false

    /// The application to host and its arguments.
    var command: [String] { Array(words.dropFirst()) }

    func validate() throws {
        if isHelpWanted { throw CleanExit.helpRequest() }
        guard let first = words.first, first != "--" else { return }
        if first.hasPrefix("-") { throw ValidationError("Unknown option '\(first)'") }
        let line = words.filter { $0 != "--" }.joined(separator: " ")
        throw ValidationError("put -- before the application's command: kagami run -- \(line)")
    }

    func run() throws {
        // The sockets come first, because an opened file could get one of their numbers.
        let activation = try Self.handedSockets(environment: Environment.current)
        var options = try options(environment: Environment.current)
        if let control = activation[.control] { options.socket = try SocketAddress(path: control.path) }
        try options.directory.prepare()
        let status = try ServiceLauncher.launch(options, activation)
        if status != 0 { throw ExitCode(status) }
    }

    /// The service manager's sockets; a failure names the unusable socket.
    private static func handedSockets(environment: [String: String]) throws -> ActivationSockets {
        do throws(RuntimeError) {
            return try ActivationSockets(environment: environment)
        } catch {
            throw CommandFailure(
                "cannot \(error); hand over Unix stream sockets that listen, one for each of control, wayland and tools"
            )
        }
    }

    /// The options for the service.
    func options(environment: [String: String]) throws -> ServiceOptions {
        let directory = try RuntimeDirectory(environment: environment)
        var source = ConfigurationSource(
            explicit: configurationFile, usual: ConfigurationFile.defaultPath(environment: environment),
            machine: environment)
        source.renderer = renderer
        if let panelCommand {
            guard let command = CommandWords(panelCommand) else {
                throw ValidationError("--panel-command: '\(panelCommand)' is not a command; check its quotes")
            }
            source.panelCommand = command.words
        }
        let loaded = try source.load()
        for line in loaded.unread { TextOutput.error.write(line: "kagami: \(line); it is left out") }
        return ServiceOptions(
            backend: backend, source: source, loaded: loaded, directory: directory,
            socket: try connection.address(environment: environment),
            virtualPanel: PluggedDisplay(
                name: VirtualDisplays.panelName, size: Size(width: virtualPanel.width, height: virtualPanel.height),
                physicalSize: virtualPanelSize),
            command: command)
    }
}
