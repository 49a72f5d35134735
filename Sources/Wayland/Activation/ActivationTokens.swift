/// The tokens by which one client lets another take the user's attention.
///
/// A value. Tokens are long random names, so that nobody guesses one; the oldest go when too many are about.
struct ActivationTokens {
    /// So many are kept: who asks for more loses the oldest.
    private static let capacity = 256

    private var valid: [String] = []

    /// A new token; only one that follows from what the user did `mayActivate`.
    mutating func make(mayActivate: Bool) -> String {
        let token = Self.randomName()
        if mayActivate {
            if valid.count == Self.capacity { valid.removeFirst() }
            valid.append(token)
        }
        return token
    }

    /// True for a token that may activate; it can do so once.
    mutating func use(_ token: String) -> Bool {
        guard let index = valid.firstIndex(of: token) else { return false }
        valid.remove(at: index)
        return true
    }

    /// 128 bits from the system's generator, in hexadecimal digits.
    static func randomName() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
