import Geometry
import Mirroring

extension VirtualPen {
    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        switch ControlRequest.Action(rawValue: name) {
        case .near:
            let kindName: String = try fields.value(.tool)
            guard let kind = TabletTool.Kind(rawValue: kindName) else { throw fields.unknown(.tool, kindName) }
            self = .near(kind, try fields.point(), try Self.axes(fields))
        case .move: self = .move(try fields.point(), try Self.axes(fields))
        case .down: self = .down(try fields.point(), try Self.axes(fields))
        case .up: self = .up
        case .button: self = .button(try fields.integer(.button, in: 0...0x2ff), pressed: try fields.value(.pressed))
        case .away: self = .away
        default: throw fields.unknown(.action, name)
        }
    }

    private static func axes(_ fields: RequestFields) throws -> ToolAxes {
        ToolAxes(
            pressure: try fields.number(.pressure, default: 0), distance: try fields.number(.distance, default: 0),
            tiltX: try fields.number(.tiltX, default: 0), tiltY: try fields.number(.tiltY, default: 0),
            rotation: try fields.number(.rotation, default: 0), slider: try fields.number(.slider, default: 0)
        ).bounded
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        switch self {
        case .near(let kind, let point, let axes):
            try Self.encode(.near, point, axes, to: &container)
            try container.encode(kind, forKey: .tool)
        case .move(let point, let axes): try Self.encode(.move, point, axes, to: &container)
        case .down(let point, let axes): try Self.encode(.down, point, axes, to: &container)
        case .up: try container.encode(ControlRequest.Action.up.rawValue, forKey: .action)
        case .button(let button, let pressed):
            try container.encode(ControlRequest.Action.button.rawValue, forKey: .action)
            try container.encode(button, forKey: .button)
            try container.encode(pressed, forKey: .pressed)
        case .away: try container.encode(ControlRequest.Action.away.rawValue, forKey: .action)
        }
    }

    private static func encode(
        _ action: ControlRequest.Action, _ point: Point<PanelSpace>, _ axes: ToolAxes,
        to container: inout KeyedEncodingContainer<RequestKey>
    ) throws {
        try container.encode(action.rawValue, forKey: .action)
        try container.encode(point.x, forKey: .x)
        try container.encode(point.y, forKey: .y)
        try container.encode(axes.pressure, forKey: .pressure)
        try container.encode(axes.distance, forKey: .distance)
        try container.encode(axes.tiltX, forKey: .tiltX)
        try container.encode(axes.tiltY, forKey: .tiltY)
        try container.encode(axes.rotation, forKey: .rotation)
        try container.encode(axes.slider, forKey: .slider)
    }
}
