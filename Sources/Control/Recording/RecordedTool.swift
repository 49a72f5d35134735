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
            try container.encode(tool, forKey: .tool)
            try Self.encode(.near, position, axes, to: &container)
        case .motion(let position, let axes): try Self.encode(.motion, position, axes, to: &container)
        case .down(let position, let axes): try Self.encode(.down, position, axes, to: &container)
        case .up: try container.encode(Step.up, forKey: .step)
        case .button(let button, let pressed):
            try container.encode(Step.button, forKey: .step)
            try container.encode(button, forKey: .button)
            try container.encode(pressed, forKey: .pressed)
        case .away: try container.encode(Step.away, forKey: .step)
        }
    }

    private static func encode(
        _ step: Step, _ position: DevicePosition, _ axes: ToolAxes,
        to container: inout KeyedEncodingContainer<CodingKeys>
    ) throws {
        try container.encode(step, forKey: .step)
        try container.encode(position, forKey: .position)
        try container.encode(axes, forKey: .axes)
    }
}

/// The surface of a device in a recording; keys that say nothing are left out.
struct RecordedSensor: Codable {
    let sensor: DeviceSensor

    private enum CodingKeys: String, CodingKey {
        case bus
        case isFixed = "fixed"
        case size = "size_mm"
        case vendor, group
        case isDirect = "direct"
    }

    /// Nil where nothing is known.
    init?(_ sensor: DeviceSensor) {
        guard sensor != DeviceSensor() else { return nil }
        self.sensor = sensor
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let size = try container.decodeIfPresent(PhysicalSize.self, forKey: .size)
        sensor = DeviceSensor(
            bus: try container.decodeIfPresent(DeviceBus.self, forKey: .bus),
            isFixed: try container.decodeIfPresent(Bool.self, forKey: .isFixed) ?? false,
            size: size.map { PhysicalSize(width: Self.millimetres($0.width), height: Self.millimetres($0.height)) },
            vendor: try container.decodeIfPresent(UInt32.self, forKey: .vendor) ?? 0,
            group: try container.decodeIfPresent(String.self, forKey: .group),
            isDirect: try container.decodeIfPresent(Bool.self, forKey: .isDirect) ?? false)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sensor.bus, forKey: .bus)
        if sensor.isFixed { try container.encode(true, forKey: .isFixed) }
        try container.encodeIfPresent(sensor.size, forKey: .size)
        if sensor.vendor != 0 { try container.encode(sensor.vendor, forKey: .vendor) }
        try container.encodeIfPresent(sensor.group, forKey: .group)
        if sensor.isDirect { try container.encode(true, forKey: .isDirect) }
    }

    /// Bounded, because files are anybody's.
    private static func millimetres(_ length: Int) -> Int { min(max(length, 0), 100_000) }
}
