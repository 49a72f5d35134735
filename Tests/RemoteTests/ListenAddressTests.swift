import ArgumentParser
import Testing

@testable import kagami_remote

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:5901", ListenAddress.tcp("127.0.0.1", port: 5901)), ("127.0.0.1", .tcp("127.0.0.1", port: 5900)),
        ("[::1]:5902", .tcp("::1", port: 5902)), ("[::1]", .tcp("::1", port: 5900)), ("::1", .tcp("::1", port: 5900)),
        ("0.0.0.0:1", .tcp("0.0.0.0", port: 1)), ("unix:/run/k.vnc", .unix(path: "/run/k.vnc")),
    ])
    func `an address in numbers, with a port or without, or a path`(_ text: String, _ address: ListenAddress) {
        #expect(ListenAddress(text) == address)
    }

    @Test(arguments: [
        "", "localhost", "localhost:5900", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:x", "[::1",
        "[::1]5",
        "[127.0.0.1]:5", "5900", ":5900", "unix:", "unix:" + String(repeating: "x", count: 108),
    ])
    func `anything else is refused`(_ text: String) {
        #expect(ListenAddress(text) == nil)
        #expect(throws: ValidationError.self) { try ListenAddress.parse(text) }
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.9.1:77", true), ("[::1]:5900", true), ("unix:/x", true), ("0.0.0.0", false),
        ("192.168.1.2", false), ("[::]:5900", false), ("[fe80::1]", false), ("128.0.0.1", false),
    ])
    func `loopback and sockets in the file system are local`(_ text: String, isLocal: Bool) throws {
        #expect(try ListenAddress.parse(text).isLocal == isLocal)
    }

    @Test(arguments: ["127.0.0.1:5901", "[::1]:5902", "unix:/run/k.vnc"])
    func `an address is described as it is written`(_ text: String) throws {
        #expect(try "\(ListenAddress.parse(text))" == text)
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
