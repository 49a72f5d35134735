extension PanelInputRecord: Codable {
    enum CodingKeys: String, CodingKey {
        case t, device
        case touch, slot, x, y
        case pointer, dx, dy, button, source
        case unacceleratedDX = "unaccelerated_dx"
        case unacceleratedDY = "unaccelerated_dy"
        case clicksX = "clicks120_x"
        case clicksY = "clicks120_y"
        case stopsX = "stops_x"
        case stopsY = "stops_y"
        case key, pressed
        case hotplug, name, capabilities, output
    }

    private enum TouchKind: String, Codable {
        case down, motion, up, cancel, frame
    }

    private enum PointerKind: String, Codable {
        case motion, position, button, axis
    }

    private enum HotplugKind: String, Codable {
        case added, removed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let elapsed = try fields.decode(Int64.self, forKey: .t)
        guard elapsed >= 0 else {
            throw DecodingError.dataCorruptedError(forKey: .t, in: fields, debugDescription: "t is negative")
        }
        let device = DeviceID(try fields.decode(Int.self, forKey: .device))
        self.init(try Self.event(of: device, fields, Timestamp(microseconds: elapsed)), elapsed: elapsed)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(elapsed, forKey: .t)
        try fields.encode(recordedEvent.device.number, forKey: .device)
        switch recordedEvent {
        case .deviceAdded, .deviceRemoved: try encodeHotplug(&fields)
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: try encodeTouch(&fields)
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis: try encodePointer(&fields)
        case .key(_, let code, let pressed, _):
            try fields.encode(code, forKey: .key)
            try fields.encode(pressed, forKey: .pressed)
        }
    }
}

// MARK: - Reading

extension PanelInputRecord {
    private typealias Fields = KeyedDecodingContainer<CodingKeys>

    private static func event(of device: DeviceID, _ fields: Fields, _ time: Timestamp) throws -> InputEvent {
        if let kind = try fields.decodeIfPresent(TouchKind.self, forKey: .touch) {
            return try touch(kind, device, fields, time)
        }
        if let kind = try fields.decodeIfPresent(PointerKind.self, forKey: .pointer) {
            return try pointer(kind, device, fields, time)
        }
        if let code = try fields.decodeIfPresent(UInt32.self, forKey: .key) {
            return .key(device, code: code, pressed: try fields.decode(Bool.self, forKey: .pressed), time)
        }
        switch try fields.decodeIfPresent(HotplugKind.self, forKey: .hotplug) {
        case .added:
            return .deviceAdded(
                DeviceDescription(
                    id: device, name: try fields.decode(String.self, forKey: .name),
                    capabilities: try fields.decode(Set<DeviceCapability>.self, forKey: .capabilities),
                    output: try fields.decodeIfPresent(String.self, forKey: .output)))
        case .removed:
            return .deviceRemoved(device)
        case nil:
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "none of touch, pointer, key and hotplug is there"))
        }
    }

    private static func touch(
        _ kind: TouchKind, _ device: DeviceID, _ fields: Fields, _ time: Timestamp
    ) throws -> InputEvent {
        if kind == .frame { return .touchFrame(device, time) }
        let slot = try fields.decode(Int32.self, forKey: .slot)
        return switch kind {
        case .down: .touchDown(device, slot: slot, try position(fields), time)
        case .motion: .touchMotion(device, slot: slot, try position(fields), time)
        case .up: .touchUp(device, slot: slot, time)
        case .cancel: .touchCancel(device, slot: slot, time)
        case .frame: .touchFrame(device, time)
        }
    }

    private static func pointer(
        _ kind: PointerKind, _ device: DeviceID, _ fields: Fields, _ time: Timestamp
    ) throws -> InputEvent {
        switch kind {
        case .position:
            return .pointerPosition(device, try position(fields), time)
        case .button:
            let button = try fields.decode(UInt32.self, forKey: .button)
            return .pointerButton(
                device, button: button, pressed: try fields.decode(Bool.self, forKey: .pressed), time)
        case .motion:
            let dx = try fields.decode(Double.self, forKey: .dx)
            let dy = try fields.decode(Double.self, forKey: .dy)
            let motion = RelativeMotion(
                dx: dx, dy: dy,
                unacceleratedDX: try fields.decodeIfPresent(Double.self, forKey: .unacceleratedDX) ?? dx,
                unacceleratedDY: try fields.decodeIfPresent(Double.self, forKey: .unacceleratedDY) ?? dy)
            return .pointerMotion(device, motion, time)
        case .axis:
            return .pointerAxis(device, try axis(fields), time)
        }
    }

    private static func position(_ fields: Fields) throws -> DevicePosition {
        DevicePosition(
            x: try fields.decode(Double.self, forKey: .x), y: try fields.decode(Double.self, forKey: .y))
    }

    private static func axis(_ fields: Fields) throws -> PointerAxis {
        PointerAxis(
            source: try fields.decode(PointerAxis.Source.self, forKey: .source),
            dx: try fields.decodeIfPresent(Double.self, forKey: .dx) ?? 0,
            dy: try fields.decodeIfPresent(Double.self, forKey: .dy) ?? 0,
            clicks120X: try fields.decodeIfPresent(Int.self, forKey: .clicksX) ?? 0,
            clicks120Y: try fields.decodeIfPresent(Int.self, forKey: .clicksY) ?? 0,
            stopsX: try fields.decodeIfPresent(Bool.self, forKey: .stopsX) ?? false,
            stopsY: try fields.decodeIfPresent(Bool.self, forKey: .stopsY) ?? false)
    }
}

