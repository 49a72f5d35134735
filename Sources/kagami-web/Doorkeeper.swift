import Runtime

/// Decides who gets in: the names that the page answers to, tokens that let one browser in, and the browsers that are in.
struct Doorkeeper {
    /// What a browser may do.
    enum Access: String, Hashable {
        /// See the screens, the state and events.
        case view
        /// Do the same, and use and change everything that the page offers.
        case full
    }

    private struct Invitation {
        let access: Access
        /// In microseconds of CLOCK_BOOTTIME: an invitation ends while the machine sleeps, too. Nil for one that stays valid until it is used.
        let end: Int64?
    }

    /// Names beside numeric addresses that may be in a request's Host.
    private let names: Set<String>
    private var invitations: [String: Invitation] = [:]
    private var browsers: [String: Access] = [:]
    /// The browsers' secrets, oldest first.
    private var order: [String] = []

    /// The most open invitations, and the most browsers that are in; with one more the oldest goes.
    static let limit = 64
    /// How long an invitation from the page is good for.
    static let patience: Int64 = 600_000_000

    init(names: [String]) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"])
    }

    /// A new token that lets one browser in.
    mutating func invite(_ access: Access, until end: Int64?, now: Int64) -> String {
        invitations = invitations.filter { $0.value.end.map { $0 > now } ?? true }
        if invitations.count >= Self.limit,
            let first = invitations.min(by: { $0.value.end ?? .max < $1.value.end ?? .max })
        {
            invitations[first.key] = nil
        }
        let token = Self.secret()
        invitations[token] = Invitation(access: access, end: end)
        return token
    }

    /// Uses a token up; the secret by which the browser is known from now on, or nil if the token is not good.
    mutating func enter(_ token: String, now: Int64) -> String? {
        guard let invitation = invitations.removeValue(forKey: token), invitation.end.map({ $0 > now }) ?? true else {
            return nil
        }
        if order.count >= Self.limit { browsers[order.removeFirst()] = nil }
        let secret = Self.secret()
        browsers[secret] = invitation.access
        order.append(secret)
        return secret
    }

    /// What the browser with this secret may do; nil for a stranger.
    func access(of secret: String) -> Access? { browsers[secret] }

    /// Whether a request's Host is one of this page's own.
    ///
    /// A foreign page can make a name of its own lead here, but no number.
    func isOwn(host: String) -> Bool {
        InternetAddress(host, usualPort: 80) != nil || Self.name(in: host).map(names.contains) ?? false
    }

    /// The name in a text that may have a port, in small letters; nil if what follows the colon is no port.
    private static func name(in text: String) -> String? {
        let parts = text.lowercased().split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count < 2 || UInt16(parts[1]) != nil else { return nil }
        return String(parts[0])
    }

    /// Whether a request comes from this very page: its Origin is the Host that it asks.
    func isOwn(origin: String, host: String) -> Bool {
        isOwn(host: host) && ["http://", "https://"].contains { origin.lowercased() == $0 + host.lowercased() }
    }

    /// 128 bits of the system's random numbers.
    private static func secret() -> String {
        (0..<4).map { _ in
            let digits = String(UInt32.random(in: .min ... .max), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}

/// The value of a cookie in a request's header; nil if there is none of that name.
func cookie(_ name: String, in header: String) -> String? {
    for pair in header.split(separator: ";") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
    }
    return nil
}
