import ArgumentParser
import Control
import Runtime
import Testing

@testable import kagami_remote

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:5901", "127.0.0.1:5901"), ("127.0.0.1", "127.0.0.1:5900"), ("localhost:5902", "127.0.0.1:5902"),
        ("[::1]", "[::1]:5900"), ("unix:/run/k.vnc", "unix:/run/k.vnc"), ("unix:localhost", "unix:localhost"),
    ])
    func `an address with a port or without, or a path`(_ text: String, _ address: String) throws {
        #expect(try "\(ListenAddress.parse(text))" == address)
    }

    @Test(arguments: ["", "panel.lan:5900", "127.0.0.1:0", "[::1]:0", "5900", "unix:"])
    func `anything else is refused`(_ text: String) {
        #expect(throws: ValidationError.self) { try ListenAddress.parse(text) }
    }

    @Test func `a path that is too long is refused for its length`() {
        let path = String(repeating: "x", count: 108)
        #expect(throws: ControlError.pathTooLong(path)) { try ListenAddress.parse("unix:\(path)") }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("localhost:77", true), ("unix:/x", true), ("0.0.0.0", false), ("[::]:5900", false),
    ])
    func `loopback and sockets in the file system are local`(_ text: String, isLocal: Bool) throws {
        #expect(try ListenAddress.parse(text).isLocal == isLocal)
    }

    @Test func `an address that others reach needs TLS and a password`() throws {
        func parse(_ arguments: String...) throws { _ = try ViewCommand.parse(["DP-1"] + arguments) }
        try parse()
        try parse("--listen", "unix:/tmp/x")
        #expect(throws: (any Error).self) { try parse("--listen", "0.0.0.0:5900") }
        #expect(throws: (any Error).self) { try parse("--listen", "0.0.0.0:5900", "--certificate", "c", "--key", "k") }
        try parse("--listen", "0.0.0.0:5900", "--certificate", "c", "--key", "k", "--password-file", "p")
        let refused = KagamiRemote.message(
            for: #expect(throws: (any Error).self) { try parse("--listen", "[::]:5900") } ?? ExitCode.failure)
        #expect(refused.contains("give --certificate, --key and --password-file"))
    }
}
