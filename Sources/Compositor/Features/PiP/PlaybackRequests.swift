import Mirroring

/// The playback requests that a source has not acknowledged yet.
///
/// Every request ends exactly once: acknowledged, timed out, or with its source.
struct PlaybackRequests {
    /// An action for a playback request.
    enum Action: Hashable, Sendable {
        /// Send the command under this number, and call `timedOut` with it after the configured time.
        case send(Int, PlaybackCommand)
        case complete(PiPToken, PlaybackOutcome)
    }

    private var waiting: [Int: PiPToken] = [:]
    private var count = 0

    init() {}

    /// Takes a request for a source that has a timeline.
    mutating func ask(_ command: PlaybackCommand, _ token: PiPToken) -> [Action] {
        count += 1
        waiting[count] = token
        return [.send(count, command)]
    }

    /// Takes the source's answer; an answer that nobody waits for is ignored.
    mutating func acknowledged(_ number: Int, refusal: String?) -> [Action] {
        end(number, refusal.map(PlaybackOutcome.refused) ?? .done)
    }

    mutating func timedOut(_ number: Int) -> [Action] {
        end(number, .failed(.timedOut))
    }

    /// Fails all requests: nobody is left to answer them.
    mutating func sourceGone() -> [Action] {
        waiting.keys.sorted().flatMap { end($0, .failed(.sourceGone)) }
    }

    private mutating func end(_ number: Int, _ outcome: PlaybackOutcome) -> [Action] {
        waiting.removeValue(forKey: number).map { [.complete($0, outcome)] } ?? []
    }
}
