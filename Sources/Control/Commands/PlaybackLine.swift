package import Mirroring

/// A line sent to the connection that controls a source's timeline.
package struct PlaybackLine: Hashable, Sendable {
    /// The number with which the client acknowledges the line.
    package var number: Int
    package var command: PlaybackCommand

    package init(number: Int, command: PlaybackCommand) {
        self.number = number
        self.command = command
    }
}

extension PlaybackLine: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, number, action, seconds
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decode(Int.self, forKey: .number)
        let action = try container.decode(String.self, forKey: .action)
        switch PiPRequest.Action(rawValue: action) {
        case .skip:
            let seconds = try container.decode(Double.self, forKey: .seconds)
            guard let skip = PlaybackCommand(skipSeconds: seconds) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .seconds, in: container, debugDescription: "farther than a day")
            }
            command = skip
        case .playPause: command = .playPause
        default:
            throw DecodingError.dataCorruptedError(forKey: .action, in: container, debugDescription: action)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode([.type: "playback", .number: number])
        switch command {
        case .skip(let microseconds):
            try container.encode([.action: PiPRequest.Action.skip, .seconds: Double(microseconds) / 1_000_000])
        case .playPause: try container.encode(PiPRequest.Action.playPause, forKey: .action)
        }
    }
}

extension PlaybackCommand {
    /// A skip, positive forward; nil past `PiPRequest.farthestSkip` and for NaN.
    package init?(skipSeconds seconds: Double) {
        let microseconds = (seconds * 1_000_000).rounded()
        guard abs(microseconds) <= Double(PiPRequest.farthestSkip) else { return nil }
        self = .skip(microseconds: Int64(microseconds))
    }
}
