/// How toplevels are laid out.
package enum LayoutPolicy: Sendable {
    /// A plain toplevel fills the screen; dialogs and windows of a fixed size keep their own.
    case filling
    /// Every toplevel keeps its own size and can be moved, as on a desktop.
    ///
    /// The first configure is sent as soon as the role is assigned, and windows may be mapped without waiting for it,
    /// as conformance suites do.
    case floating
}

/// Identifies a toplevel for the life of its resource.
struct WindowID: Hashable {
    let number: Int
}
