package import Geometry
import Mirroring

extension ControlCommands {
    static let virtualInput: [any ControlCommand.Type] = [
        TouchRequest.self, PointerRequest.self, GestureRequest.self, PenRequest.self, KeyRequest.self,
    ]
}

/// Move a finger on the virtual panel; positions are panel pixels as its user sees them.
package enum TouchRequest: ControlCommand {
    case down(slot: Int32, Point<PanelSpace>)
    case move(slot: Int32, Point<PanelSpace>)
    case up(slot: Int32)
    /// The touch is cancelled.
    case cancel(slot: Int32)

    package static let name = "virtual.touch"
    package static let worksWhileLocked = true

    private enum CodingKeys: String, CodingKey {
        case action, id, x, y
    }

    private enum Action: String, Encodable {
        case down, move, up, cancel
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        let action: Action = try fields.word(.action)
        let slot: Int32 = try fields.integer(.id, in: 0...255, default: 0)
        switch action {
        case .down: self = .down(slot: slot, try fields.point(.x, .y))
        case .move: self = .move(slot: slot, try fields.point(.x, .y))
        case .up: self = .up(slot: slot)
        case .cancel: self = .cancel(slot: slot)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .down(let slot, let point):
            try container.encode([.action: Action.down, .id: slot, .x: point.x, .y: point.y])
        case .move(let slot, let point):
            try container.encode([.action: Action.move, .id: slot, .x: point.x, .y: point.y])
        case .up(let slot): try container.encode([.action: Action.up, .id: slot])
        case .cancel(let slot): try container.encode([.action: Action.cancel, .id: slot])
        }
    }
}

/// Press or release a key of the virtual keyboard by its Linux event code.
package struct KeyRequest: ControlCommand {
    package static let name = "virtual.key"
    package static let worksWhileLocked = true

    package var code: UInt32
    package var pressed: Bool

    private enum CodingKeys: String, CodingKey {
        case code, pressed
    }

    package init(code: UInt32, pressed: Bool) {
        self.code = code
        self.pressed = pressed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        self.init(code: try fields.integer(.code, in: 1...0x2ff), pressed: try fields.value(.pressed))
    }
}
