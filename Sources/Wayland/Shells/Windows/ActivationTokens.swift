import WaylandBinding

/// The tokens by which one client lets another take the user's attention.
///
/// A value. Tokens are long random names that cannot be guessed; beyond `capacity` the oldest are dropped.
struct ActivationTokens {
    /// The number of tokens kept.
    private static let capacity = 256

    private var valid: [String] = []

    /// Makes a token. It `mayActivate` only if it follows from a user action.
    mutating func make(mayActivate: Bool) -> String {
        let token = WireString.randomName()
        if mayActivate {
            if valid.count == Self.capacity { valid.removeFirst() }
            valid.append(token)
        }
        return token
    }

    /// Uses up a token; returns whether it may activate a window.
    mutating func use(_ token: String) -> Bool {
        guard let index = valid.firstIndex(of: token) else { return false }
        valid.remove(at: index)
        return true
    }
}
