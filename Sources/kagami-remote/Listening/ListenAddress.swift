import ArgumentParser
import Glibc

/// Where viewers connect.
enum ListenAddress: Hashable, Sendable {
    /// An address in numbers and a port.
    case tcp(String, port: UInt16)
    case unix(path: String)

    static let defaultPort: UInt16 = 5900
    static let usual = ListenAddress.tcp("127.0.0.1", port: defaultPort)

    /// Whether only this machine's users can connect.
    var isLocal: Bool {
        switch self {
        case .unix: return true
        case .tcp(let host, _):
            var address = in_addr()
            if inet_pton(AF_INET, host, &address) == 1 { return UInt32(bigEndian: address.s_addr) >> 24 == 127 }
            return Self.bytes(ofIPv6: host) == [UInt8](repeating: 0, count: 15) + [1]
        }
    }

    /// Parses `ADDRESS:PORT`, `[ADDRESS]:PORT`, an address alone or `unix:PATH`; the error shows the forms.
    static func parse(_ argument: String) throws -> ListenAddress {
        guard let address = ListenAddress(argument) else {
            throw ValidationError(
                "use ADDRESS:PORT with an address in numbers, such as 127.0.0.1:5900 or [::1]:5900, or unix:PATH")
        }
        return address
    }

    init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst(5)
            // What `sun_path` holds before its terminating zero.
            guard !path.isEmpty, path.utf8.count <= 107 else { return nil }
            self = .unix(path: String(path))
            return
        }
        var host = text[...]
        var port = Self.defaultPort
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
            if !rest.isEmpty {
                guard let number = Self.port(rest.dropFirst()) else { return nil }
                port = number
            }
            guard Self.bytes(ofIPv6: String(host)) != nil else { return nil }
        } else if Self.bytes(ofIPv6: text) == nil {
            if let colon = text.firstIndex(of: ":") {
                guard let number = Self.port(text[text.index(after: colon)...]) else { return nil }
                (host, port) = (text[..<colon], number)
            }
            var address = in_addr()
            guard inet_pton(AF_INET, String(host), &address) == 1 else { return nil }
        }
        self = .tcp(String(host), port: port)
    }

    private static func port(_ text: some StringProtocol) -> UInt16? {
        UInt16(text).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func bytes(ofIPv6 text: String) -> [UInt8]? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        return withUnsafeBytes(of: address) { Array($0) }
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String {
        switch self {
        case .tcp(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}
