import Mirroring

/// The picture on one plane of a head.
struct PlanePicture {
    /// The part of the frame that a plane shows.
    enum Part: Hashable, Sendable {
        /// The head's own picture.
        case drawn
        /// The black behind a client's buffer on an overlay.
        case black
        /// A client's buffer in place of the head's own picture.
        case client
        /// A client's buffer in front of the head's own picture, with the number of such buffers in front of it.
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
    /// The cursor's hotspot.
    var hotspot: (x: Int, y: Int) = (0, 0)
    /// Changes with each drawing of a client into the same memory.
    var version = 0
    /// Keeps the framebuffer alive and its memory unchanged.
    let memory: AnyObject
}

extension PlanePicture.Part {
    var isWindow: Bool { if case .window = self { true } else { false } }

    /// Whether the part is a layer, which replaces the drawn picture on a plane or lies in front of it.
    var isLayer: Bool {
        switch self {
        case .drawn, .black, .cursor: false
        case .client, .window, .snapshot, .front: true
        }
    }
}

/// The pictures on the planes of a head, from the back to the front, and those of the pending flip.
///
///     shown -- committed --> shown and pending -- flipped --> the pending ones are shown, and the memory of the others is free
struct HeadPlanes {
    private var shown: [PlanePicture] = []
    private var pending: [PlanePicture]?
    /// The pictures that the kernel was told last. They differ from the newest while the display is off and flips go on without the kernel.
    private(set) var told: [PlanePicture] = []

    /// The pictures on screen, or soon on screen.
    var newest: [PlanePicture] { pending ?? shown }

    subscript(part: PlanePicture.Part) -> PlanePicture? { newest.first { $0.part == part } }

    /// The clients' buffers in front of the drawn picture, the backmost first.
    var windows: [PlanePicture] { newest.filter(\.part.isWindow) }

    mutating func committed(_ next: [PlanePicture], isTold: Bool) {
        pending = next
        if isTold { told = next }
    }

    mutating func flipped() {
        shown = newest
        pending = nil
    }

    /// Sets the pictures that a blocking commit has put on screen, whatever was there before.
    mutating func set(_ next: [PlanePicture]) {
        (shown, pending, told) = (next, nil, next)
    }
}
