import Mirroring

/// Which stages a user who does nothing has reached.
///
/// Each stage has its own delay, so that their order is the configuration's. A stage is entered once until the user is
/// back, except that what was undone without the user is entered again with the next stage.
struct IdleStages: Hashable, Sendable {
    /// Seconds by stage; without the stages that never come.
    private let delays: [IdleStage: Int]
    private(set) var reached: Set<IdleStage> = []
    /// Some stage has been entered since the user last did something.
    private var hasBegun = false
    private var hasRunCommand = false

    init(_ configuration: IdleConfiguration) {
        let all: [IdleStage: Int] = [
            .dim: configuration.dimAfterSeconds, .panelOff: configuration.panelOffAfterSeconds,
            .externalOff: configuration.externalOffAfterSeconds, .blank: configuration.blankAfterSeconds,
            .command: configuration.command.isEmpty ? 0 : configuration.commandAfterSeconds,
        ]
        delays = all.filter { $0.value > 0 }
    }

    /// The idle times after which there is something to do, in seconds, each once and in order.
    var alarms: [Int] { Set(delays.values).sorted() }

    /// The user has done nothing for so long; returns the stages entered by that, in the order in which they were due.
    mutating func idle(forSeconds seconds: Int) -> [IdleStage] {
        let due = IdleStage.allCases.filter { stage in
            guard let delay = delays[stage], delay <= seconds, !reached.contains(stage) else { return false }
            return stage != .command || !hasRunCommand
        }
        reached.formUnion(due)
        if !due.isEmpty { hasBegun = true }
        if due.contains(.command) { hasRunCommand = true }
        return due.sorted { (delays[$0] ?? 0, $0.rank) < (delays[$1] ?? 0, $1.rank) }
    }

    /// Everything is to be seen again although the user has done nothing: the command is not run again.
    mutating func interrupt() {
        reached = []
    }

    /// The user is back; returns whether any stage had been entered.
    mutating func end() -> Bool {
        defer { self = IdleStages(delays: delays) }
        return hasBegun
    }

    private init(delays: [IdleStage: Int]) {
        self.delays = delays
    }
}

extension IdleStage {
    /// The place among stages that are due at the same time.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
