import Mirroring

/// Remembers hints for as long as the test lives.
final class FakeHints: HintPort {
    var learned: Set<Hint> = []

    func load() -> Set<Hint> { learned }
    func save(_ learned: Set<Hint>) { self.learned = learned }
}
