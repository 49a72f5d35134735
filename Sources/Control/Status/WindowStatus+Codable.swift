package import Mirroring

/// One item of `windows`; every key is always present.
extension WindowStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case application, title
        case appID = "app_id"
        case hasKeyboard = "keyboard"
        case isMinimized = "minimized"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            application: try container.decode(PanelForeground.Choice.self, forKey: .application),
            appID: try container.decodeIfPresent(String.self, forKey: .appID),
            title: try container.decodeIfPresent(String.self, forKey: .title),
            hasKeyboard: try container.decode(Bool.self, forKey: .hasKeyboard),
            isMinimized: try container.decode(Bool.self, forKey: .isMinimized))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(application, forKey: .application)
        try container.encode(appID, forKey: .appID)
        try container.encode(title, forKey: .title)
        try container.encode(hasKeyboard, forKey: .hasKeyboard)
        try container.encode(isMinimized, forKey: .isMinimized)
    }
}
