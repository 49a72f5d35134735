import Testing

@testable import Runtime

@Suite struct InternetAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8390", "127.0.0.1", 8390), ("127.0.0.1", "127.0.0.1", 5900), ("localhost:1", "127.0.0.1", 1),
        ("LocalHost", "127.0.0.1", 5900), ("[::1]:0", "::1", 0), ("[::1]", "::1", 5900),
        ("[fe80::1]:8390", "fe80::1", 8390), ("0.0.0.0:65535", "0.0.0.0", 65535),
    ])
    func `an address in numbers or localhost, with a port or without`(
        _ text: String, _ host: String, _ port: UInt16
    ) throws {
        let address = try #require(InternetAddress(text, usualPort: 5900))
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(arguments: [
        "", "8390", ":8390", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:-0", "127.0.0.1:+80",
        "127.0.0.1:x", "127.0.0.1:1:2", "panel.lan", "panel.lan:8390", "::1", "::1:8390", "[::1", "[::1]8390",
        "[127.0.0.1]:1", "[localhost]:1", "[]:1", "]", "[",
    ])
    func `anything else is refused`(_ text: String) {
        #expect(InternetAddress(text, usualPort: 5900) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true, false), ("127.8.9.1", true, false), ("[::1]", true, false), ("localhost", true, false),
        ("0.0.0.0", false, true), ("[::]", false, true), ("[0:0::0]", false, true), ("128.0.0.1", false, false),
        ("192.168.1.20", false, false), ("[fe80::1]", false, false), ("[7f00::1]", false, false),
        ("[::ffff:127.0.0.1]", false, false),
    ])
    func `who reaches an address`(_ text: String, _ isLoopback: Bool, _ isAny: Bool) throws {
        let address = try #require(InternetAddress(text, usualPort: 80))
        #expect(address.isLoopback == isLoopback)
        #expect(address.isAny == isAny)
    }

    @Test(arguments: ["127.0.0.1:5901", "[::1]:5902"])
    func `an address is described as it is written`(_ text: String) {
        #expect(InternetAddress(text, usualPort: 80)?.description == text)
    }

    @Test func `the loopback address is what localhost means`() {
        #expect(InternetAddress.loopback(port: 80) == InternetAddress("localhost", usualPort: 80))
    }
}
