import Glibc
import Runtime

extension InternetAddress {
    /// Why nothing can listen at the address; nil if something can.
    var refusal: String? {
        let isFour = bytes.count == 4
        let family = isFour ? AF_INET : AF_INET6
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
            for (index, byte) in bytes.enumerated() { storage[(isFour ? 4 : 8) + index] = byte }
        }
        let size = isFour ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
        let result = withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(size)) }
        }
        return result == 0 && listen(descriptor, 1) == 0 ? nil : String(cString: strerror(errno))
    }

    /// The first address of IPv4 by which other machines reach this one; nil if there is none.
    static func ofThisMachine(port: UInt16) -> InternetAddress? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, CInt(address.pointee.sa_family) == AF_INET,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & UInt32(IFF_UP) != 0
            else { continue }
            let host = host(of: address, socklen_t(MemoryLayout<sockaddr_in>.size))
            if let host { return InternetAddress(host, usualPort: port) }
        }
        return nil
    }

    /// The numeric address in a socket's address; nil if it has none.
    static func host(of address: UnsafePointer<sockaddr>, _ size: socklen_t) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        let host = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        // A socket for all addresses has those of IPv4 as a part of IPv6.
        let mapped = "::ffff:"
        return host.hasPrefix(mapped) && host.contains(".") ? String(host.dropFirst(mapped.count)) : host
    }
}
