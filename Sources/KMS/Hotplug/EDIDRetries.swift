import Mirroring

/// When displays are asked again for their EDID that have not given one: some need a moment after they were plugged in.
struct EDIDRetries {
    private var silent: Set<OutputID> = []
    private var tries = 0

    /// Milliseconds from one try to the next.
    private static let delays: [Int64] = [500, 1000, 2500]

    /// Takes the displays that have no EDID now; returns the microseconds after which to ask again, nil for not at all.
    mutating func next(_ silent: Set<OutputID>) -> Int64? {
        if !silent.isSubset(of: self.silent) { tries = 0 }
        self.silent = silent
        guard !silent.isEmpty, tries < Self.delays.count else { return nil }
        defer { tries += 1 }
        return Self.delays[tries] * 1000
    }
}
