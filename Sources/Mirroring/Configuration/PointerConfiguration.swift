/// How pointing devices and the pointer are.
package struct PointerConfiguration: Hashable, Sendable {
    package var hiding = PointerHiding.touch
    /// Of every pointing device, where neither those of touchpads nor a rule say otherwise.
    package var settings = PointingSettings()

    package init() {}
}

/// When the applications' pointer is out of sight.
package enum PointerHiding: Hashable, Sendable {
    /// After a touch, until a mouse is used.
    case touch
    /// So many seconds after a mouse was used, and after a touch.
    case after(seconds: Int)
    case always
}
