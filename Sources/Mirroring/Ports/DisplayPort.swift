import Geometry

/// What the core needs of displays, real or virtual.
///
/// Expected failures come back as values: a display may vanish between any two calls, and then a call
/// that names it does nothing.
package protocol DisplayPort: AnyObject {
    /// Held weakly. Told of changes on the service's thread, never from within a call of this protocol.
    var observer: (any DisplayObserver)? { get set }

    /// `drm` or `virtual`.
    var backend: BackendKind { get }

    /// All connectors, connected or not, as of the last `outputsChanged`.
    var outputs: [OutputDescription] { get }

    /// Lights an output with a mode, or changes its mode; its picture is black until the first `present`.
    ///
    /// A pending presentation on it is forgotten and its `framePresented` never comes.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome

    /// Turns an output off and frees its framebuffers; nothing more is presented on it.
    func disable(_ id: OutputID)

    /// Shows `buffer` at the next vertical blank; `framePresented` follows.
    ///
    /// `buffer` is in the orientation of the viewer; its size is the mode's after the transform. `damage` is
    /// what has changed since the last call that returned `.queued` for this output; the buffer may be
    /// changed as soon as the call returns.
    func present(_ buffer: PixelBuffer, damage: Region<OutputSpace>, on id: OutputID) -> PresentOutcome
}

/// Told by a `DisplayPort` what happens to its displays.
package protocol DisplayObserver: AnyObject {
    /// Connectors or their displays have changed; flapping is already smoothed.
    func outputsChanged(_ outputs: [OutputDescription])

    /// The picture last queued on the output is on screen.
    func framePresented(on id: OutputID, _ presentation: Presentation)

    /// The displays have been taken away (a VT switch); nothing can be shown until `displaysResumed`.
    func displaysPaused()

    /// The displays are ours again, all of them dark: every output must be enabled anew.
    func displaysResumed()
}

package enum BackendKind: String, Hashable, Sendable, Codable {
    case drm
    case virtual
}

package enum ModesetOutcome: Hashable, Sendable {
    case done
    /// The hardware would not take it; the text says why, for a log line.
    case refused(String)
    /// The hardware would take it if fewer displays were lit; the text says why, for a log line.
    case noRoom(String)
}

package enum PresentOutcome: Hashable, Sendable {
    case queued
    /// Not shown, and no `framePresented` will come; the text says why, for a log line.
    case failed(String)
}

/// When and how a picture came to the screen.
package struct Presentation: Hashable, Sendable {
    package var time: Timestamp
    /// Nanoseconds to the next refresh, or 0 when unknown.
    package var refreshNanoseconds: Int
    /// The display's own count of vertical blanks, or 0 where it has none.
    package var sequence: UInt64
    /// The instant is the hardware's own, tied to the vertical blank.
    package var isHardwareClock: Bool

    package init(time: Timestamp, refreshNanoseconds: Int, sequence: UInt64, isHardwareClock: Bool) {
        self.time = time
        self.refreshNanoseconds = refreshNanoseconds
        self.sequence = sequence
        self.isHardwareClock = isHardwareClock
    }
}
