/// How pointing devices and the pointer are.
package struct PointerConfiguration: Hashable, Sendable {
    package var hiding = PointerHiding.touch
    /// Of every pointing device, where neither those of touchpads nor a rule say otherwise.
    package var settings = PointingSettings()
    /// The cursor theme's name; nil for the environment's, or the one that is called `default`.
    package var theme: String?
    /// How large the pointer is at a scale of 1, in pixels; nil for the environment's, or the usual size.
    package var size: Int?

    /// What sizes may be asked for.
    package static let sizes = 8...512

    package init() {}

    /// Whether a theme may be called so: its name is a folder's.
    package static func isTheme(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".") && !name.utf8.contains { $0 == 47 || $0 == 0 }
    }
}

/// When the applications' pointer is out of sight.
package enum PointerHiding: Hashable, Sendable {
    /// After a touch, until a mouse is used.
    case touch
    /// So many seconds after a mouse was used, and after a touch.
    case after(seconds: Int)
    case always
}
