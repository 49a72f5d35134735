import Geometry
import Mirroring

/// What is asked of the picture in picture.
package enum PiPRequest: Hashable, Sendable {
    /// Answered when it is shown, or has failed.
    case start(PiPStart)
    /// Answered when it is gone; also when there was none.
    case stop
    case toggle(PiPSource?)
    /// Another source in the same place.
    case swap(PiPSource)
    /// The source takes its full place again.
    case restore
    /// The picture is redrawn whenever its source changes, no longer, or when asked.
    case update(PiPUpdates)
    /// Draw it anew once.
    case refresh
    case playback(PlaybackCommand)
    case move(PiPCorner)
    /// The largest picture that fits.
    case size(width: Int, height: Int)
    /// Past a side edge, the nearest one if none is named.
    case hide(PiPSide?)
    case show
    /// From now on this connection is sent what is asked of the source's timeline, as `PlaybackLine`.
    case control(PiPSource)
    /// Answers a `PlaybackLine`; the text says why the source would not.
    case acknowledge(Int, refusal: String?)

    /// How far a request can skip, in microseconds either way: a day.
    package static let farthestSkip: Int64 = 86_400_000_000
    /// How long a start may be told to wait, in milliseconds: an hour.
    package static let longestTimeout: Int64 = 3_600_000
}

/// A line that is sent to the connection that controls a source's timeline.
package struct PlaybackLine: Hashable, Sendable {
    /// To acknowledge it by.
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
        try container.encode("playback", forKey: .type)
        try container.encode(number, forKey: .number)
        switch command {
        case .skip(let microseconds):
            try container.encode(PiPRequest.Action.skip.rawValue, forKey: .action)
            try container.encode(Double(microseconds) / 1_000_000, forKey: .seconds)
        case .playPause:
            try container.encode(PiPRequest.Action.playPause.rawValue, forKey: .action)
        }
    }
}

extension PlaybackCommand {
    /// A skip, positive forward; nil past `PiPRequest.farthestSkip` and for what is no number.
    package init?(skipSeconds seconds: Double) {
        let microseconds = (seconds * 1_000_000).rounded()
        guard abs(microseconds) <= Double(PiPRequest.farthestSkip) else { return nil }
        self = .skip(microseconds: Int64(microseconds))
    }
}
