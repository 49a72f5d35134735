package import Mirroring

extension LayerStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, path, reason, plane
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decode(OutputLayerKind.self, forKey: .kind),
            path: try container.decode(LayerPath.self, forKey: .path),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            plane: try container.decodeIfPresent(UInt32.self, forKey: .plane))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kind)
        try container.encode(path, forKey: .path)
        try container.encode(reason, forKey: .reason)
        try container.encode(plane, forKey: .plane)
    }
}
