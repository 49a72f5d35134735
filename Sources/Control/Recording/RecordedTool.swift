import Mirroring

/// A tablet tool's event in a recording: its `step` and the keys of that step.
struct RecordedTool: Codable {
    private enum CodingKeys: String, CodingKey {
        case step, tool, position, axes, button, pressed
    }

    private enum Step: String, Codable {
        case near, motion, down, up, button, away
    }

    let event: ToolEvent

    init(_ event: ToolEvent) {
        self.event = event
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func position() throws -> DevicePosition {
            let position = try container.decode(DevicePosition.self, forKey: .position)
            return DevicePosition(x: min(max(position.x, 0), 1), y: min(max(position.y, 0), 1))
        }
        func axes() throws -> ToolAxes { try container.decode(ToolAxes.self, forKey: .axes).bounded }
        event =
            switch try container.decode(Step.self, forKey: .step) {
            case .near: .near(try container.decode(TabletTool.self, forKey: .tool), try position(), try axes())
            case .motion: .motion(try position(), try axes())
            case .down: .down(try position(), try axes())
            case .up: .up
            case .button:
                .button(
                    try container.decode(UInt32.self, forKey: .button),
                    pressed: try container.decode(Bool.self, forKey: .pressed))
            case .away: .away
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch event {
        case .near(let tool, let position, let axes):
            try container.encode([.step: Step.near, .tool: tool, .position: position, .axes: axes])
        case .motion(let position, let axes):
            try container.encode([.step: Step.motion, .position: position, .axes: axes])
        case .down(let position, let axes):
            try container.encode([.step: Step.down, .position: position, .axes: axes])
        case .up: try container.encode(Step.up, forKey: .step)
        case .button(let button, let pressed):
            try container.encode([.step: Step.button, .button: button, .pressed: pressed])
        case .away: try container.encode(Step.away, forKey: .step)
        }
    }
}

/// The surface of a device in a recording; keys without information are left out.
struct RecordedSensor: Codable {
    private var bus: DeviceBus?
    private var isFixed: Bool?
    private var size: PhysicalSize?
    private var vendor: UInt32?
    private var group: String?
    private var isDirect: Bool?

    private enum CodingKeys: String, CodingKey {
        case bus
        case isFixed = "fixed"
        case size = "size_mm"
        case vendor, group
        case isDirect = "direct"
    }

    /// Nil where nothing is known.
    init?(_ sensor: DeviceSensor) {
        if sensor == DeviceSensor() { return nil }
        (bus, size, group) = (sensor.bus, sensor.size, sensor.group)
        isFixed = sensor.isFixed ? true : nil
        vendor = sensor.vendor == 0 ? nil : sensor.vendor
        isDirect = sensor.isDirect ? true : nil
    }

    var sensor: DeviceSensor {
        DeviceSensor(
            bus: bus, isFixed: isFixed ?? false,
            size: size.map { PhysicalSize(width: Self.millimetres($0.width), height: Self.millimetres($0.height)) },
            vendor: vendor ?? 0, group: group, isDirect: isDirect ?? false)
    }

    /// Bounds a length, because anybody can write a recording.
    private static func millimetres(_ length: Int) -> Int { min(max(length, 0), 100_000) }
}
