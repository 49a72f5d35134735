package import Mirroring

/// One input event as a line of a recording: `type`, `time_us`, `device`, and the event's own keys.
///
/// Positions are fractions of the device, so that a recording fits a panel of any size.
package struct RecordedInput: Hashable, Sendable {
    /// The CLOCK_MONOTONIC time of the recording; only differences are meaningful later.
    package let time: Timestamp
    package let event: InputEvent

    /// `time` is used for events without a time (devices added and removed).
    package init(_ event: InputEvent, at time: Timestamp) {
        self.event = event
        self.time = event.time ?? time
    }

    /// The event as if `device` had sent it at `time`.
    package func event(from device: DeviceID, at time: Timestamp) -> InputEvent {
        switch event {
        case .deviceAdded(var description):
            description.id = device
            return .deviceAdded(description)
        case .deviceRemoved: return .deviceRemoved(device)
        case .touchDown(_, let slot, let position, _): return .touchDown(device, slot: slot, position, time)
        case .touchMotion(_, let slot, let position, _): return .touchMotion(device, slot: slot, position, time)
        case .touchUp(_, let slot, _): return .touchUp(device, slot: slot, time)
        case .touchCancel(_, let slot, _): return .touchCancel(device, slot: slot, time)
        case .touchFrame: return .touchFrame(device, time)
        case .pointerMotion(_, let motion, _): return .pointerMotion(device, motion, time)
        case .pointerPosition(_, let position, _): return .pointerPosition(device, position, time)
        case .pointerButton(_, let button, let pressed, _):
            return .pointerButton(device, button: button, pressed: pressed, time)
        case .pointerAxis(_, let axis, _): return .pointerAxis(device, axis, time)
        case .pointerGesture(_, let gesture, _): return .pointerGesture(device, gesture, time)
        case .tool(_, let tool, _): return .tool(device, tool, time)
        case .key(_, let code, let pressed, _): return .key(device, code: code, pressed: pressed, time)
        case .lid(_, let isClosed, _): return .lid(device, isClosed: isClosed, time)
        }
    }
}

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

    /// The value of `type`, and the event's own keys.
    private var form: (kind: Kind, fields: KeyValuePairs<CodingKeys, (any Encodable)?>) {
        switch event {
        case .deviceAdded(let device):
            let capabilities = device.capabilities.sorted { $0.rawValue < $1.rawValue }
            return (
                .deviceAdded,
                [
                    .name: device.name, .capabilities: capabilities, .output: device.output,
                    .sensor: RecordedSensor(device.sensor),
                ]
            )
        case .deviceRemoved: return (.deviceRemoved, [:])
        case .touchDown(_, let slot, let position, _):
            return (.touchDown, [.slot: slot, .x: position.x, .y: position.y])
        case .touchMotion(_, let slot, let position, _):
            return (.touchMotion, [.slot: slot, .x: position.x, .y: position.y])
        case .touchUp(_, let slot, _): return (.touchUp, [.slot: slot])
        case .touchCancel(_, let slot, _): return (.touchCancel, [.slot: slot])
        case .touchFrame: return (.touchFrame, [:])
        case .pointerMotion(_, let motion, _): return (.pointerMotion, [.motion: motion])
        case .pointerPosition(_, let position, _): return (.pointerPosition, [.x: position.x, .y: position.y])
        case .pointerButton(_, let button, let pressed, _):
            return (.pointerButton, [.button: button, .pressed: pressed])
        case .pointerAxis(_, let axis, _): return (.pointerAxis, [.axis: axis])
        case .pointerGesture(_, let gesture, _): return (.pointerGesture, [.gesture: RecordedGesture(gesture)])
        case .tool(_, let tool, _): return (.tool, [.tool: RecordedTool(tool)])
        case .key(_, let code, let pressed, _): return (.key, [.code: code, .pressed: pressed])
        case .lid(_, let isClosed, _): return (.lid, [.isClosed: isClosed])
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let form = form
        try container.encode([.type: form.kind, .time: time.microseconds, .device: event.device.number])
        try container.encodePresent(form.fields)
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

extension InputEvent {
    /// The event's device.
    package var device: DeviceID {
        switch self {
        case .deviceAdded(let description): description.id
        case .deviceRemoved(let device), .touchDown(let device, _, _, _), .touchMotion(let device, _, _, _),
            .touchUp(let device, _, _), .touchCancel(let device, _, _), .touchFrame(let device, _),
            .pointerMotion(let device, _, _), .pointerPosition(let device, _, _),
            .pointerButton(let device, _, _, _), .pointerAxis(let device, _, _),
            .pointerGesture(let device, _, _), .tool(let device, _, _), .key(let device, _, _, _),
            .lid(let device, _, _):
            device
        }
    }

    /// The capability that a device needs to send this event.
    var capability: DeviceCapability? {
        switch self {
        case .deviceAdded, .deviceRemoved: nil
        case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchFrame: .touch
        case .pointerMotion, .pointerPosition, .pointerButton, .pointerAxis, .pointerGesture: .pointer
        case .tool: .tablet
        case .key: .keyboard
        case .lid: .lid
        }
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
