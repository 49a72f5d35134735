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

    /// Turns everything off that a head uses; a connector that has vanished may have to be left out.
    func turnOff(_ head: Head, withConnector: Bool) -> CInt

    /// Turns everything off; `ENOTSUP` where a change never has to wait for that.
    func turnOffAll(connectors: [Connector], crtcs: [CRTC], planes: [Plane]) -> CInt

    /// Tests whether a head can show a client's buffer in place of its picture; `placement` is nil for one that is all of the
    /// primary plane. The planes of `others` are off in the test.
    func test(
        _ framebuffer: ClientFramebuffer, _ placement: ContentPlacement?, on head: Head, without others: [Plane]
    ) -> CInt

    /// Changes what a head shows at the next vertical blank, followed by an event with `token`.
    func flip(_ flip: HeadFlip, of head: Head, token: UInt64) throws(KMSError) -> FlipOutcome

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
    case client(ClientFrame)

    /// How planes show a client's buffer after it, if they showed one as `present` says before.
    func placement(after present: ContentPlacement?) -> ContentPlacement? {
        switch self {
        case .layers: present
        case .drawn: nil
        case .client(let frame): frame.placement
        }
    }

    /// Whether it is a frame.
    var changesPicture: Bool { if case .layers = self { false } else { true } }

    /// What lies in front of a client's buffer; nil for nothing.
    var front: FrontPlane.Wanted? {
        guard case .client(let frame) = self else { return nil }
        return frame.placement?.front
    }

    /// What that is for the primary plane.
    var picture: PrimaryPicture<ClientFrame>.Flip {
        switch self {
        case .layers: .layers
        case .drawn: .drawn
        case .client(let frame): .client(frame)
        }
    }
}

/// What came of a flip.
enum FlipOutcome {
    /// An event will follow.
    case queued
    /// The picture is on screen already, and no event follows: the driver has no flips.
    case shown
    /// The errno.
    case failed(CInt)
}
