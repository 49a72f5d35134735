import CDRM
import Geometry
import Mirroring

/// Another head's picture on this head's screen: the plane that scans the other's framebuffer out, scaled, or why none does. That
/// is the primary plane where the head's own picture is nothing but black beside the snapshot.
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

    /// Has the primary plane show all of the head's own picture again, as the rest of a request has it, where it shows a snapshot
    /// that is wanted no more, or elsewhere.
    func giveBackPrimary(of head: Head, in request: inout AtomicRequest, isWanted: Bool = true) {
        guard isOnPrimary(of: head), !isWanted || wanted?.plane.id != head.pipe.plane.id else { return }
        request.show(framebuffer: head.framebuffer, on: head.pipe.plane)
        request.fill(head.pipe.plane, with: head.picture.mode.size)
        request.setIfPresent(.damageClips, of: head.pipe.plane, to: 0)
    }

    /// Whether the primary plane shows the snapshot, or will after the pending flip.
    func isOnPrimary(of head: Head) -> Bool { newest?.plane.id == head.pipe.plane.id }

    /// Adds what differs from what is shown; returns whether that is anything. `committed` must follow a commit.
    ///
    /// To be called after all else has been added for the primary plane.
    func add(to request: inout AtomicRequest, of head: Head) -> Bool {
        next = nil
        guard let wanted else { return addOff(to: &request, of: head) }
        // The picture stays while the source is changing how it shows its own.
        guard let picture = wanted.source?.scanned, picture.clientView == wanted.clientView else {
            return keepPrimary(of: head, in: &request)
        }
        let old = newest
        let hasFront = front.add(wanted.front, to: &request)
        // A primary plane may have been given the head's own picture.
        let isPrimary = wanted.plane.id == head.pipe.plane.id
        if let old, old.plane.id == wanted.plane.id, old.view == wanted.view, !isPrimary {
            guard old.picture.framebuffer != picture.framebuffer else { return hasFront }
            request.show(framebuffer: picture.framebuffer, on: wanted.plane)
        } else {
            if let old, old.plane.id != wanted.plane.id, !isOnPrimary(of: head) { request.turnOff(old.plane) }
            request.show(framebuffer: picture.framebuffer, wanted.view, on: wanted.plane, of: head.pipe.crtc)
        }
        next = .some(Shown(plane: wanted.plane, view: wanted.view, picture: picture))
        return true
    }

    /// Has the primary plane go on showing the snapshot that it shows; returns whether it does.
    @discardableResult
    func keepPrimary(of head: Head, in request: inout AtomicRequest) -> Bool {
        guard let newest, isOnPrimary(of: head) else { return false }
        request.show(framebuffer: newest.picture.framebuffer, newest.view, on: newest.plane, of: head.pipe.crtc)
        return true
    }

    /// Turns the planes off, but for a primary, which `giveBackPrimary` is for; returns whether any was on.
    func addOff(to request: inout AtomicRequest, of head: Head) -> Bool {
        next = nil
        guard let old = newest else { return false }
        _ = front.add(nil, to: &request)
        if !isOnPrimary(of: head) { request.turnOff(old.plane) }
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

    /// The question that waits is about to be asked.
    func reviewed() {
        answers.reviewed()
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
