import CDRM
import Glibc
import Mirroring

/// Mode setting by atomic commits.
struct AtomicModeSetting: ModeSetting {
    let file: DRMFile
    let saved: SavedState
    /// Whether the driver accepts asynchronous flips, which tear.
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
        request.light(head, on: head.pipe, showing: head.shown.newest)
        return request.modeset(file)
    }

    func revive(_ head: Head, token: UInt64) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.light(head, on: head.pipe, showing: head.shown.newest)
        return request.modesetFlip(file, token: token)
    }

    func setPower(of head: Head) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        // Nobody sees a snapshot while the display is off, and its plane would keep the buffers from their owners.
        guard let pictures = try? head.pictures(after: .layers) else { return ENOMEM }
        if head.isOn {
            request.light(head, on: head.pipe, showing: [])
        } else {
            request.set(.active, of: head.pipe.crtc, to: 0)
        }
        request.show(pictures, after: head.shown.told, of: head.pipe)
        let failure = request.modeset(file)
        if failure == 0 { head.powered(showing: pictures) }
        return failure
    }

    func gammaSize(of crtc: CRTC) -> Int? { crtc.gammaSize }

    func setGamma(of head: Head) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.setGamma(of: head, on: head.pipe.crtc)
        return request.make(file)
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

    func test(_ pictures: [PlanePicture], on head: Head, without others: [Plane]) -> CInt {
        guard var request = AtomicRequest() else { return ENOMEM }
        request.show(pictures, after: head.shown.told, of: head.pipe)
        for plane in others { request.turnOff(plane) }
        return request.testFlip(file)
    }

    func flip(
        _ flip: HeadFlip, to pictures: [PlanePicture], of head: Head, token: UInt64
    ) throws(KMSError) -> FlipOutcome {
        guard var request = AtomicRequest() else { return .failed(ENOMEM) }
        let changes = request.show(pictures, after: head.shown.told, redrawn: flip.part, of: head.pipe)
        let clips = try addDrawing(of: flip, head, to: &request)
        // The kernel sends an event only for a commit that names a CRTC.
        if changes.parts.isEmpty { request.set(.active, of: head.pipe.crtc, to: 1) }
        let mark = request.mark
        var refresh = addRefresh(of: head, to: &request)
        let tearing = tear(
            flip, to: pictures, of: head, isAlone: changes.isPictureAlone && refresh == .kept, token: token)
        var failure = tearing == .on ? 0 : withExtendedLifetime((clips, flip)) { request.flip(file, token: token) }
        if case .made = refresh, failure != 0 {
            // The kernel may refuse a commit that it has accepted as a test.
            request.goBack(to: mark)
            refresh = KMSError.blamesLayers(failure) ? .refused : .kept
            failure = withExtendedLifetime((clips, flip)) { request.flip(file, token: token) }
        }
        if failure != 0 { return .failed(failure, changes.parts) }
        head.timing.committed(refresh)
        head.timing.framed(tearing: tearing)
        return .queued
    }

    /// Adds the damage and the fence of a drawn frame; returns the clips, which have to live until the commit.
    private func addDrawing(
        of flip: HeadFlip, _ head: Head, to request: inout AtomicRequest
    ) throws(KMSError) -> DamageClips? {
        guard case .drawn(_, let damage, let fence) = flip else { return nil }
        let plane = head.pipe.plane
        let clips = try DamageClips(damage, on: plane, file: file)
        if let clips { request.set(.damageClips, of: plane, to: UInt64(clips.blob.id)) }
        // The kernel takes its own reference to the fence with the commit; the descriptor stays ours.
        if let fence { request.setIfPresent(.inFence, of: plane, to: UInt64(fence.descriptor)) }
        return clips
    }

    /// Turns variable refresh on or off if it has to change and a test passes: a driver may need a modeset for the change.
    private func addRefresh(of head: Head, to request: inout AtomicRequest) -> HeadTiming.RefreshChange {
        guard let isVariable = head.timing.change else { return .kept }
        let mark = request.mark
        request.set(.variableRefresh, of: head.pipe.crtc, to: isVariable ? 1 : 0)
        let failure = request.testFlip(file)
        if failure == 0 { return .made(isVariable) }
        request.goBack(to: mark)
        return KMSError.blamesLayers(failure) ? .refused : .kept
    }

    /// Shows a frame at once, with tearing, if the frame wants tearing and a test passes.
    /// The kernel accepts an asynchronous flip only if the primary plane's framebuffer is the only change, as `isAlone` tells.
    private func tear(
        _ flip: HeadFlip, to pictures: [PlanePicture], of head: Head, isAlone: Bool, token: UInt64
    ) -> TimingOutcome {
        guard head.timing.triesTearing, flip.part != nil, var request = AtomicRequest() else { return .off }
        let plane = head.pipe.plane
        guard isAlone, let picture = pictures.first(where: { $0.plane.id == plane.id }) else {
            return .refused(.otherPlanes)
        }
        request.set(.framebufferID, of: plane, to: UInt64(picture.framebuffer))
        if case .drawn(_, _, let fence?) = flip {
            request.setIfPresent(.inFence, of: plane, to: UInt64(fence.descriptor))
        }
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
        for (head, pipe) in change.enabled { request.light(head, on: pipe, showing: head.barePictures(on: pipe)) }
        return request
    }
}
