package import Mirroring

/// One way to show frames: `on`, and the `reason` why it is wanted and not on, null for none.
extension TimingOutcome: Codable {
    private enum CodingKeys: String, CodingKey {
        case isOn = "on"
        case reason
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let reason = try container.decodeIfPresent(String.self, forKey: .reason) {
            guard let refusal = TimingRefusal(rawValue: reason) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .reason, in: container, debugDescription: "an unknown reason")
            }
            self = .refused(refusal)
        } else {
            self = try container.decode(Bool.self, forKey: .isOn) ? .on : .off
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(self == .on, forKey: .isOn)
        let reason: String? = if case .refused(let refusal) = self { refusal.rawValue } else { nil }
        try container.encode(reason, forKey: .reason)
    }
}
