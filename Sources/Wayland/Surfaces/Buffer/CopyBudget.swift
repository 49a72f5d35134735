import WaylandBinding

/// Limits the memory for copies of one client's destroyed buffers, and for films' pictures that were converted.
///
/// A client's own memory costs nothing until it is touched, but a copy does: a hostile client could otherwise exhaust
/// the server's memory.
final class CopyBudget {
    /// Several frames of 3840x2160: far more than an honest client uses.
    static let bytes = 256 << 20

    private var left = CopyBudget.bytes

    /// The client's budget.
    static func of(_ client: Client) -> CopyBudget {
        if let known = client.attachments[CopyBudget.self] { return known }
        let budget = CopyBudget()
        client.attachments[CopyBudget.self] = budget
        return budget
    }

    /// Reserves a part of the budget; nil when too little is left.
    func take(_ bytes: Int) -> Share? {
        guard bytes <= left else { return nil }
        left -= bytes
        return Share(budget: self, bytes: bytes)
    }

    /// A reserved part, returned when released.
    final class Share {
        private let budget: CopyBudget
        private let bytes: Int

        fileprivate init(budget: CopyBudget, bytes: Int) {
            self.budget = budget
            self.bytes = bytes
        }

        deinit {
            budget.left += bytes
        }
    }
}
