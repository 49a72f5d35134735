import Geometry
import Mirroring

extension PiPRequest {
    /// The value of `action`.
    enum Action: String {
        case start, stop, toggle, swap, restore, pause, resume, refresh, skip, move, size, hide, show, control
        case onDemand = "on-demand"
        case playPause = "play-pause"
        case acknowledge
    }

    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        guard let action = Action(rawValue: name) else { throw fields.unknown(.action, name) }
        switch action {
        case .start: self = .start(try Self.start(fields))
        case .stop: self = .stop
        case .toggle: self = .toggle(try fields.pipSourceIfPresent())
        case .swap: self = .swap(try fields.pipSource())
        case .restore: self = .restore
        case .pause: self = .update(.paused)
        case .resume: self = .update(.live)
        case .onDemand: self = .update(.onDemand)
        case .refresh: self = .refresh
        case .skip: self = .playback(try Self.skip(fields))
        case .playPause: self = .playback(.playPause)
        case .move: self = .move(try fields.value(.corner))
        case .size:
            let range = 1...VirtualPlug.maximumLength
            self = .size(width: try fields.integer(.width, in: range), height: try fields.integer(.height, in: range))
        case .hide: self = .hide(try fields.container.decodeIfPresent(PiPSide.self, forKey: .side))
        case .show: self = .show
        case .control: self = .control(try fields.pipSource())
        case .acknowledge:
            self = .acknowledge(
                try fields.integer(.number, in: 0...Int.max),
                refusal: try fields.container.decodeIfPresent(String.self, forKey: .error).map {
                    String($0.prefix(200))
                })
        }
    }

    private static func start(_ fields: RequestFields) throws -> PiPStart {
        var start = PiPStart(try fields.pipSource())
        if fields.container.contains(.width) {
            let places = -VirtualPlug.maximumLength...VirtualPlug.maximumLength
            let lengths = 1...VirtualPlug.maximumLength
            start.origin = Rect(
                x: try fields.integer(.x, in: places), y: try fields.integer(.y, in: places),
                width: try fields.integer(.width, in: lengths), height: try fields.integer(.height, in: lengths))
        }
        if fields.container.contains(.timeoutMilliseconds) {
            start.timeoutMicroseconds = try fields.integer(.timeoutMilliseconds, in: 0...longestTimeout) * 1000
        }
        return start
    }

    private static func skip(_ fields: RequestFields) throws -> PlaybackCommand {
        guard let skip = PlaybackCommand(skipSeconds: try fields.number(.seconds)) else {
            throw ControlRequestError("seconds must be -86400 to 86400")
        }
        return skip
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        try container.encode(action.rawValue, forKey: .action)
        switch self {
        case .start(let start): try Self.encode(start, to: &container)
        case .toggle(let source): try container.encodeIfPresent(source, forKey: .source)
        case .swap(let source), .control(let source): try container.encode(source, forKey: .source)
        case .playback(.skip(let microseconds)):
            try container.encode(Double(microseconds) / 1_000_000, forKey: .seconds)
        case .move(let corner): try container.encode(corner, forKey: .corner)
        case .size(let width, let height):
            try container.encode(width, forKey: .width)
            try container.encode(height, forKey: .height)
        case .hide(let side): try container.encodeIfPresent(side, forKey: .side)
        case .acknowledge(let number, let refusal):
            try container.encode(number, forKey: .number)
            try container.encodeIfPresent(refusal, forKey: .error)
        case .stop, .restore, .update, .refresh, .playback(.playPause), .show: break
        }
    }

    private static func encode(_ start: PiPStart, to container: inout KeyedEncodingContainer<RequestKey>) throws {
        try container.encode(start.source, forKey: .source)
        if let origin = start.origin {
            try container.encode(origin.x, forKey: .x)
            try container.encode(origin.y, forKey: .y)
            try container.encode(origin.width, forKey: .width)
            try container.encode(origin.height, forKey: .height)
        }
        try container.encodeIfPresent(start.timeoutMicroseconds.map { $0 / 1000 }, forKey: .timeoutMilliseconds)
    }

    private var action: Action {
        switch self {
        case .start: .start
        case .stop: .stop
        case .toggle: .toggle
        case .swap: .swap
        case .restore: .restore
        case .update(.live): .resume
        case .update(.paused): .pause
        case .update(.onDemand): .onDemand
        case .refresh: .refresh
        case .playback(.skip): .skip
        case .playback(.playPause): .playPause
        case .move: .move
        case .size: .size
        case .hide: .hide
        case .show: .show
        case .control: .control
        case .acknowledge: .acknowledge
        }
    }
}

extension RequestFields {
    fileprivate func pipSource() throws -> PiPSource {
        let text: String = try value(.source)
        guard let source = PiPSource(text) else { throw unknown(.source, text, choices: PiPSource.choices) }
        return source
    }

    fileprivate func pipSourceIfPresent() throws -> PiPSource? {
        try container.decodeIfPresent(String.self, forKey: .source) == nil ? nil : try pipSource()
    }
}
