import Mirroring

/// When the user is asked which display shows the content: one was plugged in beside the present external, and the
/// configuration names none.
struct ExternalQuestion: Hashable, Sendable {
    private var known: Set<OutputID>?

    init() {}

    /// Takes the displays that can show the content, and the one that does; true where the user is to be asked.
    mutating func follow(
        _ candidates: [OutputID], external: OutputID?, _ configuration: ExternalConfiguration
    ) -> Bool {
        let before = known
        known = Set(candidates)
        // What is there when the service starts has not been plugged in.
        guard let before, let external, configuration.policy == .ask else { return false }
        if let preferred = configuration.output, candidates.contains(preferred) { return false }
        return candidates.contains { $0 != external && !before.contains($0) }
    }
}
