/// The sink that PipeWire sends sound to.
struct SoundChoice: Equatable {
    /// The sink that the user has chosen, or that was chosen for the user; nil if PipeWire chooses itself.
    var configured: String?
    /// The sink in force; nil if there is none.
    var current: String?
}

/// Decides where sound goes: to the external's sink while it has one, and afterwards to the former sink.
///
/// A choice that the user makes meanwhile stays.
struct SoundRoute: Equatable {
    /// A change of the user's choice of a sink.
    enum Action: Equatable {
        /// Sets the choice to a sink, by its name.
        case choose(String)
        /// Removes the choice: PipeWire chooses itself, and keeps the sink in force as long as it exists.
        case forget
    }

    private struct Moved: Equatable {
        var sink: String
        let former: SoundChoice
        /// The choices that PipeWire may still report until it has taken over this sink.
        var outdated: Set<String?>
    }

    private var moved: Moved?
    /// Whether PipeWire may have forgotten the choice.
    private var isUnsure = false
    /// The sink that sound was sent to when the user chose another.
    private var overruled: String?

    /// The sink that sound is sent to for the external; nil while sound goes where it usually goes.
    var sink: String? { moved?.sink }

    /// Follows the external's sink (nil for none) and PipeWire's choice.
    mutating func follow(_ wanted: String?, _ choice: SoundChoice) -> [Action] {
        if isUnsure {
            isUnsure = false
            if let moved, moved.sink == wanted, [nil, moved.former.configured].contains(choice.configured) {
                return [.choose(moved.sink)]
            }
        }
        if let sink = moved?.sink {
            if choice.configured == sink {
                moved?.outdated = []
            } else if moved?.outdated.contains(choice.configured) == false {
                overruled = sink
                moved = nil
            }
        }
        if wanted != overruled { overruled = nil }
        guard let wanted else { return end() }
        guard overruled == nil, moved?.sink != wanted else { return [] }
        if moved == nil, wanted == choice.configured ?? choice.current { return [] }
        let former = moved?.former ?? choice
        let outdated = (moved?.outdated ?? []).union([former.configured, moved?.sink ?? former.configured])
        moved = Moved(sink: wanted, former: former, outdated: outdated)
        return [.choose(wanted)]
    }

    /// Records that PipeWire has gone, and may return without the choice.
    mutating func lost() {
        isUnsure = true
        if let former = moved?.former.configured {
            moved?.outdated.formUnion([nil, former])
        } else {
            moved?.outdated = [nil]
        }
    }

    /// Sends sound back to the former sink.
    mutating func end() -> [Action] {
        guard let moved else { return [] }
        self.moved = nil
        if let sink = moved.former.configured { return [.choose(sink)] }
        return [moved.former.current.map(Action.choose), .forget].compactMap(\.self)
    }
}
