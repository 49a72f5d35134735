import CDRM
import Geometry
import Mirroring

/// Another head's picture on this head's screen: the plane that scans the other's framebuffer out, scaled, or why none does.
///
///     off -- a layer, accepted --> on(plane): each commit takes the source's newest framebuffer
///     on -- no layer, or a refused one --> off, with the same commit that shows the drawn picture
///
/// What is on screen and what is on its way are held until another flip has replaced them.
final class HeadSnapshot {
    /// What is to be shown from the next commit on.
    struct Wanted {
        weak var source: Head?
        /// How the source shows the client's buffer of which `view` is a part; nil where it shows a drawn picture.
        let clientView: PlaneView?
        let plane: Plane
        let view: PlaneView
        /// What lies above it, and the plane for that; nil for nothing.
        let front: FrontPlane.Wanted?
    }

    /// What a plane shows.
    private struct Shown {
        let plane: Plane
        let view: PlaneView
        let picture: HeldPicture
    }

    var wanted: Wanted?
    private(set) var answers = SnapshotAnswers()
    private var shown: Shown?
    /// What the flip on its way brings; nil inside for nothing.
    private var pending: Shown??
    /// What the request that was last added to comes to.
    private var next: Shown??

    /// What lies above the snapshot.
    let front = FrontPlane()

    /// The plane that shows the snapshot, or will after the pending flip.
    var plane: Plane? { newest?.plane }

    /// The planes for the snapshot and for what lies above it.
    var planes: [Plane] { [plane, front.plane].compactMap(\.self) }

    private var newest: Shown? { pending ?? shown }

    /// The plane for a snapshot, from `ask` only where the last answer is of no use.
    func answer(
        to question: SnapshotAnswers.Question, at now: Timestamp, ask: () -> SnapshotAnswers.Answer
    ) -> SnapshotAnswers.Answer {
        answers.answer(to: question, at: now, ask: ask)
    }

    /// Adds what differs from what is shown; returns whether that is anything. `committed` must follow a commit.
    func add(to request: inout AtomicRequest, on crtc: CRTC) -> Bool {
        next = nil
        guard let wanted else { return addOff(to: &request) }
        // The picture stays while the source is changing how it shows its own.
        guard let picture = wanted.source?.scanned, picture.clientView == wanted.clientView else { return false }
        let old = newest
        let hasFront = front.add(wanted.front, to: &request)
        if let old, old.plane.id == wanted.plane.id, old.view == wanted.view {
            guard old.picture.framebuffer != picture.framebuffer else { return hasFront }
            request.show(framebuffer: picture.framebuffer, on: wanted.plane)
        } else {
            if let old, old.plane.id != wanted.plane.id { request.turnOff(old.plane) }
            request.show(framebuffer: picture.framebuffer, wanted.view, on: wanted.plane, of: crtc)
        }
        next = .some(Shown(plane: wanted.plane, view: wanted.view, picture: picture))
        return true
    }

    /// Turns the planes off; returns whether any was on.
    func addOff(to request: inout AtomicRequest) -> Bool {
        next = nil
        guard let old = newest else { return false }
        _ = front.add(nil, to: &request)
        request.turnOff(old.plane)
        next = .some(nil)
        return true
    }

    /// What was added is on its way to the screen.
    func committed() {
        front.committed()
        guard let next else { return }
        pending = next
        self.next = nil
    }

    /// What was committed is on screen.
    func flipped() {
        front.flipped()
        guard let pending else { return }
        shown = pending
        self.pending = nil
    }

    /// A commit with what was added has failed: the snapshot is refused from now on, unless another reason is known.
    func failed(_ errorNumber: CInt, at now: Timestamp) {
        next = nil
        if KMSError.blamesLayers(errorNumber) { refuse(.hardware, at: now) }
    }

    /// Has the snapshot drawn from the next frame on.
    func refuse(_ refusal: LayerRefusal, at now: Timestamp) {
        answers.refuse(refusal, at: now)
    }

    /// Outputs are used in another way now.
    func reconsider() {
        answers.reset()
    }

    /// The head is on another CRTC, or everything was turned off: so was the plane.
    func turnedOff() {
        (shown, pending, next, wanted) = (nil, nil, nil, nil)
        front.turnedOff()
        answers.reset()
    }
}
