/// How much of our memory the pictures of one client's destroyed buffers may take.
///
/// A client's own memory costs nothing until it is touched; a copy of it would, and a hostile client could have us
/// copy until there is no more.
final class CopyBudget {
    /// Some frames of 3840x2160: far more than a client has in use that is not hostile.
    static let bytes = 256 << 20

    private var left = CopyBudget.bytes

    /// Takes a part of the budget, or nil when there is too little left.
    func take(_ bytes: Int) -> Share? {
        guard bytes <= left else { return nil }
        left -= bytes
        return Share(budget: self, bytes: bytes)
    }

    /// A part taken, given back when it is released.
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
