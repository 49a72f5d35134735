import Geometry
import WaylandBinding

/// The configure events of one `xdg_surface` and the last one acknowledged.
///
/// A value. An acknowledged event and all before it are consumed: none of them can be acknowledged again.
struct ConfigureLog {
    private struct Entry {
        var serial: UInt32
        var configuration: ShellConfiguration
    }

    /// The number of unanswered events kept; a client that lets more pile up can acknowledge only the later ones.
    private static let capacity = 1024

    private var unanswered: [Entry] = []
    /// The configuration that the next commit answers.
    private(set) var acknowledged: ShellConfiguration?

    /// True if no event waits for an acknowledgement.
    var isEmpty: Bool { unanswered.isEmpty }

    mutating func add(_ configuration: ShellConfiguration, serial: UInt32) {
        if unanswered.count == Self.capacity { unanswered.removeFirst() }
        unanswered.append(Entry(serial: serial, configuration: configuration))
    }

    /// Acknowledges an event; false if it does not exist or was consumed.
    mutating func acknowledge(_ serial: UInt32) -> Bool {
        guard let index = unanswered.firstIndex(where: { $0.serial == serial }) else { return false }
        acknowledged = unanswered[index].configuration
        unanswered.removeSubrange(...index)
        return true
    }

    /// Takes the configuration that a commit answers.
    mutating func takeAcknowledged() -> ShellConfiguration? {
        defer { acknowledged = nil }
        return acknowledged
    }
}

/// The configuration in a configure event, by role.
enum ShellConfiguration: Hashable {
    case toplevel(ToplevelConfiguration)
    /// The popup's window geometry, relative to its parent's.
    case popup(Rect<LogicalSpace>)
    /// The size of a layer surface.
    case layer(Size<LogicalSpace>)
    /// The size of a lock surface.
    case lock(Size<LogicalSpace>)
}

/// The state in a toplevel's configure event.
struct ToplevelConfiguration: Hashable {
    /// Zero lets the client choose.
    var size = Size<LogicalSpace>.zero
    var isMaximized = false
    var isFullscreen = false
    /// The edges of an interactive resize.
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
