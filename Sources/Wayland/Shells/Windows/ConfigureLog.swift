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

    /// The number of unanswered events kept.
    private static let capacity = 1024

    private var unanswered: [Entry] = []
    /// The serials of the oldest and the newest unanswered event that are no longer kept; nil for none.
    ///
    /// A client that could not answer for a while, such as during a resize, acknowledges these events too.
    private var forgotten: (first: UInt32, last: UInt32)?
    /// The configuration that the next commit answers.
    private(set) var acknowledged: ShellConfiguration?

    /// True if no event waits for an acknowledgement.
    var isEmpty: Bool { unanswered.isEmpty }

    mutating func add(_ configuration: ShellConfiguration, serial: UInt32) {
        if unanswered.count == Self.capacity {
            let last = unanswered.removeFirst().serial
            forgotten = (forgotten?.first ?? last, last)
        }
        unanswered.append(Entry(serial: serial, configuration: configuration))
    }

    /// Acknowledges an event; false if it does not exist or was consumed.
    mutating func acknowledge(_ serial: UInt32) -> Bool {
        guard let index = unanswered.firstIndex(where: { $0.serial == serial }) else { return answerForgotten(serial) }
        acknowledged = unanswered[index].configuration
        unanswered.removeSubrange(...index)
        forgotten = nil
        return true
    }

    /// Acknowledges the last event of a toplevel that a picture of this size answers.
    mutating func acknowledge(drawn size: Size<LogicalSpace>) {
        let answered = unanswered.last { entry in
            guard case .toplevel(let asked) = entry.configuration else { return false }
            return asked.size.isEmpty || asked.size == size
        }
        if let answered { _ = acknowledge(answered.serial) }
    }

    /// Acknowledges a forgotten event. Later events have superseded its configuration.
    private mutating func answerForgotten(_ serial: UInt32) -> Bool {
        // Serials wrap around.
        guard let (first, last) = forgotten, serial &- first <= last &- first else { return false }
        forgotten = serial == last ? nil : (serial &+ 1, last)
        return true
    }

    /// Takes the configuration that a commit answers.
    mutating func takeAcknowledged() -> ShellConfiguration? {
        defer { acknowledged = nil }
        return acknowledged
    }
}

/// Counts how often a client is asked again for a size that it has acknowledged but not drawn.
///
/// Clients with few buffers (swaylock 1.7, swaynag) may acknowledge a size while no buffer is free, and commit their
/// old picture once more. They draw the new size only if they are asked for it again.
struct SizeReminder {
    /// The most reminders. With the delays before them, they take about three seconds.
    private static let limit = 5

    private var count = 0

    /// The time in microseconds that the client has to draw the acknowledged size.
    var delay: Int64 { 100_000 << Int64(count) }

    /// Counts one more reminder; false if the client has been reminded often enough.
    mutating func remind() -> Bool {
        guard count < Self.limit else { return false }
        count += 1
        return true
    }

    /// Starts the count again: the client has drawn the size, or another size is wanted.
    mutating func startOver() {
        count = 0
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
    /// Nobody sees the window, and its client need not draw.
    var isSuspended = false

    var states: [XdgToplevel.State] {
        var states: [XdgToplevel.State] = []
        if isMaximized { states.append(.maximized) }
        if isFullscreen { states.append(.fullscreen) }
        if resizing != nil { states.append(.resizing) }
        if isActivated { states.append(.activated) }
        if isSuspended { states.append(.suspended) }
        return states
    }
}
