import Geometry
package import Mirroring

/// A request for picture in picture.
package enum PiPRequest: Hashable, Sendable {
    /// Start a picture; answered when it is shown or has failed.
    case start(PiPStart)
    /// Stop the picture; answered when it is gone, or at once without a picture.
    case stop
    case toggle(PiPSource?)
    /// Show another source in the same place.
    case swap(PiPSource)
    /// Return the source to full view.
    case restore
    /// Set when the picture is redrawn: always, never or on demand.
    case update(PiPUpdates)
    /// Redraw the picture once.
    case refresh
    case playback(PlaybackCommand)
    case move(PiPCorner)
    /// Resize to the largest picture that fits this size.
    case size(width: Int, height: Int)
    /// Hide the picture past a side edge, by default the nearest one.
    case hide(PiPSide?)
    case show
    /// Make this connection the controller of the source's timeline; requests are sent to it as `PlaybackLine`.
    case control(PiPSource)
    /// Answer a `PlaybackLine`; the text is the reason for a refusal.
    case acknowledge(Int, refusal: String?)

    /// The longest skip in either direction, in microseconds: a day.
    package static let farthestSkip: Int64 = 86_400_000_000
    /// The longest timeout of a start, in milliseconds: an hour.
    package static let longestTimeout: Int64 = 3_600_000
}

/// A line sent to the connection that controls a source's timeline.
package struct PlaybackLine: Hashable, Sendable {
    /// The number that acknowledges the line.
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
    /// A skip, positive forward; nil past `PiPRequest.farthestSkip` and for NaN.
    package init?(skipSeconds seconds: Double) {
        let microseconds = (seconds * 1_000_000).rounded()
        guard abs(microseconds) <= Double(PiPRequest.farthestSkip) else { return nil }
        self = .skip(microseconds: Int64(microseconds))
    }
}
