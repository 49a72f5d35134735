package import Geometry

/// The core's access to displays, real or virtual.
///
/// Expected failures are returned as values. A display may vanish between any two calls, and a call that names a
/// vanished display does nothing.
package protocol DisplayPort: AnyObject {
    /// The observer, held weakly.
    ///
    /// The observer is called on the service's thread, never from within a call of this protocol.
    var observer: (any DisplayObserver)? { get set }

    /// All connectors, connected or not, as of the last `outputsChanged`.
    var outputs: [OutputDescription] { get }

    /// Enables an output with a mode, or changes its mode.
    ///
    /// The output's picture is black until the first `commit`, unless `OutputCapabilities.showsEarlierPicture`. An
    /// enabled output that refuses another mode stays as it is. Otherwise a pending presentation on the output is
    /// dropped, and no `framePresented` follows.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome

    /// Why an enabled output cannot have a mode and a transform, or nil where nothing is known against them.
    ///
    /// Asking changes nothing.
    func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String?

    /// Disables an output and frees its framebuffers; nothing more is presented on it.
    func disable(_ id: OutputID)

    /// Turns the display of an enabled output off or on; returns the reason of a failure, or nil.
    ///
    /// A display that is turned on shows the newest picture. The display of an output that has just been enabled is on.
    /// While a display is off, pictures are presented as usual and nobody sees them.
    func setPower(of id: OutputID, isOn: Bool) -> String?

    /// Sets the colour table of an enabled output, or removes it with nil; returns the reason of a failure, or nil.
    ///
    /// The table is resampled to the output's own curves. An output that has just been enabled has no table.
    func setGamma(_ table: GammaTable?, of id: OutputID) -> String?

    /// The buffer for the output's next frame, or the reason why there is none.
    ///
    /// The buffer stays the same until its frame is presented.
    func acquire(on id: OutputID) -> AcquireOutcome

    func capabilities(of id: OutputID) -> OutputCapabilities

    /// Why the output's planes cannot show the parts of a frame; such parts must be drawn.
    ///
    /// Ask before each frame: the answer may change when outputs are enabled, or after a frame was refused. The
    /// hardware itself is asked only when there is reason to. The picture in `front` does not matter yet.
    func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment

    /// Shows a frame without refused parts at the next vertical blank; `framePresented` follows.
    ///
    /// The output follows the frame's timing as far as it can. A timing never costs a frame.
    func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome

    func state(of id: OutputID) -> OutputState
}

/// Receives the events of a `DisplayPort`.
package protocol DisplayObserver: AnyObject {
    /// Reports that connectors or their displays have changed, after debouncing.
    func outputsChanged(_ outputs: [OutputDescription])

    /// Reports that the picture last queued on the output is on screen.
    func framePresented(on id: OutputID, _ presentation: Presentation)

    /// Reports that an enabled output needs its picture once more.
    ///
    /// The output no longer shows the last picture, or can only now say whether its planes show it.
    func pictureLost(on id: OutputID)

    /// Reports that an enabled output no longer shows its frames; the text says why, for a log line.
    func outputFailed(on id: OutputID, _ reason: String)

    /// Reports that the displays were taken away, as by a VT switch; nothing can be shown until `displaysResumed`.
    func displaysPaused()

    /// Reports that the displays are back and disabled; every output must be enabled again.
    func displaysResumed()
}

package enum ModesetOutcome: Hashable, Sendable {
    case done
    /// The hardware refused the mode; the text says why, for a log line.
    case refused(String)
    /// The hardware refused the mode because of the other enabled outputs; the text says why, for a log line.
    case noRoom(String)
    /// Something has run out that may be available again later, such as memory; the text says what, for a log line.
    case shortage(String)
}

package enum AcquireOutcome {
    case acquired(OutputBuffer)
    /// There is no buffer; the text says why, for a log line.
    case failed(String)
}

package enum PresentOutcome: Hashable, Sendable {
    case queued
    /// The frame is not shown, and no `framePresented` follows; the text says why, for a log line.
    case failed(String)
}
