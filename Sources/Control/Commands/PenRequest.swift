package import Geometry
package import Mirroring

/// Move a tool on the virtual panel; positions are panel pixels as its user sees them.
package enum PenRequest: ControlCommand {
    case near(TabletTool.Kind, Point<PanelSpace>, ToolAxes)
    case move(Point<PanelSpace>, ToolAxes)
    case down(Point<PanelSpace>, ToolAxes)
    case up
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    case away

    package static let name = "virtual.pen"
    package static let worksWhileLocked = true

    private enum CodingKeys: String, CodingKey {
        case action, tool, x, y, pressure, distance, rotation, slider, button, pressed
        case tiltX = "tilt_x"
        case tiltY = "tilt_y"
    }

    private enum Action: String, Encodable {
        case near, move, down, up, button, away
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        switch try fields.word(.action, as: Action.self) {
        case .near: self = .near(try fields.word(.tool), try fields.point(.x, .y), try Self.axes(fields))
        case .move: self = .move(try fields.point(.x, .y), try Self.axes(fields))
        case .down: self = .down(try fields.point(.x, .y), try Self.axes(fields))
        case .up: self = .up
        case .button: self = .button(try fields.integer(.button, in: 0...0x2ff), pressed: try fields.value(.pressed))
        case .away: self = .away
        }
    }

    private static func axes(_ fields: RequestFields<CodingKeys>) throws -> ToolAxes {
        ToolAxes(
            pressure: try fields.number(.pressure, default: 0), distance: try fields.number(.distance, default: 0),
            tiltX: try fields.number(.tiltX, default: 0), tiltY: try fields.number(.tiltY, default: 0),
            rotation: try fields.number(.rotation, default: 0), slider: try fields.number(.slider, default: 0)
        ).bounded
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        func encode(_ action: Action, _ point: Point<PanelSpace>, _ axes: ToolAxes) throws {
            try container.encode([
                .action: action, .x: point.x, .y: point.y, .pressure: axes.pressure, .distance: axes.distance,
                .tiltX: axes.tiltX, .tiltY: axes.tiltY, .rotation: axes.rotation, .slider: axes.slider,
            ])
        }
        switch self {
        case .near(let kind, let point, let axes):
            try encode(.near, point, axes)
            try container.encode(kind, forKey: .tool)
        case .move(let point, let axes): try encode(.move, point, axes)
        case .down(let point, let axes): try encode(.down, point, axes)
        case .up: try container.encode(Action.up, forKey: .action)
        case .button(let button, let pressed):
            try container.encode([.action: Action.button, .button: button, .pressed: pressed])
        case .away: try container.encode(Action.away, forKey: .action)
        }
    }
}
