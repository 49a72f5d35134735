import ArgumentParser
import Control
import Glibc
import Mirroring
import Runtime

/// `kagami web`: a page that shows the screens and controls the service.
@main
struct KagamiWeb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kagami web",
        abstract: "Serve a page that shows the screens and controls the service.",
        discussion: """
            Prints the page's address, which lets one browser in, and serves until it is interrupted. Only this machine reaches \
            the page unless --listen says otherwise.

            Example: kagami web
            Example: kagami web --listen 192.168.1.20:8390 --certificate web.crt --key web.key
            """)

    @Option(
        help: ArgumentHelp("Where the page is served. (default: 127.0.0.1:8390)", valueName: "address:port"),
        transform: { text in
            guard let address = ListenAddress(text) else {
                throw ValidationError("use ADDRESS:PORT with a numeric address, such as 127.0.0.1:8390 or [::1]:8390")
            }
            return address
        })
    var listen = ListenAddress.usual!

    @Option(help: ArgumentHelp("A certificate's file in PEM, to serve by TLS.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The file of the certificate's key.", valueName: "file"))
    var key: String?

    @Flag(help: "Serve other machines without TLS: whoever can listen to the network sees and changes everything.")
    var insecure = false

    @Option(help: ArgumentHelp("The name by which browsers reach the page, perhaps with a port.", valueName: "name"))
    var host: String?

    @Flag(name: .customLong("view-only"), help: "Let the printed address see, and change nothing.")
    var isViewOnly = false

    @Flag(help: "Open the page in a browser.")
    var open = false

    @Option(
        help: ArgumentHelp(
            "The control socket. (default: $KAGAMI_SOCKET, else $XDG_RUNTIME_DIR/kagami.sock)", valueName: "path"))
    var socket: String?

    func validate() throws {
        if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key need each other") }
        if !listen.isLoopback, certificate == nil, !insecure {
            throw ValidationError(
                "\(listen.host) is reached by other machines: give --certificate and --key, or use an SSH tunnel; "
                    + "--insecure serves without TLS")
        }
    }

    func run() throws {
        let environment = Environment.current
        let program = try FilePath.resolved("/proc/self/exe")
        guard let folder = Site.folder(besides: program) else {
            throw FileError("the page's files are missing: install the package kagami-web again")
        }
        let remote = ProgramPath.findCompanion("kagami-remote", in: environment)
        let service = try SocketAddress(explicit: socket, environment: environment)
        let site = try Site(folder: folder)
        let sockets = try PrivateDirectory(Self.socketFolder(environment))
        let screens = ScreenServers(
            environment.merging(["KAGAMI_SOCKET": service.path]) { $1 }, folder: sockets, program: remote)
        let server = try WebServer(
            WebServer.Setup(
                listen: listen, certificate: certificate.map { ($0, key ?? "") }, host: host, service: service, site: site,
                qrencode: ProgramPath.find("qrencode", in: environment)), screens)
        for (isMissing, package) in [(remote == nil, "kagami-remote"), (!site.hasViewer, "novnc")] where isMissing {
            TextLine.error("kagami web: the page shows no pictures: install the package \(package)")
        }
        announce(server, environment)
        server.run()
    }

    /// A folder of this process for the sockets of screens.
    private static func socketFolder(_ environment: [String: String]) throws -> String {
        let parent = try RuntimeDirectory(environment: environment)
        try parent.prepare()
        return "\(parent.path)/kagami-web-\(getpid())"
    }

    private func announce(_ server: WebServer, _ environment: [String: String]) {
        let address = server.invite(isViewOnly ? .view : .full)
        TextLine.standard("kagami web: open \(address)")
        if open {
            if let browser = ProgramPath.find("xdg-open", in: environment) {
                _ = Program.start([browser, address], environment)
            } else {
                TextLine.error("kagami web: no browser is opened: install the package xdg-utils")
            }
        }
        if !listen.isLoopback, isatty(STDOUT_FILENO) == 1,
            let code = QRCode.make(address, as: .text, program: ProgramPath.find("qrencode", in: environment))
        {
            code.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }

    static func main() {
        Glibc.exit(execute(Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs a command line and returns its exit status, as `kagami` does: errors are one line.
    static func execute(_ arguments: [String]) -> CInt {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch {
            let status = exitCode(for: error).rawValue
            if status == 0 {
                TextLine.standard(fullMessage(for: error))
            } else {
                let message = message(for: error).split(whereSeparator: \.isNewline).joined(separator: " ").printable
                if !message.isEmpty { TextLine.error("kagami web: " + message) }
            }
            return status
        }
    }
}

/// Lines on the standard descriptors, without characters that control a terminal.
enum TextLine {
    static func standard(_ text: String) { write(text, to: STDOUT_FILENO) }
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: CInt) {
        let line = Array((text.trimmedEnd.printableLines + "\n").utf8)
        _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}

extension String {
    fileprivate var trimmedEnd: Substring { self[..<(lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex)] }
}
