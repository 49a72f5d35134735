package import Mirroring

extension ControlCommands {
    static let hud: [any ControlCommand.Type] = [HUDRequest.self]
}

/// Show, hide or feed the status bar.
package enum HUDRequest: ControlCommand {
    /// Change values.
    case set(HUDValues)
    /// Show the bar in this place only; the size is in pixels.
    case show(HUDPlace, width: Int?, height: Int?)
    case hide

    package static let name = "hud"
    /// The longest side of a bar in pixels.
    package static let maximumLength = 4096

    private enum CodingKeys: String, CodingKey {
        case action, values, place, width, height
    }

    private enum Action: String, Encodable {
        case set, show, hide
    }

    package init(from decoder: any Decoder) throws {
        let fields = try RequestFields<CodingKeys>(decoder)
        switch try fields.word(.action, as: Action.self) {
        case .set: self = .set(try Self.withoutPaths(fields.value(.values)))
        case .show:
            self = .show(
                try fields.word(.place), width: try Self.length(.width, fields),
                height: try Self.length(.height, fields))
        case .hide: self = .hide
        }
    }

    /// Rejects paths: the service opens none, so that a client can only use files that it may read.
    private static func withoutPaths(_ values: HUDValues) throws -> HUDValues {
        let gift = values.gift?.picture.map { HUDValues.Setting.set($0) } ?? .keep
        for (key, setting) in [("avatar", values.avatar), ("background", values.background), ("picture", gift)] {
            if case .set(.path) = setting {
                throw ControlRequestError(
                    "\(key) must be the number of a descriptor attached to the request, 0 the first, or null")
            }
        }
        return values
    }

    /// A length in pixels, nil where the key is absent or null.
    private static func length(_ key: CodingKeys, _ fields: RequestFields<CodingKeys>) throws -> Int? {
        try fields.optional(key, as: Int.self) == nil ? nil : try fields.integer(key, in: 8...maximumLength)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .set(let values): try container.encode([.action: Action.set, .values: values])
        case .show(let place, let width, let height):
            try container.encodePresent([.action: Action.show, .place: place, .width: width, .height: height])
        case .hide: try container.encode(Action.hide, forKey: .action)
        }
    }
}
