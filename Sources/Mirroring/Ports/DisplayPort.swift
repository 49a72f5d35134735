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

    /// Enables an output with a mode, or changes its mode; its picture is black until the first `present`,
    /// unless `showsEarlierPicture`.
    ///
    /// An enabled output that refuses another mode stays as it is. Else a pending presentation on it is
    /// dropped, and its `framePresented` never comes.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome

    /// Whether an output that has just been enabled goes on showing what was there before, such as a boot splash.
    func showsEarlierPicture(on id: OutputID) -> Bool

    /// Why an enabled output cannot have a mode and a transform, as far as that is known without setting them; nil where
    /// it can. Changes nothing.
    func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String?

    /// Disables an output and frees its framebuffers; nothing more is presented on it.
    func disable(_ id: OutputID)

    /// Turns the display of an enabled output off, or on again with the newest picture; returns why that failed, or nil.
    ///
    /// An output that has just been enabled is on. While it is off, pictures are presented as ever and nobody sees them.
    func setPower(of id: OutputID, isOn: Bool) -> String?

    /// The buffer to draw the output's next frame in, the same one until it is presented; or why there is none.
    func acquire(on id: OutputID) -> AcquireOutcome

    /// Shows the acquired buffer, which has been drawn, at the next vertical blank; `framePresented` follows.
    ///
    /// `damage` is what has been drawn in it, in the viewer's orientation. The display waits for `fence`, the end of the
    /// drawing, before it shows the buffer; nil for one that is complete, or of which the kernel knows when it is.
    func present(damage: Region<OutputSpace>, after fence: DrawingFence?, on id: OutputID) -> PresentOutcome

    /// What the output can show of clients' buffers by itself, as far as that is known without a test; nil where it shows
    /// none.
    func scanoutOffer(on id: OutputID) -> ScanoutOffer?

    /// Why the output cannot show a client's buffer in place of a drawn frame, cropped, scaled, with black around it and a picture
    /// in front as the layer says; nil where it can. The picture itself, `front`, is of no matter yet.
    ///
    /// Ask before each frame, as for cursors.
    func refusal(ofContent content: ContentLayer, on id: OutputID) -> LayerRefusal?

    /// Shows a client's buffer, which has not been refused, at the next vertical blank; `framePresented` follows.
    ///
    /// The buffer is held until the screen shows something else.
    func present(_ content: ContentLayer, on id: OutputID) -> PresentOutcome

    /// Why the output cannot show cursors of this size by itself; nil where it can.
    ///
    /// Ask before each frame: the answer may change when outputs are enabled, or after a frame was refused. The
    /// hardware itself is asked only when there is reason to.
    func refusal(ofCursor size: Size<OutputSpace>, on id: OutputID) -> LayerRefusal?

    /// Sets the cursor that the output shows above its picture from the next `present` or `presentLayers` on, or with
    /// nil removes it. It is lost when the output is disabled or its mode changes.
    func setCursor(_ cursor: CursorLayer?, on id: OutputID)

    /// Why the output shows no other output's picture by itself, whatever it looks like and as long as the output is enabled; nil
    /// where that has to be asked for each.
    func snapshotObstacle(on id: OutputID) -> LayerRefusal?

    /// Why the output cannot show another output's picture by itself, scaled; nil where it can.
    ///
    /// Ask before each frame, as for cursors, and after the cursor has been set.
    func refusal(ofSnapshot snapshot: SnapshotLayer, on id: OutputID) -> LayerRefusal?

    /// Sets the snapshot that the output shows above its picture and below its cursor from the next `present` or
    /// `presentLayers` on, or with nil removes it. Each of these takes the source's newest picture, be it on screen or about
    /// to be; the source's memory stays as it is until the output shows something else.
    func setSnapshot(_ snapshot: SnapshotLayer?, on id: OutputID)

    /// The number of the plane that shows a layer of an output by itself, or for the content its drawn picture; nil for none, and
    /// where planes have no numbers.
    func plane(of kind: OutputLayerKind, on id: OutputID) -> UInt32?

    /// Sets when the output shows frames from the next `present` or `presentLayers` on, as far as it can. It is lost when the
    /// output is disabled or its mode changes, and never costs a frame: what is refused is left out.
    func setTiming(_ timing: FrameTiming, on id: OutputID)

    /// How the output showed its last frame, and why not as it was to.
    func timing(of id: OutputID) -> TimingState

    /// What the frames have of each colour that are drawn for an enabled output.
    func depth(of id: OutputID) -> FrameDepth

    /// Shows the layers at the next vertical blank above the picture that is on screen; `framePresented` follows.
    func presentLayers(on id: OutputID) -> PresentOutcome
}

extension DisplayPort {
    package func showsEarlierPicture(on id: OutputID) -> Bool { false }

    package func snapshotObstacle(on id: OutputID) -> LayerRefusal? { nil }

    package func depth(of id: OutputID) -> FrameDepth { FrameDepth() }
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

/// When and how a picture came to the screen.
package struct Presentation: Hashable, Sendable {
    package var time: Timestamp
    /// Nanoseconds to the next refresh, the shortest where that varies, or 0 when unknown.
    package var refreshNanoseconds: Int
    /// The display's count of vertical blanks, or 0 where it has none.
    package var sequence: UInt64
    /// Whether the instant is the hardware's own, at the vertical blank.
    package var isHardwareClock: Bool
    /// Whether the display waits for frames: the next refresh is not before `refreshNanoseconds`, and may be later.
    package var isVariable: Bool
    /// Whether the frame was shown at once, whatever the display was scanning.
    package var isTorn: Bool

    package init(
        time: Timestamp, refreshNanoseconds: Int, sequence: UInt64, isHardwareClock: Bool, isVariable: Bool = false,
        isTorn: Bool = false
    ) {
        self.time = time
        self.refreshNanoseconds = refreshNanoseconds
        self.sequence = sequence
        self.isHardwareClock = isHardwareClock
        self.isVariable = isVariable
        self.isTorn = isTorn
    }
}
