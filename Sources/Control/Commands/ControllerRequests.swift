package import Geometry
package import Mirroring

extension ControlCommands {
    static let controller: [any ControlCommand.Type] = [
        ControllerModeRequest.self, ZoomRequest.self, RegionRequest.self,
    ]
}

/// Choose what fingers on the controller do.
package struct ControllerModeRequest: ControlCommand {
    package static let name = "controller.mode"

    package var mode: ControllerMode

    package init(_ mode: ControllerMode) {
        self.mode = mode
    }
}

/// Zoom the controller.
package struct ZoomRequest: ControlCommand {
    package static let name = "controller.zoom"
    /// The factors that a request may have; the screens limit the real zoom further.
    package static let factors = 1.0...1000

    /// The content's size relative to the fit; 1 shows all of the content.
    package var factor: Double
    /// The content's pixel in the middle; nil for the present one.
    package var center: Point<ContentSpace>?

    private enum CodingKeys: String, CodingKey {
        case factor, x, y
    }

    package init(factor: Double, center: Point<ContentSpace>? = nil) {
        self.factor = factor
        self.center = center
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        factor = try fields.number(.factor)
        guard Self.factors.contains(factor) else { throw ControlRequestError("factor must be 1 to 1000") }
        guard fields.contains(.x) || fields.contains(.y) else { return }
        center = Point(x: try fields.number(.x), y: try fields.number(.y))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodePresent([.factor: factor, .x: center?.x, .y: center?.y])
    }
}

/// Show a part of the content on the controller, as large as the panel allows.
package struct RegionRequest: ControlCommand {
    package static let name = "controller.region"

    package enum Part: Hashable, Sendable {
        /// In the content's pixels.
        case rect(Rect<ContentSpace>)
        /// The window used last with this application id.
        case window(AppID)
    }

    package var part: Part

    private enum CodingKeys: String, CodingKey {
        case x, y, width, height
        case appID = "app_id"
    }

    package init(_ part: Part) {
        self.part = part
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        if fields.contains(.appID) {
            part = .window(try fields.appID(.appID))
            return
        }
        part = .rect(
            Rect(
                x: try fields.integer(.x, in: 0...32_767), y: try fields.integer(.y, in: 0...32_767),
                width: try fields.integer(.width, in: 1...32_768), height: try fields.integer(.height, in: 1...32_768)))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch part {
        case .rect(let region):
            try container.encode([.x: region.x, .y: region.y, .width: region.width, .height: region.height])
        case .window(let appID): try container.encode(appID, forKey: .appID)
        }
    }
}
