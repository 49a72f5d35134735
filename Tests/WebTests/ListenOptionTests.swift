import ArgumentParser
import KagamiCommands
import Runtime
import Testing

@testable import kagami_web

@Suite struct ListenOptionTests {
    @Test(arguments: [
        ([], "127.0.0.1:8390"), (["--listen", "localhost"], "127.0.0.1:8390"),
        (["--listen", "[::1]:0"], "[::1]:0"), (["--listen", "127.0.0.1:1"], "127.0.0.1:1"),
    ])
    func `an address with a port or without`(_ options: [String], _ address: String) throws {
        #expect(try "\(KagamiWeb.parse(options).listen)" == address)
    }

    @Test(arguments: ["", "panel.lan:8390", "::1", "unix:/x"])
    func `other texts are wrong usage`(_ text: String) {
        #expect(KagamiWeb.execute(["--listen", text]) == 64)
    }

    @Test(arguments: ["0.0.0.0", "[::]:8390", "192.168.1.20:8390"])
    func `an address that others reach needs a certificate or a word`(_ text: String) throws {
        #expect(throws: (any Error).self) { try KagamiWeb.parse(["--listen", text]) }
        _ = try KagamiWeb.parse(["--listen", text, "--insecure"])
        _ = try KagamiWeb.parse(["--listen", text, "--certificate", "c", "--key", "k"])
    }
}
