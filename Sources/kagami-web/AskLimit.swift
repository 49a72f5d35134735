/// How often strangers may ask at the panel, whose user is not to be pestered: a few times an hour for each address, and all of them
/// together.
struct AskLimit {
    private var questions: [(peer: String, time: Int64)] = []

    static let mostOfPeer = 5
    static let mostOfAll = 20
    private static let hour: Int64 = 3_600_000_000

    /// Counts a question of an address; false if it is one too many.
    mutating func admits(_ peer: String, now: Int64) -> Bool {
        questions.removeAll { now - $0.time >= Self.hour }
        guard questions.count < Self.mostOfAll, questions.count(where: { $0.peer == peer }) < Self.mostOfPeer else {
            return false
        }
        questions.append((peer, now))
        return true
    }
}
