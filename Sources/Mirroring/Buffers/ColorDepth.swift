/// Bits of each colour.
package enum ColorDepth: Int, Hashable, Sendable, CaseIterable {
    case eight = 8
    case ten = 10
}
