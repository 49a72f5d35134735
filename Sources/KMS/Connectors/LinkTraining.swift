import Mirroring

/// Decides what to do about displays whose links were lost: a link that is lost again and again cannot be trained.
struct LinkTraining {
    enum Step {
        case train
        /// The link has been trained in vain.
        case giveUp
    }

    private var attempts: [OutputID: [Timestamp]] = [:]

    /// Notes that a link is found lost.
    mutating func lost(_ id: OutputID, at now: Timestamp) -> Step {
        let recent = attempts[id, default: []].filter { now.microseconds - $0.microseconds < Self.memory }
        guard recent.count < Self.maximumAttempts else {
            attempts[id] = nil
            return .giveUp
        }
        attempts[id] = recent + [now]
        return .train
    }

    private static let maximumAttempts = 3
    /// Losses that are further apart, in microseconds, have nothing to do with each other: somebody moves the cable.
    private static let memory: Int64 = 10_000_000
}
