/// The configuration of pointing devices and of the pointer.
package struct PointerConfiguration: Hashable, Sendable {
    package var hiding = PointerHiding.touch
    /// The settings of every pointing device, unless touchpads or a rule have others.
    package var settings = PointingSettings()
    /// The cursor theme's name, or nil for the environment's theme or the theme `default`.
    package var theme: String?
    /// The pointer's size in pixels at a scale of 1, or nil for the environment's size or the usual one.
    package var size: Int?

    /// The sizes that may be configured.
    package static let sizes = 8...512

    package init() {}

    /// Whether a name can be a theme's name, which is the name of a folder.
    package static func isTheme(_ name: String) -> Bool {
        (1...255).contains(name.utf8.count) && !name.hasPrefix(".") && !name.utf8.contains { $0 == 47 || $0 == 0 }
    }
}

/// When the applications' pointer is hidden.
package enum PointerHiding: Hashable, Sendable {
    /// After a touch, until a mouse is used.
    case touch
    /// A number of seconds after a mouse was used, and after a touch.
    case after(seconds: Int)
    case always
}
