/// Which screens are black, whatever they would show.
package enum BlankExtent: String, Hashable, Sendable, Codable, CaseIterable {
    case all, external
}
