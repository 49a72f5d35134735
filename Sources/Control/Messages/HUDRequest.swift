package import Mirroring

/// A request for the status bar.
package enum HUDRequest: Hashable, Sendable {
    /// Change values.
    case set(HUDValues)
    /// Show the bar in this place only; the size is in pixels.
    case show(HUDPlace, width: Int?, height: Int?)
    case hide

    /// The value of `action`.
    enum Action: String {
        case set, show, hide
    }

    /// The longest side of a bar in pixels.
    package static let maximumLength = 4096

    init(_ fields: RequestFields) throws {
        let name: String = try fields.value(.action)
        guard let action = Action(rawValue: name) else { throw fields.unknown(.action, name) }
        switch action {
        case .set: self = .set(try Self.withoutPaths(fields.value(.values)))
        case .show:
            let place: String = try fields.value(.place)
            guard let place = HUDPlace(rawValue: place) else { throw fields.unknown(.place, place) }
            self = .show(place, width: try fields.length(.width), height: try fields.length(.height))
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

    func encode(to container: inout KeyedEncodingContainer<RequestKey>) throws {
        switch self {
        case .set(let values):
            try container.encode(Action.set.rawValue, forKey: .action)
            try container.encode(values, forKey: .values)
        case .show(let place, let width, let height):
            try container.encode(Action.show.rawValue, forKey: .action)
            try container.encode(place, forKey: .place)
            try container.encodeIfPresent(width, forKey: .width)
            try container.encodeIfPresent(height, forKey: .height)
        case .hide: try container.encode(Action.hide.rawValue, forKey: .action)
        }
    }
}

extension RequestFields {
    /// A length in pixels, nil where the key is absent or null.
    fileprivate func length(_ key: RequestKey) throws -> Int? {
        guard try container.decodeIfPresent(Int.self, forKey: key) != nil else { return nil }
        return try integer(key, in: 8...HUDRequest.maximumLength)
    }
}
