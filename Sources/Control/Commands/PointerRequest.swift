package import Geometry
package import Mirroring

/// Move the virtual panel's mouse, press its buttons or turn its wheel.
package enum PointerRequest: ControlCommand {
    /// To a point of the panel, in panel pixels as its user sees them.
    case move(Point<PanelSpace>)
    /// By a distance in pixels.
    case motion(dx: Double, dy: Double)
    /// A button by its Linux event code.
    case button(UInt32, pressed: Bool)
    /// The wheel turns by whole clicks, positive right and down.
    case scroll(clicksX: Int, clicksY: Int)
    /// Two fingers scroll by pixels, positive right and down; a zero movement lifts them.
    case fingerScroll(dx: Double, dy: Double)

    package static let name = "virtual.pointer"
    package static let worksWhileLocked = true

    private enum CodingKeys: String, CodingKey {
        case action, x, y, dx, dy, button, pressed
    }

    private enum Action: String, Encodable {
        case move, motion, button, scroll
        case fingerScroll = "finger-scroll"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        switch try fields.word(.action, as: Action.self) {
        case .move: self = .move(try fields.point(.x, .y))
        case .motion: self = .motion(dx: try fields.number(.dx), dy: try fields.number(.dy))
        case .button: self = .button(try fields.integer(.button, in: 0...0x2ff), pressed: try fields.value(.pressed))
        case .scroll:
            self = .scroll(
                clicksX: try fields.integer(.dx, in: -1000...1000), clicksY: try fields.integer(.dy, in: -1000...1000))
        case .fingerScroll: self = .fingerScroll(dx: try fields.number(.dx), dy: try fields.number(.dy))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .move(let point): try container.encode([.action: Action.move, .x: point.x, .y: point.y])
        case .motion(let dx, let dy): try container.encode([.action: Action.motion, .dx: dx, .dy: dy])
        case .button(let button, let pressed):
            try container.encode([.action: Action.button, .button: button, .pressed: pressed])
        case .scroll(let x, let y): try container.encode([.action: Action.scroll, .dx: x, .dy: y])
        case .fingerScroll(let dx, let dy): try container.encode([.action: Action.fingerScroll, .dx: dx, .dy: dy])
        }
    }
}

/// Move fingers on the virtual touchpad.
package enum GestureRequest: ControlCommand {
    case begin(PointerGesture.Kind, fingers: Int)
    case update(GestureMovement)
    case end(isCancelled: Bool)

    package static let name = "virtual.gesture"
    package static let worksWhileLocked = true

    private enum CodingKeys: String, CodingKey {
        case action, kind, fingers, dx, dy, scale, rotation
    }

    private enum Action: String, Encodable {
        case begin, update, end, cancel
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        switch try fields.word(.action, as: Action.self) {
        case .begin: self = .begin(try fields.word(.kind), fingers: try fields.integer(.fingers, in: 1...10))
        case .update:
            self = .update(
                GestureMovement(
                    dx: try fields.number(.dx), dy: try fields.number(.dy),
                    scale: try fields.number(.scale, default: 1), rotation: try fields.number(.rotation, default: 0)))
        case .end: self = .end(isCancelled: false)
        case .cancel: self = .end(isCancelled: true)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .begin(let kind, let fingers):
            try container.encode([.action: Action.begin, .kind: kind, .fingers: fingers])
        case .update(let movement):
            try container.encode([
                .action: Action.update, .dx: movement.dx, .dy: movement.dy, .scale: movement.scale,
                .rotation: movement.rotation,
            ])
        case .end(let isCancelled):
            try container.encode(isCancelled ? Action.cancel : .end, forKey: .action)
        }
    }
}
