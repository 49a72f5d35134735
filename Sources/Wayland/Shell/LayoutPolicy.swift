/// How toplevels are laid out.
package enum LayoutPolicy: Sendable {
    /// A plain toplevel fills the screen; dialogs and windows of a fixed size keep their own.
    case filling
    /// Every toplevel keeps its own size and can be moved, as on a desktop.
    ///
    /// It also takes windows that are mapped without waiting for their first configure, which therefore goes out as
    /// soon as the role is given: conformance suites do that.
    case floating
}

/// A toplevel for as long as its object lives.
struct WindowID: Hashable {
    let number: Int
}
