import Geometry
import Mirroring

extension VirtualPlug {
    init(_ fields: RequestFields) throws {
        self.init(
            output: try fields.output(), width: try fields.integer(.width, in: 1...Self.maximumLength),
            height: try fields.integer(.height, in: 1...Self.maximumLength),
            refreshMilliHertz: try fields.integer(
                .refreshMilliHertz, in: 1000...1_000_000, default: Self.defaultRefreshMilliHertz))
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        try container.encode(output, forKey: .name)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(refreshMilliHertz, forKey: .refreshMilliHertz)
    }
}

extension VirtualTouch {
    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        switch ControlRequest.Action(rawValue: name) {
        case .down: self = .down(slot: try Self.slot(fields), try fields.point())
        case .move: self = .move(slot: try Self.slot(fields), try fields.point())
        case .up: self = .up(slot: try Self.slot(fields))
        case .cancel: self = .cancel(slot: try Self.slot(fields))
        default: throw fields.unknown(.action, name)
        }
    }

    private static func slot(_ fields: RequestFields) throws -> Int32 {
        try fields.integer(.id, in: 0...255, default: 0)
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        switch self {
        case .down(let slot, let point):
            try Self.encode(.down, slot, point, to: &container)
        case .move(let slot, let point):
            try Self.encode(.move, slot, point, to: &container)
        case .up(let slot):
            try container.encode(ControlRequest.Action.up.rawValue, forKey: .action)
            try container.encode(slot, forKey: .id)
        case .cancel(let slot):
            try container.encode(ControlRequest.Action.cancel.rawValue, forKey: .action)
            try container.encode(slot, forKey: .id)
        }
    }

    private static func encode(
        _ action: ControlRequest.Action, _ slot: Int32, _ point: Point<PanelSpace>,
        to container: inout KeyedEncodingContainer<RequestKey>
    ) throws {
        try container.encode(action.rawValue, forKey: .action)
        try container.encode(slot, forKey: .id)
        try container.encode(point.x, forKey: .x)
        try container.encode(point.y, forKey: .y)
    }
}

extension VirtualPointer {
    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        switch ControlRequest.Action(rawValue: name) {
        case .move: self = .move(try fields.point())
        case .motion: self = .motion(dx: try fields.number(.dx), dy: try fields.number(.dy))
        case .button: self = .button(try fields.integer(.button, in: 0...0x2ff), pressed: try fields.value(.pressed))
        case .scroll:
            self = .scroll(
                clicksX: try fields.integer(.dx, in: -1000...1000), clicksY: try fields.integer(.dy, in: -1000...1000))
        case .fingerScroll: self = .fingerScroll(dx: try fields.number(.dx), dy: try fields.number(.dy))
        default: throw fields.unknown(.action, name)
        }
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        switch self {
        case .move(let point):
            try container.encode(ControlRequest.Action.move.rawValue, forKey: .action)
            try container.encode(point.x, forKey: .x)
            try container.encode(point.y, forKey: .y)
        case .motion(let dx, let dy):
            try Self.encode(.motion, dx, dy, to: &container)
        case .button(let button, let pressed):
            try container.encode(ControlRequest.Action.button.rawValue, forKey: .action)
            try container.encode(button, forKey: .button)
            try container.encode(pressed, forKey: .pressed)
        case .scroll(let dx, let dy):
            try Self.encode(.scroll, dx, dy, to: &container)
        case .fingerScroll(let dx, let dy):
            try Self.encode(.fingerScroll, dx, dy, to: &container)
        }
    }

    private static func encode(
        _ action: ControlRequest.Action, _ dx: some Encodable, _ dy: some Encodable,
        to container: inout KeyedEncodingContainer<RequestKey>
    ) throws {
        try container.encode(action.rawValue, forKey: .action)
        try container.encode(dx, forKey: .dx)
        try container.encode(dy, forKey: .dy)
    }
}

extension VirtualKey {
    init(_ fields: RequestFields) throws {
        self.init(code: try fields.integer(.code, in: 1...0x2ff), pressed: try fields.value(.pressed))
    }
}
