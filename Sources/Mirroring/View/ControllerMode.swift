/// What fingers on the controller do.
package enum ControllerMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// They act on the content where they lie.
    case direct
    /// The panel is a trackpad: they move the content's pointer.
    case trackpad
    /// They zoom and pan, and nothing reaches the content.
    case view
    /// They act on the content where they lie, and on a pad of keys below the controller.
    case keys

    /// Whether fingers on the snapshot act on the content where they lie.
    package var isDirect: Bool { self == .direct || self == .keys }

    /// The mode after this one, round and round.
    package var next: ControllerMode {
        switch self {
        case .direct: .trackpad
        case .trackpad: .view
        case .view: .keys
        case .keys: .direct
        }
    }
}

/// What a zoomed controller pans with, so that it stays in sight.
package enum ViewFollow: String, Hashable, Sendable, CaseIterable {
    /// The content's pointer.
    case pointer
    /// The text cursor, where applications report it.
    case text
    /// What has changed last, unless that is more than what is seen.
    case change
    case none
}

/// Who gets the touches of two fingers and more on the controller in direct mode.
package enum TwoFingers: String, Hashable, Sendable, CaseIterable {
    /// The controller's view: they zoom and pan.
    case view
    /// The application, as on a touchscreen of its own.
    case application
}

/// What a finger that rests on the controller in direct mode does.
package enum LongPress: String, Hashable, Sendable, CaseIterable {
    /// It aims with a magnifier, and taps where it aims when it is lifted.
    case loupe
    /// It is a right click when it is lifted.
    case rightClick = "right-click"
    /// What the application makes of it.
    case application
}
