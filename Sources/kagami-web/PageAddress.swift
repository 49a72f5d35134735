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
