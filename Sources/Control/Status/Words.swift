import Geometry
package import Mirroring

/// Values of the core that travel as words: by their raw values or their descriptions.
extension ScreenName: Codable {}
extension ContentPlace: Codable {}
extension BlankExtent: Codable {}
extension SnapshotPath: Codable {}
extension LayerPath: Codable {}
extension HUDPlace: Codable {}
extension Hint: Codable {}
extension PiPState: Codable {}
extension PiPStopReason: Codable {}
extension PiPCorner: Codable {}
extension PiPSide: Codable {}
extension PiPInteraction: Codable {}
extension PiPUpdates: Codable {}

/// A value of the core that travels as its description.
package protocol DescribedWord: Codable, LosslessStringConvertible {
    /// What the value is, for errors.
    static var noun: String { get }
    /// Any one value.
    static var sample: Self { get }
    /// A regular expression, as JSON Schema has them, that matches the descriptions of all values.
    static var pattern: String { get }
}

extension DescribedWord {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no \(Self.noun) is called \(text)")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension PiPSource: DescribedWord {
    package static var noun: String { "source" }
    package static var sample: PiPSource { .content }
    package static var pattern: String { "^(external|content|hud|window:.+|camera:/dev/.+)$" }
}

extension TransformName: DescribedWord {
    package static var noun: String { "transform" }
    package static var sample: TransformName { TransformName(.normal) }
    package static var pattern: String { "^(\(all.joined(separator: "|")))$" }
}
