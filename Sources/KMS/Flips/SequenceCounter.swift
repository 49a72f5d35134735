/// Carries a 32-bit count of vertical blanks on to 64 bits.
struct SequenceCounter: Hashable, Sendable {
    private var last: UInt64 = 0

    init() {}

    /// The full count whose low half is `low`, the nearest one not before the last.
    mutating func extend(_ low: UInt32) -> UInt64 {
        last &+= UInt64(low &- UInt32(truncatingIfNeeded: last))
        return last
    }
}
