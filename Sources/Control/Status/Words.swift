package import Mirroring

/// Values of the core that travel as words: by their raw values or their descriptions.
extension ScreenName: Codable {}
extension ContentPlace: Codable {}
extension BlankExtent: Codable {}
extension SnapshotPath: Codable {}
extension HUDPlace: Codable {}
extension PiPState: Codable {}
extension PiPStopReason: Codable {}
extension PiPCorner: Codable {}
extension PiPSide: Codable {}
extension PiPInteraction: Codable {}
extension PiPUpdates: Codable {}

extension PiPSource: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let source = PiPSource(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no source is called \(text)")
        }
        self = source
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension TransformName: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let value = TransformName(name) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no transform is called \(name)")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
