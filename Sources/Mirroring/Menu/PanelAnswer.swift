/// How a question at the panel ended.
package enum PanelAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    case allowed
    case refused
    /// The time was over, the menu was closed, or something else came first.
    case unanswered
}
