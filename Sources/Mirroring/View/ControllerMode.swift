/// What fingers on the controller do.
package enum ControllerMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Fingers act on the content where they lie.
    case direct
    /// The panel is a trackpad: fingers move the content's pointer.
    case trackpad
    /// Fingers zoom and pan, and nothing reaches the content.
    case view
    /// Fingers act on the content where they lie, and on a pad of keys below the controller.
    case keys

    /// Whether fingers on the snapshot act on the content where they lie.
    package var isDirect: Bool { self == .direct || self == .keys }

    /// The mode after this one; the first mode follows the last.
    package var next: ControllerMode {
        switch self {
        case .direct: .trackpad
        case .trackpad: .view
        case .view: .keys
        case .keys: .direct
        }
    }
}

/// What a zoomed controller follows, to keep it in sight.
package enum ViewFollow: String, Hashable, Sendable, CaseIterable {
    /// The content's pointer.
    case pointer
    /// The text cursor, where applications report it.
    case text
    /// The latest change, unless it is larger than the visible part.
    case change
    case none
}

/// The target of two or more fingers on the controller in direct mode.
package enum TwoFingers: String, Hashable, Sendable, CaseIterable {
    /// The controller's view, which zooms and pans.
    case view
    /// The application, as on a touchscreen of its own.
    case application
}

/// What a resting finger on the controller does in direct mode.
package enum LongPress: String, Hashable, Sendable, CaseIterable {
    /// The finger aims with a magnifier, and taps where it aims when it is lifted.
    case loupe
    /// The finger clicks the right button when it is lifted.
    case rightClick = "right-click"
    /// The application decides.
    case application
}
