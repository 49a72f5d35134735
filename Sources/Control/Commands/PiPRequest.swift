import Geometry
package import Mirroring

extension ControlCommands {
    static let pip: [any ControlCommand.Type] = [PiPRequest.self]
}

/// Start, stop or change the picture in picture.
package enum PiPRequest: ControlCommand {
    /// Start a picture; answered when it is shown or has failed.
    case start(PiPStart)
    /// Stop the picture; answered when it is gone, or at once without a picture.
    case stop
    case toggle(PiPSource?)
    /// Start a picture whenever the content leaves the panel's foreground, or do not.
    case automatic(Bool)
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

    package static let name = "pip"
    /// The longest skip in either direction, in microseconds: a day.
    package static let farthestSkip: Int64 = 86_400_000_000
    /// The longest timeout of a start, in milliseconds: an hour.
    package static let longestTimeout: Int64 = 3_600_000
}

/// An object with `action` and its own keys.
extension PiPRequest {
    private enum CodingKeys: String, CodingKey {
        case action, enabled, source, x, y, width, height, seconds, corner, side, number, error
        case timeoutMilliseconds = "timeout_ms"
    }

    /// The value of `action`.
    enum Action: String, Encodable {
        case start, stop, toggle, swap, restore, pause, resume, refresh, skip, move, size, hide, show, control
        case automatic = "auto"
        case onDemand = "on-demand"
        case playPause = "play-pause"
        case acknowledge
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        switch try fields.word(.action, as: Action.self) {
        case .start: self = .start(try Self.start(fields))
        case .stop: self = .stop
        case .toggle: self = .toggle(try Self.optionalSource(fields))
        case .automatic: self = .automatic(try fields.value(.enabled))
        case .swap: self = .swap(try Self.source(fields))
        case .restore: self = .restore
        case .pause: self = .update(.paused)
        case .resume: self = .update(.live)
        case .onDemand: self = .update(.onDemand)
        case .refresh: self = .refresh
        case .skip: self = .playback(try Self.skip(fields))
        case .playPause: self = .playback(.playPause)
        case .move: self = .move(try fields.value(.corner))
        case .size:
            let range = 1...PlugRequest.maximumLength
            self = .size(width: try fields.integer(.width, in: range), height: try fields.integer(.height, in: range))
        case .hide: self = .hide(try fields.optional(.side))
        case .show: self = .show
        case .control: self = .control(try Self.source(fields))
        case .acknowledge:
            self = .acknowledge(
                try fields.integer(.number, in: 0...Int.max),
                refusal: try fields.optional(.error, as: String.self).map { String($0.prefix(200)) })
        }
    }

    private static func start(_ fields: RequestFields<CodingKeys>) throws -> PiPStart {
        var start = PiPStart(try Self.source(fields))
        if fields.contains(.width) {
            let places = -PlugRequest.maximumLength...PlugRequest.maximumLength
            let lengths = 1...PlugRequest.maximumLength
            start.origin = Rect(
                x: try fields.integer(.x, in: places), y: try fields.integer(.y, in: places),
                width: try fields.integer(.width, in: lengths), height: try fields.integer(.height, in: lengths))
        }
        if fields.contains(.timeoutMilliseconds) {
            start.timeoutMicroseconds = try fields.integer(.timeoutMilliseconds, in: 0...longestTimeout) * 1000
        }
        return start
    }

    private static func skip(_ fields: RequestFields<CodingKeys>) throws -> PlaybackCommand {
        guard let skip = PlaybackCommand(skipSeconds: try fields.number(.seconds)) else {
            throw ControlRequestError("seconds must be -86400 to 86400")
        }
        return skip
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let form = form
        try container.encode(form.action, forKey: .action)
        try container.encodePresent(form.fields)
    }

    /// The value of `action`, and the other keys.
    private var form: (action: Action, fields: KeyValuePairs<CodingKeys, (any Encodable)?>) {
        switch self {
        case .start(let start):
            let (origin, timeout) = (start.origin, start.timeoutMicroseconds)
            return (
                .start,
                [
                    .source: start.source, .x: origin?.x, .y: origin?.y, .width: origin?.width,
                    .height: origin?.height, .timeoutMilliseconds: timeout.map { $0 / 1000 },
                ]
            )
        case .stop: return (.stop, [:])
        case .toggle(let source): return (.toggle, [.source: source])
        case .automatic(let enabled): return (.automatic, [.enabled: enabled])
        case .swap(let source): return (.swap, [.source: source])
        case .restore: return (.restore, [:])
        case .update(.live): return (.resume, [:])
        case .update(.paused): return (.pause, [:])
        case .update(.onDemand): return (.onDemand, [:])
        case .refresh: return (.refresh, [:])
        case .playback(.skip(let microseconds)): return (.skip, [.seconds: Double(microseconds) / 1_000_000])
        case .playback(.playPause): return (.playPause, [:])
        case .move(let corner): return (.move, [.corner: corner])
        case .size(let width, let height): return (.size, [.width: width, .height: height])
        case .hide(let side): return (.hide, [.side: side])
        case .show: return (.show, [:])
        case .control(let source): return (.control, [.source: source])
        case .acknowledge(let number, let refusal): return (.acknowledge, [.number: number, .error: refusal])
        }
    }

    private static func source(_ fields: RequestFields<CodingKeys>) throws -> PiPSource {
        let text: String = try fields.value(.source)
        guard let source = PiPSource(text) else { throw fields.unknown(.source, text, choices: PiPSource.choices) }
        return source
    }

    private static func optionalSource(_ fields: RequestFields<CodingKeys>) throws -> PiPSource? {
        try fields.optional(.source, as: String.self) == nil ? nil : try source(fields)
    }
}
