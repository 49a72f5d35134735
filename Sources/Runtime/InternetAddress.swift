import Glibc

/// A numeric address of IPv4 or IPv6, with a port.
package struct InternetAddress: Hashable, Sendable {
    /// The address as it was written, without brackets.
    package let host: String
    /// The address in network order: 4 bytes, or 16.
    package let bytes: [UInt8]
    package var port: UInt16

    /// IPv4's address for programs on this machine.
    package static func loopback(port: UInt16) -> InternetAddress {
        InternetAddress(host: "127.0.0.1", bytes: [127, 0, 0, 1], port: port)
    }

    private init(host: String, bytes: [UInt8], port: UInt16) {
        self.host = host
        self.bytes = bytes
        self.port = port
    }

    /// Parses `ADDRESS:PORT`, or `ADDRESS` alone for the usual port.
    ///
    /// An address of IPv6 is in brackets, because its colons would run into the port. `localhost` is 127.0.0.1.
    package init?(_ text: String, usualPort: UInt16) {
        var host = text[...]
        var port = usualPort
        if !text.hasSuffix("]"), let colon = text.lastIndex(of: ":") {
            let digits = text[text.index(after: colon)...]
            // A sign is part of a number for `UInt16`, not for a port.
            guard digits.allSatisfy(\.isNumber), let number = UInt16(digits) else { return nil }
            (host, port) = (text[..<colon], number)
        }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        if host.lowercased() == "localhost" { host = "127.0.0.1" }
        guard let bytes = Self.bytes(of: String(host)), isBracketed == (bytes.count == 16) else { return nil }
        self.init(host: String(host), bytes: bytes, port: port)
    }

    /// Whether only programs on this machine reach the address.
    package var isLoopback: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether the address stands for all of this machine's.
    package var isAny: Bool { bytes.allSatisfy { $0 == 0 } }

    private static func bytes(of text: String) -> [UInt8]? {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        if inet_pton(AF_INET6, text, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }
}

extension InternetAddress: CustomStringConvertible {
    /// The address and the port as links have them.
    package var description: String { bytes.count == 16 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
