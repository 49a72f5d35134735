import CDRM
import Geometry
import Glibc
import Mirroring

/// Mode setting by the legacy calls, for drivers without atomic commits: nouveau by default, and radeon.
///
/// Nothing can be tested, and each CRTC is changed by a call of its own. Cursors and clients' buffers are drawn.
final class LegacyModeSetting: ModeSetting {
    private let file: DRMFile
    private let saved: LegacyState
    /// False once the driver has shown that it has no page flips: the whole CRTC is then set for each frame.
    private var hasPageFlips = true
    /// False once the driver has shown that it needs no damage.
    private var takesDamage = true

    init(file: DRMFile, saved: LegacyState) {
        self.file = file
        self.saved = saved
    }

    func timingAbilities(of connector: Connector, on crtc: CRTC) -> HeadTiming.Abilities { .none }

    func test(_ change: PipeChange) -> CInt { ENOTSUP }

    func make(_ change: PipeChange) -> CInt {
        for crtc in change.unusedCRTCs { _ = turnOff(crtc) }
        let moved = change.moved
        for (head, _) in moved { _ = turnOff(head.pipe.crtc) }
        for (head, pipe) in change.enabled {
            let failure = enable(head, on: pipe)
            guard failure != 0 else { continue }
            for (_, pipe) in change.enabled { _ = turnOff(pipe.crtc) }
            for (head, _) in moved { _ = enable(head, on: head.pipe) }
            return failure
        }
        return 0
    }

    func relight(_ head: Head) -> CInt { enable(head, on: head.pipe) }

    func revive(_ head: Head, token: UInt64) -> CInt {
        // Setting the CRTC would block until the flip is over, so a page flip first tells whether it is.
        let failure = pageFlip(to: framebuffer(of: head), of: head, token: token)
        guard failure != 0, failure != EBUSY else { return failure }
        let enabled = enable(head, on: head.pipe)
        return enabled == 0 ? pageFlip(to: framebuffer(of: head), of: head, token: token) : enabled
    }

    func setPower(of head: Head) -> CInt {
        // Setting the CRTC also turns the display on.
        if head.isOn { return enable(head, on: head.pipe) }
        guard let property = head.connector.properties[.powerLevel] else { return ENOTSUP }
        return -drmModeObjectSetProperty(
            file.descriptor, head.connector.number, UInt32(DRM_MODE_OBJECT_CONNECTOR), property.id,
            UInt64(DRM_MODE_DPMS_OFF))
    }

    func gammaSize(of crtc: CRTC) -> Int? { crtc.rampSize }

    func setGamma(of head: Head) -> CInt { setRamp(of: head, on: head.pipe.crtc) }

    private func setRamp(of head: Head, on crtc: CRTC) -> CInt {
        guard let size = crtc.rampSize else { return 0 }
        return GammaRamp(head.gamma?.table ?? GammaTable(straight: size), size: size).set(on: crtc, of: file)
    }

    func turnOff(_ head: Head, withConnector: Bool) -> CInt { turnOff(head.pipe.crtc) }

    func turnOffAll(connectors: [Connector], crtcs: [CRTC], planes: [Plane]) -> CInt { ENOTSUP }

    func test(_ pictures: [PlanePicture], on head: Head, without others: [Plane]) -> CInt { ENOTSUP }

    func flip(
        _ flip: HeadFlip, to pictures: [PlanePicture], of head: Head, token: UInt64
    ) throws(KMSError) -> FlipOutcome {
        let framebuffer = pictures[0].framebuffer
        // Legacy drivers wait by themselves for the drawing in the framebuffer's memory.
        let damage: Region<ScanoutSpace>? = if case .drawn(_, let damage, _) = flip { damage } else { nil }
        var outcome = FlipOutcome.queued
        if hasPageFlips {
            let failure = pageFlip(to: framebuffer, of: head, token: token)
            if [EINVAL, ENOSYS, EOPNOTSUPP].contains(failure) {
                // Flips are what is missing only if setting the CRTC works.
                guard set(head.pipe.crtc, to: framebuffer, of: head) == 0 else { return .failed(failure) }
                hasPageFlips = false
                outcome = .shown
            } else if failure != 0 {
                return .failed(failure)
            }
        } else {
            let failure = set(head.pipe.crtc, to: framebuffer, of: head)
            guard failure == 0 else { return .failed(failure) }
            outcome = .shown
        }
        if let damage { declare(damage, of: framebuffer) }
        return outcome
    }

    func restore(present: [Connector], disabling enabled: [Connector]) -> CInt {
        saved.restore(on: file, present: present)
    }

    private func pageFlip(to framebuffer: UInt32, of head: Head, token: UInt64) -> CInt {
        -drmModePageFlip(
            file.descriptor, head.pipe.crtc.number, framebuffer, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
            UnsafeMutableRawPointer(bitPattern: UInt(token)))
    }

    /// Enables a head and resets properties that an earlier program may have changed.
    private func enable(_ head: Head, on pipe: HeadPipe) -> CInt {
        let number = head.connector.number
        for (property, value) in head.connector.takeoverSettings(head.depth) {
            _ = drmModeObjectSetProperty(
                file.descriptor, number, UInt32(DRM_MODE_OBJECT_CONNECTOR), property.id, value)
        }
        let failure = set(pipe.crtc, to: framebuffer(of: head), of: head)
        guard failure == 0 else { return failure }
        if !head.isOn { _ = setPower(of: head) }
        drmModeSetCursor(file.descriptor, pipe.crtc.number, 0, 0, 0)
        _ = setRamp(of: head, on: pipe.crtc)
        return 0
    }

    /// The framebuffer that the primary plane shows, or shows after the pending flip.
    private func framebuffer(of head: Head) -> UInt32 {
        (head.shown.newest.first ?? head.drawnPicture(on: head.pipe.plane)).framebuffer
    }

    private func set(_ crtc: CRTC, to framebuffer: UInt32, of head: Head) -> CInt {
        var connector = head.connector.number
        var timing = head.picture.timing
        return -drmModeSetCrtc(file.descriptor, crtc.number, framebuffer, 0, 0, &connector, 1, &timing)
    }

    private func turnOff(_ crtc: CRTC) -> CInt {
        -drmModeSetCrtc(file.descriptor, crtc.number, 0, 0, 0, nil, 0, nil)
    }

    /// Declares the damage of a framebuffer, for displays that keep a copy.
    private func declare(_ damage: Region<ScanoutSpace>, of framebuffer: UInt32) {
        guard takesDamage else { return }
        let rects = damage.rects.count > Self.mostClips ? [damage.extents] : damage.rects
        var clips = rects.map { rect in
            drmModeClip(
                x1: UInt16(clamping: rect.x), y1: UInt16(clamping: rect.y), x2: UInt16(clamping: rect.maxX),
                y2: UInt16(clamping: rect.maxY))
        }
        guard !clips.isEmpty else { return }
        let result = drmModeDirtyFB(file.descriptor, framebuffer, &clips, UInt32(clips.count))
        if result == -ENOSYS || result == -EINVAL { takesDamage = false }
    }

    /// The kernel takes at most 256 clips; more than 16 cost more than they save.
    private static let mostClips = 16
}
