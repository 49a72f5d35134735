/// Extends a 32-bit vertical blank count to 64 bits.
struct SequenceCounter: Hashable, Sendable {
    private var last: UInt64 = 0

    init() {}

    /// The smallest full count with low half `low` that is not less than the last one.
    mutating func extend(_ low: UInt32) -> UInt64 {
        last &+= UInt64(low &- UInt32(truncatingIfNeeded: last))
        return last
    }
}
