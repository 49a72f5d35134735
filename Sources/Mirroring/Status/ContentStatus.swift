import Geometry

/// The hosted application's newest toplevel and where it is visible.
package struct ContentStatus: Hashable, Sendable {
    package var appID: String?
    package var title: String?
    /// Physical pixels.
    package var width: Int
    package var height: Int
    /// Nil while the content is parked because no output is enabled.
    package var on: ContentPlace?

    package init(appID: String?, title: String?, width: Int, height: Int, on: ContentPlace?) {
        self.appID = appID
        self.title = title
        self.width = width
        self.height = height
        self.on = on
    }

    package init(_ description: ContentDescription, on: ContentPlace?) {
        self.init(
            appID: description.appID, title: description.title, width: description.size.width,
            height: description.size.height, on: on)
    }
}

extension ContentStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case appID = "app_id"
        case title, width, height, on
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(appID, forKey: .appID)
        try container.encode(title, forKey: .title)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(on, forKey: .on)
    }
}
