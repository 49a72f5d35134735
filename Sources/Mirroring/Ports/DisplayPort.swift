package import Geometry

/// What the core needs of displays, real or virtual.
///
/// Expected failures come back as values: a display may vanish between any two calls, and then a call
/// that names it does nothing.
package protocol DisplayPort: AnyObject {
    /// Held weakly. Called on the service's thread, never from within a call of this protocol.
    var observer: (any DisplayObserver)? { get set }

    /// `drm` or `virtual`.
    var backend: BackendKind { get }

    /// All connectors, connected or not, as of the last `outputsChanged`.
    var outputs: [OutputDescription] { get }

    /// Enables an output with a mode, or changes its mode; its picture is black until the first `commit`,
    /// unless `OutputCapabilities.showsEarlierPicture`.
    ///
    /// An enabled output that refuses another mode stays as it is. Else a pending presentation on it is
    /// dropped, and its `framePresented` never comes.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome

    /// Why an enabled output cannot have a mode and a transform, as far as that is known without setting them; nil where
    /// it can. Changes nothing.
    func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String?

    /// Disables an output and frees its framebuffers; nothing more is presented on it.
    func disable(_ id: OutputID)

    /// Turns the display of an enabled output off, or on again with the newest picture; returns why that failed, or nil.
    ///
    /// An output that has just been enabled is on. While it is off, pictures are presented as ever and nobody sees them.
    func setPower(of id: OutputID, isOn: Bool) -> String?

    /// How many values the curves of an enabled output have; nil where its colours cannot be changed.
    func gammaSize(of id: OutputID) -> Int?

    /// Has an enabled output show colours by a table, which is resampled to its own curves, or with nil as they are; returns why
    /// that failed, or nil. An output that has just been enabled shows them as they are.
    func setGamma(_ table: GammaTable?, of id: OutputID) -> String?

    /// What pictures of the output have to go through to be as it would show them; nil where they are not to.
    func pictureGamma(of id: OutputID) -> GammaTable?

    /// The buffer to draw the output's next frame in, the same one until it is presented; or why there is none.
    func acquire(on id: OutputID) -> AcquireOutcome

    func capabilities(of id: OutputID) -> OutputCapabilities

    /// Why the output's planes cannot show the parts of a frame by themselves: those have to be drawn.
    ///
    /// Ask before each frame: the answer may change when outputs are enabled, or after a frame was refused. The hardware itself is
    /// asked only when there is reason to. The picture in `front` is of no matter yet.
    func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment

    /// Shows a frame, of which nothing has been refused, at the next vertical blank; `framePresented` follows.
    ///
    /// What the frame has of timing is done as far as the output can, and never costs a frame.
    func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome

    func state(of id: OutputID) -> OutputState
}

extension DisplayPort {
    package func pictureGamma(of id: OutputID) -> GammaTable? { nil }
}

/// Receives the events of a `DisplayPort`.
package protocol DisplayObserver: AnyObject {
    /// Reports that connectors or their displays have changed; flapping is already debounced.
    func outputsChanged(_ outputs: [OutputDescription])

    /// Reports that the picture last queued on the output is on screen.
    func framePresented(on id: OutputID, _ presentation: Presentation)

    /// Reports that an enabled output needs its picture once more: it no longer shows the last one, or can only now say whether
    /// its planes show it.
    func pictureLost(on id: OutputID)

    /// Reports that an enabled output no longer shows what it is given; the text says why, for a log line.
    func outputFailed(on id: OutputID, _ reason: String)

    /// Reports that the displays were taken away (a VT switch); nothing can be shown until `displaysResumed`.
    func displaysPaused()

    /// Reports that the displays are back, all disabled: every output must be enabled again.
    func displaysResumed()
}

package enum BackendKind: String, Hashable, Sendable, Codable, CaseIterable {
    case drm
    case virtual
}

package enum ModesetOutcome: Hashable, Sendable {
    case done
    /// The hardware refused it; the text says why, for a log line.
    case refused(String)
    /// The hardware refused it because of the other enabled outputs; the text says why, for a log line.
    case noRoom(String)
    /// Something has run out that may be there again later, such as memory; the text says what, for a log line.
    case shortage(String)
}

package enum AcquireOutcome {
    case acquired(OutputBuffer)
    /// There is no buffer; the text says why, for a log line.
    case failed(String)
}

package enum PresentOutcome: Hashable, Sendable {
    case queued
    /// Not shown, and no `framePresented` will come; the text says why, for a log line.
    case failed(String)
}
