import ArgumentParser
import Glibc
import KagamiCommands
import Runtime

/// Where and to whom a command shows a screen.
struct ListenOptions: ParsableArguments {
    @Option(
        name: .customLong("listen"),
        help: ArgumentHelp(
            "Where viewers connect: ADDRESS:PORT or unix:PATH. (default: 127.0.0.1:5900)", valueName: "address"),
        transform: ListenAddress.parse)
    var address = ListenAddress.usual

    @Option(help: ArgumentHelp("The server's certificate for TLS, a file in PEM.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The certificate's private key, a file in PEM of mode 0600.", valueName: "file"))
    var key: String?

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp("A file of mode 0600 with the viewers' password in its first line.", valueName: "file"))
    var passwordFile: String?

    @Option(
        name: .customLong("viewers"), help: ArgumentHelp("The most connections at a time, 1 to 64.", valueName: "n"))
    var limit = 8

    @Flag(name: .customLong("view-only"), help: "Ignore the viewers' keyboards and pointers.")
    var isViewOnly = false

    func validate() throws {
        guard (1...64).contains(limit) else { throw ValidationError("--viewers must be 1 to 64: \(limit)") }
        let given = [certificate, key, passwordFile].filter { $0 != nil }.count
        guard given == 0 || given == 3 else {
            throw ValidationError(
                "--certificate, --key and --password-file belong together: give all three, or none on a local address")
        }
        guard address.isLocal || given == 3 else {
            throw ValidationError(
                "\(address) can be reached from other machines: give --certificate, --key and --password-file, "
                    + "or listen on 127.0.0.1 and use an SSH tunnel")
        }
    }

    /// The files that protect the connections; nil for none. Throws if they cannot be used.
    func protection() throws -> Protection? {
        guard let certificate, let key, let passwordFile else { return nil }
        return try Protection(certificate: certificate, key: key, passwordFile: passwordFile)
    }
}

/// TLS and a password.
struct Protection: Hashable {
    let certificate: String
    let key: String
    let password: String

    private static let longestFile = 65536

    init(certificate: String, key: String, passwordFile: String) throws {
        self.certificate = certificate
        self.key = key
        _ = try Self.read(certificate)
        try Self.requirePrivacy(of: key, try Self.read(key))
        let file = try Self.read(passwordFile)
        try Self.requirePrivacy(of: passwordFile, file)
        let text = try Self.bytes(of: file, at: passwordFile)
        password = String(decoding: text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
        guard !password.isEmpty else {
            throw CommandFailure("\(passwordFile) has no password: write it in the file's first line")
        }
    }

    /// Whether a viewer may look. Takes the same time for all passwords of a length.
    func accepts(_ given: String) -> Bool {
        let (given, wanted) = (Array(given.utf8), Array(password.utf8))
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func read(_ path: String) throws -> RegularFile {
        do throws(RegularFile.Failure) {
            return try RegularFile(path, limit: longestFile)
        } catch {
            throw CommandFailure("cannot read \(path): \(error); give a file that exists and that you may read")
        }
    }

    private static func bytes(of file: RegularFile, at path: String) throws -> [UInt8] {
        do throws(RegularFile.Failure) {
            return try file.read()
        } catch {
            throw CommandFailure("cannot read \(path): \(error)")
        }
    }

    private static func requirePrivacy(of path: String, _ file: RegularFile) throws {
        var status = stat()
        guard fstat(file.descriptor.number, &status) == 0 else {
            throw CommandFailure("cannot \(RuntimeError("look at", path))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure("others may read \(path): run chmod 600 \(path)")
        }
    }
}
