/// Which sink PipeWire sends sound to.
struct SoundChoice: Equatable {
    /// The sink that the user, or somebody for the user, has chosen; nil where PipeWire chooses by itself.
    var configured: String?
    /// The one in force; nil where there is none.
    var current: String?
}

/// Where sound is to go: to the external's sink while that has one, and to the former one after that.
///
/// What the user chooses meanwhile stays.
struct SoundRoute: Equatable {
    /// What is to be done with the user's choice of a sink.
    enum Action: Equatable {
        /// Sets the choice to a sink, by its name.
        case choose(String)
        /// Takes the choice back: PipeWire chooses by itself, and keeps to the sink in force as long as that is there.
        case forget
    }

    private struct Moved: Equatable {
        var sink: String
        let former: SoundChoice
        /// What PipeWire may still say is chosen until it has heard of this sink.
        var outdated: Set<String?>
    }

    private var moved: Moved?
    /// PipeWire may have forgotten the choice.
    private var isUnsure = false
    /// The sink that sound was sent to when the user chose another one.
    private var overruled: String?

    /// The sink that sound is sent to for the external; nil while it goes where it always goes.
    var sink: String? { moved?.sink }

    /// Follows the external's sink (nil for none) and PipeWire's.
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

    /// PipeWire has gone: it may come back without the choice.
    mutating func lost() {
        isUnsure = true
        if let former = moved?.former.configured {
            moved?.outdated.formUnion([nil, former])
        } else {
            moved?.outdated = [nil]
        }
    }

    /// Sends sound back to where it was.
    mutating func end() -> [Action] {
        guard let moved else { return [] }
        self.moved = nil
        if let sink = moved.former.configured { return [.choose(sink)] }
        return [moved.former.current.map(Action.choose), .forget].compactMap(\.self)
    }
}
