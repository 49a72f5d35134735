import Geometry
import Mirroring

/// How a card is made to show pictures: by atomic commits, or by the calls from before them.
///
/// What is not said to throw returns 0 or an errno.
protocol ModeSetting {
    /// Which ways to show frames there are for a connector on a CRTC.
    func timingAbilities(of connector: Connector, on crtc: CRTC) -> HeadTiming.Abilities

    /// Tests a change without making it; `ENOTSUP` where the card has no tests.
    func test(_ change: PipeChange) -> CInt

    /// Makes a change and waits for the hardware; if that fails, the heads that were enabled are as before.
    func make(_ change: PipeChange) -> CInt

    /// Enables a head once more, as after its link was lost, and waits for the hardware.
    func relight(_ head: Head) -> CInt

    /// Enables a head once more without waiting for the hardware, followed by an event with `token`; `EBUSY` while the
    /// kernel still waits for an earlier flip.
    func revive(_ head: Head, token: UInt64) -> CInt

    /// Turns a head's display off or on, as `isOn` of the head says, and waits for the hardware; all that it uses stays its
    /// own.
    func setPower(of head: Head) -> CInt

    /// How many values the curves of a CRTC have; nil where it has none.
    func gammaSize(of crtc: CRTC) -> Int?

    /// Has a head show colours as its `gamma` says, and waits for the hardware.
    func setGamma(of head: Head) -> CInt

    /// Turns everything off that a head uses; a connector that has vanished may have to be left out.
    func turnOff(_ head: Head, withConnector: Bool) -> CInt

    /// Turns everything off; `ENOTSUP` where a change never has to wait for that.
    func turnOffAll(connectors: [Connector], crtcs: [CRTC], planes: [Plane]) -> CInt

    /// Tests whether the planes of a head can show these pictures. The planes of `others` are off in the test.
    func test(_ pictures: [PlanePicture], on head: Head, without others: [Plane]) -> CInt

    /// Has the planes of a head show these pictures at the next vertical blank, which is what `flip` comes to, followed by an event
    /// with `token`.
    func flip(_ flip: HeadFlip, to pictures: [PlanePicture], of head: Head, token: UInt64) throws(KMSError)
        -> FlipOutcome

    /// Restores the card's initial state. Connectors that have vanished since are left out; `enabled` ones that were not
    /// there at first are disabled.
    func restore(present: [Connector], disabling enabled: [Connector]) -> CInt
}

/// A change of what a card's heads use.
struct PipeChange {
    /// The heads to enable, or to move to other pipes.
    let enabled: [(head: Head, pipe: HeadPipe)]
    /// What no head uses, to be turned off.
    let unusedConnectors: [Connector]
    let unusedCRTCs: [CRTC]
    let unusedPlanes: [Plane]

    /// The heads that are enabled already, and move.
    var moved: [(head: Head, pipe: HeadPipe)] { enabled.filter { $0.pipe.numbers != $0.head.pipe.numbers } }
}

/// A change of what a head's planes show.
enum HeadFlip {
    /// The picture stays; only other planes change.
    case layers
    /// To a frame that is drawn once the fence says so; the region is all that was painted since the buffer was last shown.
    case drawn(HeadBuffer, damage: Region<ScanoutSpace>, after: DrawingFence?)
    /// To a frame with a client's buffer.
    case client([PlanePicture])

    /// What has other pixels with it, be they in the same framebuffer.
    var part: PlanePicture.Part? {
        switch self {
        case .layers: nil
        case .drawn: .drawn
        case .client: .client
        }
    }
}

/// What came of a flip.
enum FlipOutcome {
    /// An event will follow.
    case queued
    /// The picture is on screen already, and no event follows: the driver has no flips.
    case shown
    /// The errno, and the parts of the frame that were to change.
    case failed(CInt, Set<PlanePicture.Part> = [])
}
