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
