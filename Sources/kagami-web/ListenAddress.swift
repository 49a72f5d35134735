import Glibc

/// Where the page is served: a numeric address of this machine, and a port.
struct ListenAddress: Hashable {
    /// Without brackets.
    let host: String
    /// 0 for any free port.
    let port: UInt16
    /// Whether only programs on this machine reach the address.
    let isLoopback: Bool
    /// Whether the address stands for all of this machine's.
    let isAny: Bool

    static let usual = ListenAddress("127.0.0.1:8390")

    /// Reads `ADDRESS:PORT`; an address of IPv6 is in brackets, and `localhost` is 127.0.0.1.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        if host == "localhost" { host = "127.0.0.1" }
        guard let bytes = NumericHost(String(host))?.bytes, isBracketed == (bytes.count == 16) else { return nil }
        self.host = String(host)
        self.port = port
        isLoopback = bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
        isAny = bytes.allSatisfy { $0 == 0 }
    }

    /// Why nothing can listen at the address; nil if something can.
    var refusal: String? {
        guard let bytes = NumericHost(host)?.bytes else { return "not an address" }
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        defer { close(descriptor) }
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var storage = sockaddr_storage()
        withUnsafeMutableBytes(of: &storage) { storage in
            // The address lies behind the family and the port, in IPv6 behind the flow label too.
            storage.storeBytes(of: sa_family_t(family), as: sa_family_t.self)
            storage.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
            for (index, byte) in bytes.enumerated() { storage[(bytes.count == 4 ? 4 : 8) + index] = byte }
        }
        let size = bytes.count == 4 ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        let result = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(size)) }
        }
        return result == 0 && listen(descriptor, 1) == 0 ? nil : String(cString: strerror(errno))
    }

    /// The address as a part of a link.
    static func authority(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}

/// The page's address as browsers know it, such as that of a proxy.
struct PageAddress: Hashable {
    /// Whether browsers come by TLS.
    let isSecure: Bool
    /// The host, perhaps with a port.
    let authority: String
    /// The host alone, in lower case.
    let name: String

    /// Reads `https://HOST` or `http://HOST`, perhaps with a port.
    init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        var authority = text.dropFirst(scheme.count).lowercased()
        if authority.hasSuffix("/") { authority.removeLast() }
        var name = authority[...]
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]") {
            guard UInt16(name[name.index(after: colon)...]) != nil else { return nil }
            name = name[..<colon]
        }
        let known = { (letter: Character) in
            letter.isASCII && (letter.isLetter || letter.isNumber || ".-[]:".contains(letter))
        }
        guard !name.isEmpty, name.allSatisfy(known) else { return nil }
        isSecure = scheme == "https://"
        self.authority = authority
        self.name = String(name)
    }
}

/// An address as a number, of IPv4 or IPv6.
struct NumericHost: Hashable {
    /// In network order.
    let bytes: [UInt8]

    init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// The first address of IPv4 by which other machines reach this one; nil if there is none.
    static func ofThisMachine() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, CInt(address.pointee.sa_family) == AF_INET,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & UInt32(IFF_UP) != 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        return nil
    }
}