// MARK: - Writing

extension PanelInputRecord {
    private typealias OutputFields = KeyedEncodingContainer<CodingKeys>

    private func encodeHotplug(_ fields: inout OutputFields) throws {
        guard case .deviceAdded(let device) = recordedEvent else {
            return try fields.encode(HotplugKind.removed, forKey: .hotplug)
        }
        try fields.encode(HotplugKind.added, forKey: .hotplug)
        try fields.encode(device.name, forKey: .name)
        try fields.encode(device.capabilities.sorted { $0.rawValue < $1.rawValue }, forKey: .capabilities)
        try fields.encodeIfPresent(device.output, forKey: .output)
    }

    private func encodeTouch(_ fields: inout OutputFields) throws {
        switch recordedEvent {
        case .touchDown(_, let slot, let position, _):
            try encode(.down, slot, position, &fields)
        case .touchMotion(_, let slot, let position, _):
            try encode(.motion, slot, position, &fields)
        case .touchUp(_, let slot, _):
            try encode(.up, slot, nil, &fields)
        case .touchCancel(_, let slot, _):
            try encode(.cancel, slot, nil, &fields)
        default:
            try fields.encode(TouchKind.frame, forKey: .touch)
        }
    }

    private func encode(
        _ kind: TouchKind, _ slot: Int32, _ position: DevicePosition?, _ fields: inout OutputFields
    ) throws {
        try fields.encode(kind, forKey: .touch)
        try fields.encode(slot, forKey: .slot)
        try fields.encodeIfPresent(position?.x, forKey: .x)
        try fields.encodeIfPresent(position?.y, forKey: .y)
    }

    private func encodePointer(_ fields: inout OutputFields) throws {
        switch recordedEvent {
        case .pointerMotion(_, let motion, _):
            try fields.encode(PointerKind.motion, forKey: .pointer)
            try fields.encode(motion.dx, forKey: .dx)
            try fields.encode(motion.dy, forKey: .dy)
            try fields.encode(motion.unacceleratedDX, forKey: .unacceleratedDX)
            try fields.encode(motion.unacceleratedDY, forKey: .unacceleratedDY)
        case .pointerPosition(_, let position, _):
            try fields.encode(PointerKind.position, forKey: .pointer)
            try fields.encode(position.x, forKey: .x)
            try fields.encode(position.y, forKey: .y)
        case .pointerButton(_, let button, let pressed, _):
            try fields.encode(PointerKind.button, forKey: .pointer)
            try fields.encode(button, forKey: .button)
            try fields.encode(pressed, forKey: .pressed)
        case .pointerAxis(_, let axis, _):
            try fields.encode(PointerKind.axis, forKey: .pointer)
            try encode(axis, &fields)
        default:
            break
        }
    }

    /// Writes an axis without what is zero.
    private func encode(_ axis: PointerAxis, _ fields: inout OutputFields) throws {
        try fields.encode(axis.source, forKey: .source)
        if axis.dx != 0 { try fields.encode(axis.dx, forKey: .dx) }
        if axis.dy != 0 { try fields.encode(axis.dy, forKey: .dy) }
        if axis.clicks120X != 0 { try fields.encode(axis.clicks120X, forKey: .clicksX) }
        if axis.clicks120Y != 0 { try fields.encode(axis.clicks120Y, forKey: .clicksY) }
        if axis.stopsX { try fields.encode(true, forKey: .stopsX) }
        if axis.stopsY { try fields.encode(true, forKey: .stopsY) }
    }
}
