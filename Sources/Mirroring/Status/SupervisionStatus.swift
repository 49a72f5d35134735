/// The hosted application as a program that is supervised.
package struct SupervisionStatus: Hashable, Sendable {
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        case running
        /// It has ended and will be started again.
        case waiting
        /// It has ended and is started again only by hand.
        case gaveUp = "gave-up"
    }

    /// The program, as it was given.
    package var program: String
    package var state: State
    /// Nil unless it is running.
    package var pid: Int?
    /// Starts after the first, automatic and by hand, including the one that is waited for.
    package var restarts: Int
    /// How the last run ended; nil before the first end.
    package var lastEnd: ProgramEnd?

    package init(program: String, state: State, pid: Int? = nil, restarts: Int = 0, lastEnd: ProgramEnd? = nil) {
        self.program = program
        self.state = state
        self.pid = pid
        self.restarts = restarts
        self.lastEnd = lastEnd
    }
}
