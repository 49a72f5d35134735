import CDRM
import Glibc
import Mirroring

/// Mode setting by atomic commits.
struct AtomicModeSetting: ModeSetting {
    let file: DRMFile
    let saved: SavedState
    /// Whether the driver takes commits that are shown at once.
    let tears: Bool

    func timingAbilities(of connector: Connector, on crtc: CRTC) -> HeadTiming.Abilities {
        HeadTiming.Abilities(
            variableRefreshRefusal: crtc.properties[.variableRefresh] == nil
                ? .driver : connector.probed.description.canVaryRefresh ? nil : .fixedDisplay,
            tearingRefusal: tears ? nil : .driver)
    }

    func test(_ change: PipeChange) -> CInt { request(change)?.test(file) ?? ENOMEM }

    func make(_ change: PipeChange) -> CInt {
        let failure = test(change)
        guard failure == 0 else { return failure }
        return request(change)?.modeset(file) ?? ENOMEM
    }

    func relight(_ head: Head) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.light(head, on: head.pipe)
        head.snapshot?.keepPrimary(of: head, in: &request)
        let failure = request.modeset(file)
        if failure == 0 { head.relit() }
        return failure
    }

    func revive(_ head: Head, token: UInt64) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.light(head, on: head.pipe)
        head.snapshot?.keepPrimary(of: head, in: &request)
        let failure = request.modesetFlip(file, token: token)
        if failure == 0 { head.relit() }
        return failure
    }

    func setPower(of head: Head) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        if head.isOn {
            request.light(head, on: head.pipe)
            _ = head.content.front?.add(head.client?.placement?.front, to: &request)
            _ = head.snapshot?.add(to: &request, of: head)
        } else {
            request.set(.active, of: head.pipe.crtc, to: 0)
            // Nobody sees the plane, which would keep buffers from their owners for as long as the display is off.
            head.snapshot?.giveBackPrimary(of: head, in: &request, isWanted: false)
            _ = head.snapshot?.addOff(to: &request, of: head)
        }
        let failure = request.modeset(file)
        if failure == 0 {
            if head.isOn {
                head.relit()
                head.content.front?.committed()
                head.content.front?.flipped()
            }
            head.snapshot?.committed()
            head.snapshot?.flipped()
        }
        return failure
    }

    func turnOff(_ head: Head, withConnector: Bool) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        if withConnector { request.turnOff(head.connector) }
        request.turnOff(head.pipe.crtc)
        for plane in head.planes { request.turnOff(plane) }
        return request.modeset(file)
    }

    func turnOffAll(connectors: [Connector], crtcs: [CRTC], planes: [Plane]) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        for connector in connectors { request.turnOff(connector) }
        for crtc in crtcs { request.turnOff(crtc) }
        for plane in planes { request.turnOff(plane) }
        return request.modeset(file)
    }

    func test(
        _ framebuffer: ClientFramebuffer, _ placement: ContentPlacement?, on head: Head, without others: [Plane]
    ) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.show(framebuffer, placement, of: head, on: head.pipe)
        head.content.front?.addTrial(of: placement?.front, to: &request)
        // Some hardware has no cursor without a primary plane.
        if placement?.isBare == true, head.cursor?.layer != nil { head.cursor?.plane?.addTrial(to: &request) }
        for plane in others { request.turnOff(plane) }
        return request.testFlip(file)
    }

    func flip(_ flip: HeadFlip, of head: Head, token: UInt64) throws(KMSError) -> FlipOutcome {
        guard var request = AtomicRequest() else { return .failed(ENOMEM) }
        let (isPicture, clips) = try addPicture(of: flip, head, to: &request)
        let hasCursor = try head.cursor?.add(to: &request) ?? false
        let hasSnapshot = head.snapshot?.add(to: &request, of: head) ?? false
        // A commit needs something to commit, or no event follows.
        if case .layers = flip, !hasCursor, !hasSnapshot { request.set(.active, of: head.pipe.crtc, to: 1) }
        let mark = request.mark
        var refresh = addRefresh(of: head, to: &request)
        let tearing = tear(
            flip, of: head, isAlone: isPicture && !hasCursor && !hasSnapshot && refresh == .kept, token: token)
        var failure = tearing == .on ? 0 : withExtendedLifetime((clips, flip)) { request.flip(file, token: token) }
        if case .made = refresh, failure != 0 {
            // What a test has accepted may be refused all the same.
            request.goBack(to: mark)
            refresh = KMSError.blamesLayers(failure) ? .refused : .kept
            failure = withExtendedLifetime((clips, flip)) { request.flip(file, token: token) }
        }
        if failure != 0 {
            // The snapshot asks most of the hardware.
            if hasSnapshot { head.snapshotFailed(failure) } else if hasCursor { head.cursor?.failed(failure) }
            return .failed(failure)
        }
        head.cursor?.plane?.committed()
        head.snapshot?.committed()
        if flip.changesPicture { head.content.front?.committed() }
        head.timing.committed(refresh)
        head.timing.framed(tearing: tearing)
        return .queued
    }

    /// Adds a frame and what is in front of it; returns whether that is nothing but another framebuffer for the primary plane, and
    /// what has to live until the commit.
    private func addPicture(
        of flip: HeadFlip, _ head: Head, to request: inout AtomicRequest
    ) throws(KMSError) -> (isPicture: Bool, clips: DamageClips?) {
        let plane = head.pipe.plane
        var clips: DamageClips?
        var isPicture = true
        head.snapshot?.giveBackPrimary(of: head, in: &request)
        switch flip {
        case .layers: return (true, nil)
        case .drawn(let buffer, let damage, let fence):
            isPicture = !request.removePlacement(of: head)
            clips = try DamageClips(damage, on: plane, file: file)
            request.show(framebuffer: buffer.framebuffer, on: plane)
            if let clips { request.set(.damageClips, of: plane, to: UInt64(clips.blob.id)) }
            // The kernel takes the fence with the commit, the descriptor stays ours.
            if let fence { request.setIfPresent(.inFence, of: plane, to: UInt64(fence.descriptor)) }
        case .client(let frame): isPicture = request.flip(to: frame, of: head)
        }
        if head.content.front?.add(flip.front, to: &request) == true { isPicture = false }
        return (isPicture, clips)
    }

    /// Adds whether the CRTC waits for frames, where that changes and a test passes: a driver may need a modeset for it.
    private func addRefresh(of head: Head, to request: inout AtomicRequest) -> HeadTiming.RefreshChange {
        guard let isVariable = head.timing.change else { return .kept }
        let mark = request.mark
        request.set(.variableRefresh, of: head.pipe.crtc, to: isVariable ? 1 : 0)
        let failure = request.testFlip(file)
        if failure == 0 { return .made(isVariable) }
        request.goBack(to: mark)
        return KMSError.blamesLayers(failure) ? .refused : .kept
    }

    /// Shows a frame at once where that is wanted, possible, and passes a test. The kernel then takes nothing but another
    /// framebuffer for the primary plane, which `isAlone` says is all that there is to change.
    private func tear(_ flip: HeadFlip, of head: Head, isAlone: Bool, token: UInt64) -> TimingOutcome {
        guard head.timing.triesTearing, var request = AtomicRequest() else { return .off }
        switch flip {
        case .layers: return .off
        case .drawn(let buffer, _, let fence):
            request.show(framebuffer: buffer.framebuffer, on: head.pipe.plane)
            if let fence { request.setIfPresent(.inFence, of: head.pipe.plane, to: UInt64(fence.descriptor)) }
        case .client(let frame): request.show(framebuffer: frame.framebuffer.id, on: head.pipe.plane)
        }
        guard isAlone else { return .refused(.otherPlanes) }
        guard request.testTearing(file) == 0, request.tear(file, token: token) == 0 else { return .refused(.hardware) }
        return .on
    }

    func restore(present: [Connector], disabling enabled: [Connector]) -> CInt {
        saved.restore(on: file, present: present, disabling: enabled)
    }

    private func request(_ change: PipeChange) -> AtomicRequest? {
        guard var request = AtomicRequest() else { return nil }
        for connector in change.unusedConnectors { request.turnOff(connector) }
        for crtc in change.unusedCRTCs { request.turnOff(crtc) }
        for plane in change.unusedPlanes { request.turnOff(plane) }
        for (head, pipe) in change.enabled { request.light(head, on: pipe, isBare: true) }
        return request
    }
}
