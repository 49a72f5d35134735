import Geometry
import Mirroring

/// The way to make a card show pictures: atomic commits, or the legacy calls.
///
/// Methods that return a `CInt` return 0 or an errno.
protocol ModeSetting {
    /// The timing features of a connector on a CRTC.
    func timingAbilities(of connector: Connector, on crtc: CRTC) -> HeadTiming.Abilities

    /// Tests a change without making it; `ENOTSUP` if the card has no tests.
    func test(_ change: PipeChange) -> CInt

    /// Makes a change and waits for the hardware. On failure, the enabled heads are as before.
    func make(_ change: PipeChange) -> CInt

    /// Enables a head once more, as after its link was lost, and waits for the hardware.
    func relight(_ head: Head) -> CInt

    /// Enables a head once more without waiting for the hardware; an event with `token` follows.
    /// Returns `EBUSY` while the kernel still waits for an earlier flip.
    func revive(_ head: Head, token: UInt64) -> CInt

    /// Turns a head's display off or on, as the head's `isOn` says, and waits for the hardware.
    /// The head keeps its connector, CRTC and planes.
    func setPower(of head: Head) -> CInt

    /// The number of values in a CRTC's gamma table; nil if it has none.
    func gammaSize(of crtc: CRTC) -> Int?

    /// Sets the head's `gamma` and waits for the hardware.
    func setGamma(of head: Head) -> CInt

    /// Turns off everything that a head uses. A connector that has vanished may have to be left out.
    func turnOff(_ head: Head, withConnector: Bool) -> CInt

    /// Turns everything off; `ENOTSUP` if changes never require it.
    func turnOffAll(connectors: [Connector], crtcs: [CRTC], planes: [Plane]) -> CInt

    /// Tests whether the planes of a head can show these pictures, with the planes in `others` turned off.
    func test(_ pictures: [PlanePicture], on head: Head, without others: [Plane]) -> CInt

    /// Shows these pictures, the result of `flip`, on the planes of a head at the next vertical blank; an event with `token` follows.
    func flip(_ flip: HeadFlip, to pictures: [PlanePicture], of head: Head, token: UInt64) throws(KMSError)
        -> FlipOutcome

    /// Restores the card's initial state.
    /// Connectors that have vanished are left out. Connectors in `enabled` that did not exist at first are disabled.
    func restore(present: [Connector], disabling enabled: [Connector]) -> CInt
}

/// A change of the connectors, CRTCs and planes that a card's heads use.
struct PipeChange {
    /// The heads to enable, or to move to other pipes.
    let enabled: [(head: Head, pipe: HeadPipe)]
    /// The objects that no head uses, to be turned off.
    let unusedConnectors: [Connector]
    let unusedCRTCs: [CRTC]
    let unusedPlanes: [Plane]

    /// The heads that are already enabled and move to other pipes.
    var moved: [(head: Head, pipe: HeadPipe)] { enabled.filter { $0.pipe.numbers != $0.head.pipe.numbers } }
}

/// A change of the pictures on a head's planes.
enum HeadFlip {
    /// The picture stays, and only other planes change.
    case layers
    /// Shows a frame whose drawing completes with the fence; the damage is everything painted since the buffer was last shown.
    case drawn(HeadBuffer, damage: Region<ScanoutSpace>, after: DrawingFence?)
    /// Shows a frame with a client's buffer.
    case client([PlanePicture])

    /// The part whose pixels change, even within the same framebuffer.
    var part: PlanePicture.Part? {
        switch self {
        case .layers: nil
        case .drawn: .drawn
        case .client: .client
        }
    }
}

/// The outcome of a flip.
enum FlipOutcome {
    /// An event will follow.
    case queued
    /// The picture is already on screen, and no event follows: the driver has no flips.
    case shown
    /// The errno, and the parts of the frame that were to change.
    case failed(CInt, Set<PlanePicture.Part> = [])
}
