import ArgumentParser
import Control
import KagamiCommands
import Runtime

/// Where viewers connect.
enum ListenAddress: Hashable, Sendable {
    case tcp(InternetAddress)
    case unix(SocketAddress)

    static let usualPort: UInt16 = 5900
    static let usual = ListenAddress.tcp(.loopback(port: usualPort))

    /// Whether only this machine's users can connect.
    var isLocal: Bool {
        switch self {
        case .unix: true
        case .tcp(let address): address.isLoopback
        }
    }

    /// Parses an address with a port or without, or `unix:PATH`; the error shows the forms.
    static func parse(_ argument: String) throws -> ListenAddress {
        let prefix = "unix:"
        if argument.hasPrefix(prefix), argument != prefix {
            return .unix(try SocketAddress(path: String(argument.dropFirst(prefix.count))))
        }
        let address = try InternetAddress.parse(argument, usualPort: usualPort, or: "unix:PATH")
        // Viewers would have to guess the port that the kernel chooses.
        guard address.port > 0 else { throw ValidationError("use a port of 1 to 65535, such as \(usualPort)") }
        return .tcp(address)
    }
}

extension ListenAddress: CustomStringConvertible {
    var description: String {
        switch self {
        case .tcp(let address): "\(address)"
        case .unix(let address): "unix:\(address.path)"
        }
    }
}
