package import Mirroring

/// A display's frames: the `bits` of each colour, and the `reason` why more are wanted and not there, null for none.
extension FrameDepth: Codable {
    private enum CodingKeys: String, CodingKey {
        case bits
        case refusal = "reason"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let bits: ColorDepth = try container.decode(Int.self, forKey: .bits) > ColorDepth.eight.rawValue ? .ten : .eight
        let reason = try container.decodeIfPresent(String.self, forKey: .refusal)
        self.init(bits, refusal: reason.flatMap(DepthRefusal.init))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bits.rawValue, forKey: .bits)
        try container.encode(refusal?.rawValue, forKey: .refusal)
    }
}
