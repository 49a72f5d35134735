import CDRM
import Geometry
import Mirroring

/// What one plane of a head shows.
struct PlanePicture {
    /// What of the frame it is.
    enum Part: Hashable, Sendable {
        /// The head's own picture.
        case drawn
        /// What is behind a client's buffer on an overlay.
        case black
        case client
        /// Another head's picture.
        case snapshot
        /// What is drawn in front of a client's buffer or a snapshot.
        case front
        case cursor
    }

    let part: Part
    let plane: Plane
    let framebuffer: UInt32
    let view: PlaneView
    /// The pixel that points, of a cursor.
    var hotspot: (x: Int, y: Int) = (0, 0)
    /// Keeps the framebuffer, and who owns its memory from drawing in it.
    let memory: AnyObject
}

/// What the planes of a head show, from the back to the front, and what the flip on its way brings.
///
///     shown -- committed --> shown and pending -- flipped --> the pending ones are shown, and the memory of the others is free
struct HeadPlanes {
    private var shown: [PlanePicture] = []
    private var pending: [PlanePicture]?
    /// What the kernel was told last: other pictures than the newest while the display is off, and goes on as if it were not.
    private(set) var told: [PlanePicture] = []

    /// What is on screen, or soon to be.
    var newest: [PlanePicture] { pending ?? shown }

    subscript(part: PlanePicture.Part) -> PlanePicture? { newest.first { $0.part == part } }

    mutating func committed(_ next: [PlanePicture], isTold: Bool) {
        pending = next
        if isTold { told = next }
    }

    mutating func flipped() {
        shown = newest
        pending = nil
    }

    /// A commit that has waited for the hardware has put these on screen, whatever was there before.
    mutating func set(_ next: [PlanePicture]) {
        (shown, pending, told) = (next, nil, next)
    }
}

/// What a request changes of a head's planes.
struct PlaneChanges {
    /// The parts of the frame that look different, or are elsewhere.
    var parts: Set<PlanePicture.Part> = []
    /// Whether that is nothing but another framebuffer for the primary plane.
    var isPictureAlone = true
}

extension AtomicRequest {
    /// Has a head's planes show `next` where they show `old`, by what differs between the two, which includes the pixels of the
    /// part that is `redrawn`.
    @discardableResult
    mutating func show(
        _ next: [PlanePicture], after old: [PlanePicture], redrawn: PlanePicture.Part? = nil, of pipe: HeadPipe
    ) -> PlaneChanges {
        var changes = PlaneChanges()
        for picture in old where !next.contains(where: { $0.plane.id == picture.plane.id }) {
            turnOff(picture.plane)
            changes.parts.insert(picture.part)
            changes.isPictureAlone = false
        }
        for picture in next {
            let before = old.first { $0.plane.id == picture.plane.id }
            guard change(before, to: picture, isRedrawn: picture.part == redrawn, of: pipe.crtc) else { continue }
            changes.parts.insert(picture.part)
            let isMoved = before?.view != picture.view
            if picture.plane.id != pipe.plane.id || isMoved { changes.isPictureAlone = false }
        }
        return changes
    }

    /// Returns whether anything differs.
    private mutating func change(_ old: PlanePicture?, to next: PlanePicture, isRedrawn: Bool, of crtc: CRTC) -> Bool {
        let plane = next.plane
        guard let old, old.view.depth == next.view.depth else {
            set(.framebufferID, of: plane, to: UInt64(next.framebuffer))
            set(.crtcID, of: plane, to: UInt64(crtc.number))
            place(next.view, on: plane, after: nil)
            set(plane.takeoverSettings(depth: next.view.depth), of: plane)
            setIfPresent(.damageClips, of: plane, to: 0)
            point(next)
            return true
        }
        let isOther = isRedrawn || old.framebuffer != next.framebuffer
        guard isOther || old.view != next.view else { return false }
        if isOther {
            set(.framebufferID, of: plane, to: UInt64(next.framebuffer))
            // All of it: nobody counts what has changed since this buffer was last on screen.
            setIfPresent(.damageClips, of: plane, to: 0)
            point(next)
        }
        place(next.view, on: plane, after: old.view)
        return true
    }

    private mutating func point(_ picture: PlanePicture) {
        guard picture.part == .cursor else { return }
        setIfPresent(.hotspotX, of: picture.plane, to: UInt64(clamping: picture.hotspot.x))
        setIfPresent(.hotspotY, of: picture.plane, to: UInt64(clamping: picture.hotspot.y))
    }

    private mutating func place(_ view: PlaneView, on plane: Plane, after old: PlaneView?) {
        if view.source != old?.source {
            set(.sourceX, of: plane, to: UInt64(clamping: view.source.x))
            set(.sourceY, of: plane, to: UInt64(clamping: view.source.y))
            set(.sourceWidth, of: plane, to: UInt64(clamping: view.source.width))
            set(.sourceHeight, of: plane, to: UInt64(clamping: view.source.height))
        }
        if view.destination != old?.destination {
            // Positions may be negative: the kernel takes the lower 32 bits.
            set(.crtcX, of: plane, to: UInt64(bitPattern: Int64(view.destination.x)))
            set(.crtcY, of: plane, to: UInt64(bitPattern: Int64(view.destination.y)))
            if view.destination.size != old?.destination.size {
                set(.crtcWidth, of: plane, to: UInt64(clamping: view.destination.width))
                set(.crtcHeight, of: plane, to: UInt64(clamping: view.destination.height))
            }
        }
        if let encoding = view.encoding, encoding != old?.encoding { set(plane.settings(encoding), of: plane) }
    }
}
