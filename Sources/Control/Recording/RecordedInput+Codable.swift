import Mirroring

extension RecordedInput: Codable {
    private enum CodingKeys: String, CodingKey {
        case type
        case time = "time_us"
        case device, name, capabilities, output, sensor, slot, x, y, motion, button, pressed, axis, code, gesture, tool
        case isClosed = "closed"
    }

    private enum Kind: String, Codable {
        case deviceAdded = "device-added"
        case deviceRemoved = "device-removed"
        case touchDown = "touch-down"
        case touchMotion = "touch-motion"
        case touchUp = "touch-up"
        case touchCancel = "touch-cancel"
        case touchFrame = "touch-frame"
        case pointerMotion = "pointer-motion"
        case pointerPosition = "pointer-position"
        case pointerButton = "pointer-button"
        case pointerAxis = "pointer-axis"
        case pointerGesture = "pointer-gesture"
        case tool
        case key
        case lid
    }

    private var kind: Kind {
        switch event {
        case .deviceAdded: .deviceAdded
        case .deviceRemoved: .deviceRemoved
        case .touchDown: .touchDown
        case .touchMotion: .touchMotion
        case .touchUp: .touchUp
        case .touchCancel: .touchCancel
        case .touchFrame: .touchFrame
        case .pointerMotion: .pointerMotion
        case .pointerPosition: .pointerPosition
        case .pointerButton: .pointerButton
        case .pointerAxis: .pointerAxis
        case .pointerGesture: .pointerGesture
        case .tool: .tool
        case .key: .key
        case .lid: .lid
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .type)
        try container.encode(time.microseconds, forKey: .time)
        try container.encode(event.device.number, forKey: .device)
        switch event {
        case .deviceAdded(let description):
            try container.encode(description.name, forKey: .name)
            let capabilities = description.capabilities.sorted { $0.rawValue < $1.rawValue }
            try container.encode(capabilities, forKey: .capabilities)
            try container.encodeIfPresent(description.output, forKey: .output)
            try container.encodeIfPresent(RecordedSensor(description.sensor), forKey: .sensor)
        case .touchDown(_, let slot, let position, _), .touchMotion(_, let slot, let position, _):
            try container.encode(slot, forKey: .slot)
            try Self.encode(position, to: &container)
        case .touchUp(_, let slot, _), .touchCancel(_, let slot, _):
            try container.encode(slot, forKey: .slot)
        case .pointerMotion(_, let motion, _): try container.encode(motion, forKey: .motion)
        case .pointerPosition(_, let position, _): try Self.encode(position, to: &container)
        case .pointerButton(_, let button, let pressed, _):
            try container.encode(button, forKey: .button)
            try container.encode(pressed, forKey: .pressed)
        case .pointerAxis(_, let axis, _): try container.encode(axis, forKey: .axis)
        case .pointerGesture(_, let gesture, _): try container.encode(RecordedGesture(gesture), forKey: .gesture)
        case .tool(_, let tool, _): try container.encode(RecordedTool(tool), forKey: .tool)
        case .key(_, let code, let pressed, _):
            try container.encode(code, forKey: .code)
            try container.encode(pressed, forKey: .pressed)
        case .lid(_, let isClosed, _): try container.encode(isClosed, forKey: .isClosed)
        case .deviceRemoved, .touchFrame: break
        }
    }

    private static func encode(
        _ position: DevicePosition, to container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        try container.encode(position.x, forKey: .x)
        try container.encode(position.y, forKey: .y)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let time = Timestamp(microseconds: try container.decode(Int64.self, forKey: .time))
        guard (0...Self.latestTime).contains(time.microseconds) else {
            throw ControlRequestError("time_us must be 0 to \(Self.latestTime)")
        }
        let kind = try container.decode(Kind.self, forKey: .type)
        self.init(try Self.event(kind, container, time), at: time)
    }

    /// Some three thousand years: differences and sums of two never overflow.
    private static let latestTime: Int64 = 100_000_000_000_000_000

    private static func event(
        _ kind: Kind, _ container: KeyedDecodingContainer<CodingKeys>, _ time: Timestamp
    ) throws -> InputEvent {
        func value<T: Decodable>(_ key: CodingKeys, as _: T.Type = T.self) throws -> T {
            try container.decode(T.self, forKey: key)
        }
        func slot() throws -> Int32 { min(max(try value(.slot), 0), 255) }
        let device = DeviceID(try value(.device))
        return switch kind {
        case .deviceAdded:
            .deviceAdded(
                DeviceDescription(
                    id: device, name: try value(.name), capabilities: try value(.capabilities),
                    output: try container.decodeIfPresent(String.self, forKey: .output),
                    sensor: try container.decodeIfPresent(RecordedSensor.self, forKey: .sensor)?.sensor
                        ?? DeviceSensor()))
        case .deviceRemoved: .deviceRemoved(device)
        case .touchDown: .touchDown(device, slot: try slot(), try position(container), time)
        case .touchMotion: .touchMotion(device, slot: try slot(), try position(container), time)
        case .touchUp: .touchUp(device, slot: try slot(), time)
        case .touchCancel: .touchCancel(device, slot: try slot(), time)
        case .touchFrame: .touchFrame(device, time)
        case .pointerMotion: .pointerMotion(device, try value(.motion, as: RelativeMotion.self).bounded, time)
        case .pointerPosition: .pointerPosition(device, try position(container), time)
        case .pointerButton: .pointerButton(device, button: try value(.button), pressed: try value(.pressed), time)
        case .pointerAxis: .pointerAxis(device, try value(.axis, as: PointerAxis.self).bounded, time)
        case .pointerGesture: .pointerGesture(device, try value(.gesture, as: RecordedGesture.self).gesture, time)
        case .tool: .tool(device, try value(.tool, as: RecordedTool.self).event, time)
        case .key: .key(device, code: try value(.code), pressed: try value(.pressed), time)
        case .lid: .lid(device, isClosed: try value(.isClosed), time)
        }
    }

    private static func position(_ container: KeyedDecodingContainer<CodingKeys>) throws -> DevicePosition {
        func fraction(_ key: CodingKeys) throws -> Double {
            min(max(try container.decode(Double.self, forKey: key), 0), 1)
        }
        return DevicePosition(x: try fraction(.x), y: try fraction(.y))
    }
}

/// Clamps distances from untrusted files to the range that converts to any integer type.
extension RelativeMotion {
    fileprivate var bounded: RelativeMotion {
        RelativeMotion(
            dx: dx.bounded, dy: dy.bounded, unacceleratedDX: unacceleratedDX.bounded,
            unacceleratedDY: unacceleratedDY.bounded)
    }
}

extension PointerAxis {
    fileprivate var bounded: PointerAxis {
        PointerAxis(
            source: source, dx: dx.bounded, dy: dy.bounded, clicks120X: min(max(clicks120X, -120_000), 120_000),
            clicks120Y: min(max(clicks120Y, -120_000), 120_000), stopsX: stopsX, stopsY: stopsY)
    }
}

extension Double {
    /// Clamped to the range that converts to any integer type.
    var bounded: Double { min(max(self, -1_000_000), 1_000_000) }
}
