import Geometry

/// The configure events of one `xdg_surface`, and which of them its client has acknowledged.
///
/// A value. An acknowledged event and all before it are consumed: none of them can be acknowledged again.
struct ConfigureLog {
    private struct Entry {
        var serial: UInt32
        var configuration: ShellConfiguration
    }

    /// So many unanswered events are remembered; a client that lets more pile up may answer the later ones only.
    private static let capacity = 1024

    private var unanswered: [Entry] = []
    /// What the next commit answers to.
    private(set) var acknowledged: ShellConfiguration?

    /// Nothing waits for an answer.
    var isEmpty: Bool { unanswered.isEmpty }

    mutating func add(_ configuration: ShellConfiguration, serial: UInt32) {
        if unanswered.count == Self.capacity { unanswered.removeFirst() }
        unanswered.append(Entry(serial: serial, configuration: configuration))
    }

    /// False when there is no such event left to acknowledge.
    mutating func acknowledge(_ serial: UInt32) -> Bool {
        guard let index = unanswered.firstIndex(where: { $0.serial == serial }) else { return false }
        acknowledged = unanswered[index].configuration
        unanswered.removeSubrange(...index)
        return true
    }

    /// The configuration that a commit takes up.
    mutating func takeAcknowledged() -> ShellConfiguration? {
        defer { acknowledged = nil }
        return acknowledged
    }
}

/// What a configure event asked for, by role.
enum ShellConfiguration: Hashable {
    case toplevel(ToplevelConfiguration)
    /// The popup's window geometry, relative to its parent's.
    case popup(Rect<LogicalSpace>)
    /// The size of a layer surface.
    case layer(Size<LogicalSpace>)
}

/// What a toplevel's configure event carries.
struct ToplevelConfiguration: Hashable {
    /// Zero lets the client choose.
    var size = Size<LogicalSpace>.zero
    var isMaximized = false
    var isFullscreen = false
    /// The edges by which the user resizes the window.
    var resizing: XdgToplevel.ResizeEdge?
    var isActivated = false

    var states: [XdgToplevel.State] {
        var states: [XdgToplevel.State] = []
        if isMaximized { states.append(.maximized) }
        if isFullscreen { states.append(.fullscreen) }
        if resizing != nil { states.append(.resizing) }
        if isActivated { states.append(.activated) }
        return states
    }
}
