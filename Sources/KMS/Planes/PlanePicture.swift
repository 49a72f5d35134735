import Mirroring

/// What one plane of a head shows.
struct PlanePicture {
    /// What of the frame it is.
    enum Part: Hashable, Sendable {
        /// The head's own picture.
        case drawn
        /// What is behind a client's buffer on an overlay.
        case black
        /// A client's buffer in place of the head's own picture.
        case client
        /// A client's buffer in front of the head's own picture, and how many of those are in front of it.
        case window(Int)
        /// Another head's picture.
        case snapshot
        /// What is drawn in front of the layers.
        case front
        case cursor
    }

    let part: Part
    let plane: Plane
    let framebuffer: UInt32
    let view: PlaneView
    /// The pixel that points, of a cursor.
    var hotspot: (x: Int, y: Int) = (0, 0)
    /// Counts what a client has drawn in the same memory.
    var version = 0
    /// Keeps the framebuffer, and who owns its memory from drawing in it.
    let memory: AnyObject
}

extension PlanePicture.Part {
    var isWindow: Bool { if case .window = self { true } else { false } }

    /// Whether it is a layer, which takes a plane from the drawn picture or stands in front of that.
    var isLayer: Bool {
        switch self {
        case .drawn, .black, .cursor: false
        case .client, .window, .snapshot, .front: true
        }
    }
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

    /// Clients' buffers in front of the drawn picture, the backmost first.
    var windows: [PlanePicture] { newest.filter(\.part.isWindow) }

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
