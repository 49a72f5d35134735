import Mirroring

extension VirtualGesture {
    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        switch ControlRequest.Action(rawValue: name) {
        case .begin:
            let kindName: String = try fields.value(.kind)
            guard let kind = PointerGesture.Kind(rawValue: kindName) else { throw fields.unknown(.kind, kindName) }
            self = .begin(kind, fingers: try fields.integer(.fingers, in: 1...10))
        case .update:
            self = .update(
                GestureMovement(
                    dx: try fields.number(.dx), dy: try fields.number(.dy),
                    scale: try fields.number(.scale, default: 1), rotation: try fields.number(.rotation, default: 0)))
        case .end: self = .end(isCancelled: false)
        case .cancel: self = .end(isCancelled: true)
        default: throw fields.unknown(.action, name)
        }
    }

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        switch self {
        case .begin(let kind, let fingers):
            try container.encode(ControlRequest.Action.begin.rawValue, forKey: .action)
            try container.encode(kind, forKey: .kind)
            try container.encode(fingers, forKey: .fingers)
        case .update(let movement):
            try container.encode(ControlRequest.Action.update.rawValue, forKey: .action)
            try container.encode(movement.dx, forKey: .dx)
            try container.encode(movement.dy, forKey: .dy)
            try container.encode(movement.scale, forKey: .scale)
            try container.encode(movement.rotation, forKey: .rotation)
        case .end(let isCancelled):
            let action: ControlRequest.Action = isCancelled ? .cancel : .end
            try container.encode(action.rawValue, forKey: .action)
        }
    }
}
