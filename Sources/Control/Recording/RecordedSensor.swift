import Mirroring

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
