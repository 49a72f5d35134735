/// The panel menu, and the handle on the glass that opens it.
package struct MenuConfiguration: Hashable, Sendable {
    /// The panel's edge that the handle is at, and the menu beside it.
    package var edge = MenuEdge.right
    /// The handle's place along the edge: 0 at the left or the top, 1 at the other end.
    package var place = 0.5
    /// The handle's length along the edge.
    package var lengthMillimetres = 14.0
    package var handle = HandleVisibility.auto
    /// How long each entry is highlighted for a switch device; 0 for no scanning.
    package var scanMicroseconds: Int64 = 0
    /// Whether the menu lists the programs that are installed.
    package var hasLauncher = false
    /// Entries of the user's own, after those of the service.
    package var commands: [MenuCommand] = []

    package init() {}

    /// The lengths that a finger can hit, and a panel has room for.
    package static let lengths = 9.0...60.0
    /// The most entries of the user's own.
    package static let maximumCommands = 40
}

/// An edge of the panel.
package enum MenuEdge: String, Hashable, Sendable, CaseIterable {
    case left, right, top, bottom

    /// Whether the edge is upright.
    package var isSide: Bool { self == .left || self == .right }
}

/// When the handle is on the glass.
package enum HandleVisibility: String, Hashable, Sendable, CaseIterable {
    /// While the panel shows something else than the content alone: a controller, or one of two applications.
    case auto
    case always
    case never
}

/// An entry of the menu that runs a command.
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
    /// Nil for that of the session.
    package var language: Language?
    package var contrast = Contrast.normal
    /// How many times as large as usual.
    package var size = 1.0
    /// Whether what the panel can do is explained at first use.
    package var showsHints = true
    /// Whether the menu and picture in picture move to their places; otherwise they are there at once.
    package var showsMotion = true

    package init() {}
}

/// How far apart the colours of the service's own texts and signs are.
package enum Contrast: String, Hashable, Sendable, CaseIterable {
    case normal
    /// White on black, with edges.
    case high
}
