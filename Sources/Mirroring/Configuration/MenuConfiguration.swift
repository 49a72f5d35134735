/// The configuration of the panel menu and of the handle that opens it.
package struct MenuConfiguration: Hashable, Sendable {
    /// The edge of the panel with the handle and the menu.
    package var edge = MenuEdge.right
    /// The handle's place along the edge, from 0 at the left or the top to 1 at the other end.
    package var place = 0.5
    /// The handle's length along the edge.
    package var lengthMillimetres = 14.0
    package var handle = HandleVisibility.auto
    /// How long each entry is highlighted for a switch device; 0 for no scanning.
    package var scanMicroseconds: Int64 = 0
    /// Whether the menu lists the installed programs.
    package var hasLauncher = false
    /// The user's own entries, after the entries of the service.
    package var commands: [MenuCommand] = []

    package init() {}

    /// The lengths that fingers can hit and panels have room for.
    package static let lengths = 9.0...60.0
    /// The most entries of the user.
    package static let maximumCommands = 40
}

/// An edge of the panel.
package enum MenuEdge: String, Hashable, Sendable, CaseIterable {
    case left, right, top, bottom

    /// Whether the edge is the left or the right edge.
    package var isSide: Bool { self == .left || self == .right }
}

/// When the handle is shown.
package enum HandleVisibility: String, Hashable, Sendable, CaseIterable {
    /// While the panel shows more than the content alone: a controller, or one of two applications.
    case auto
    case always
    case never
}

/// A menu entry that runs a command.
package struct MenuCommand: Hashable, Sendable {
    package var name: String
    /// The program and its arguments.
    package var command: [String]

    package init(name: String, command: [String]) {
        self.name = name
        self.command = command
    }
}

/// How the service's own texts and signs look on the panel.
package struct InterfaceConfiguration: Hashable, Sendable {
    /// The language, or nil for the session's language.
    package var language: Language?
    package var contrast = Contrast.normal
    /// The size of texts and signs, as a multiple of the usual size.
    package var size = 1.0
    /// Whether hints explain the panel's functions at first use.
    package var showsHints = true
    /// Whether the menu and picture in picture move to their places instead of appearing there at once.
    package var showsMotion = true

    package init() {}
}

/// The contrast of the service's own texts and signs.
package enum Contrast: String, Hashable, Sendable, CaseIterable {
    case normal
    /// White on black, with edges.
    case high
}
