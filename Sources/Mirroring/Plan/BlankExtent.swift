/// Which screens are blanked.
package enum BlankExtent: String, Hashable, Sendable, Codable, CaseIterable {
    case all, external
}
