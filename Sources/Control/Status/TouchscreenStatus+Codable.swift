package import Mirroring

/// One item of a display's `touchscreens`; every key is always present.
extension TouchscreenStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case name
        case path = "device"
        case output, reason, matches
    }

    private enum Reason: String, Codable, CaseIterable {
        case rule, property, match
        case standard = "default"
        case absent
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let matches = try container.decode([String].self, forKey: .matches)
        let reason: GlassReason =
            switch try container.decode(Reason.self, forKey: .reason) {
            case .rule: .rule
            case .property: .property
            case .match: .match(GlassEvidence(words: matches))
            case .standard: .standard
            case .absent: .absent
            }
        self.init(
            name: try container.decode(String.self, forKey: .name),
            path: try container.decodeIfPresent(String.self, forKey: .path),
            output: try container.decodeIfPresent(OutputID.self, forKey: .output), reason: reason)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(path, forKey: .path)
        try container.encode(output, forKey: .output)
        let word: Reason =
            switch reason {
            case .rule: .rule
            case .property: .property
            case .match: .match
            case .standard: .standard
            case .absent: .absent
            }
        try container.encode(word, forKey: .reason)
        try container.encode(reason.evidence.words, forKey: .matches)
    }
}

extension GlassReason {
    /// What the device and the display have in common, if that decided.
    package var evidence: GlassEvidence {
        if case .match(let evidence) = self { evidence } else { [] }
    }
}

extension GlassEvidence {
    private static let names: [(GlassEvidence, String)] = [
        (.model, "model"), (.maker, "maker"), (.size, "size"), (.bus, "bus"),
    ]

    /// Its parts in words, the weightiest first.
    package var words: [String] { Self.names.filter { contains($0.0) }.map(\.1) }

    fileprivate init(words: [String]) {
        self.init(Self.names.filter { words.contains($0.1) }.map(\.0))
    }
}
