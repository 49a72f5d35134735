import ArgumentParser
import Control
import Glibc
import KagamiCommands
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
        transform: { try InternetAddress.parse($0, usualPort: Self.usualPort) })
    var listen = InternetAddress.loopback(port: Self.usualPort)

    private static let usualPort: UInt16 = 8390

    @Option(help: ArgumentHelp("A certificate's file in PEM, to serve by TLS.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The file of the certificate's key.", valueName: "file"))
    var key: String?

    @Flag(help: "Serve other machines without TLS: whoever can listen to the network sees and changes everything.")
    var insecure = false

    @Option(
        help: ArgumentHelp(
            "The address by which browsers reach the page, if it is another, as behind a proxy.", valueName: "address"),
        transform: { text in
            guard let address = PageAddress(text) else {
                throw ValidationError("use an address with its scheme, such as https://kagami.example.org")
            }
            return address
        })
    var address: PageAddress?

    @Flag(name: .customLong("view-only"), help: "Let the printed address see, and change nothing.")
    var isViewOnly = false

    @Flag(
        name: .customLong("no-asking"),
        help: "Let no browser without an address ask at the panel; they ask only over TLS, and from other machines.")
    var refusesAsking = false

    @Flag(help: "Open the page in a browser.")
    var open = false

    @OptionGroup var connection: SocketOption

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
            throw CommandFailure("the page's files are missing: install the package kagami-web again")
        }
        let remote = ProgramPath.findCompanion("kagami-remote", in: environment)
        let service = try connection.address(environment: environment)
        let site = try Site(folder: folder)
        let sockets = try PrivateDirectory(Self.socketFolder(environment))
        let programs = environment.merging(["KAGAMI_SOCKET": service.path]) { $1 }
        let screens = ScreenServers(programs, folder: sockets, program: remote)
        let server = try WebServer(
            WebServer.Setup(
                listen: listen, certificate: certificate.map { ($0, key ?? "") }, address: address, service: service,
                site: site, refusesAsking: refusesAsking,
                qrencode: ProgramPath.find("qrencode", in: environment)), screens,
            TextPrograms(programs, program: remote))
        for (isMissing, package) in [(remote == nil, "kagami-remote"), (!site.hasViewer, "novnc")] where isMissing {
            TextOutput.error.write(line: "kagami web: the page shows no pictures: install the package \(package)")
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
        TextOutput.standard.write(line: "open \(address)")
        if open {
            if let browser = ProgramPath.find("xdg-open", in: environment) {
                _ = try? ChildProcess.spawn([browser, address], environment)
            } else {
                TextOutput.error.write(line: "kagami web: no browser is opened: install the package xdg-utils")
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
}
