import CDRM
import Geometry
import Glibc
import Logging
import Mirroring

// Enabling and disabling outputs.
extension Card {
    /// Enables an output; on failure the other outputs are unchanged.
    func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        func attempt(_ keepsLayers: Bool) -> ModesetOutcome {
            tryDepths(to: id, mode: mode, transform: transform, keepsLayers) { head, way in
                takePicture(for: head)
                let failure = way.commit(head, connectors: connectors, on: hardware)
                if failure == 0 { adopt(head) }
                return failure
            }
        }
        let outcome = yieldingLayers(attempt)
        return outcome != .done && clearLeftovers() ? attempt(true) : outcome
    }

    /// Copies what the CRTC shows into the first framebuffer of a head that is enabled for the first time.
    private func takePicture(for head: Head) {
        let id = head.connector.output
        earlierPictures?.remove(id)
        guard earlierPictures != nil, heads[id] == nil,
            let picture = EarlierPicture(on: head.pipe, size: head.picture.mode.size, file: hardware.file),
            picture.copy(to: head.picture.chain.front)
        else { return }
        earlierPictures?.insert(id)
    }

    /// Turns off the planes that an earlier program left on, if no head is enabled yet; returns whether any plane was turned off.
    ///
    /// A plane that can serve several CRTCs cannot move between them in one commit, so a leftover can block its own reuse.
    private func clearLeftovers() -> Bool {
        guard heads.isEmpty, hardware.resources.planes.contains(where: { $0.isShown(by: hardware.file) }) else {
            return false
        }
        let failure = hardware.modeSetting.turnOffAll(
            connectors: connectors, crtcs: hardware.resources.crtcs, planes: hardware.resources.planes)
        return failure == 0
    }

    /// Tries a change with the layers that planes show now, and without them if the change is refused.
    /// Layers never cost an output its mode.
    private func yieldingLayers(_ attempt: (_ keepsLayers: Bool) -> ModesetOutcome) -> ModesetOutcome {
        let outcome = attempt(true)
        let haveLayers = heads.values.contains(where: \.hasLayer)
        guard outcome != .done, haveLayers else { return outcome }
        for head in heads.values { head.picture.chain.trim() }
        return attempt(false)
    }

    /// Why the output cannot have a mode and a transform, by test commits alone.
    /// Nil if it can, or if the card has no tests.
    func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        let outcome = yieldingLayers { keepsLayers in
            tryDepths(to: id, mode: mode, transform: transform, keepsLayers) { head, way in
                let failure = way.test(head, connectors: connectors, on: hardware)
                return failure == ENOTSUP ? 0 : failure
            }
        }
        return switch outcome {
        case .done: nil
        case .refused(let reason), .noRoom(let reason), .shortage(let reason): reason
        }
    }

    /// Tries a mode with the wanted bits of each colour, in the frames and on the cable, and with eight bits if that is refused.
    /// Depth never costs an output its mode. Built-in panels keep the depth they were made for.
    private func tryDepths(
        to id: OutputID, mode: Mode, transform: Transform, _ keepsLayers: Bool,
        _ attempt: (Head, ModesetRequest) -> CInt
    ) -> ModesetOutcome {
        let isBuiltIn = connectors.first { $0.output == id }?.probed.description.connector.isBuiltIn ?? false
        func outcome(cable: ColorDepth, frames: FrameDepth) -> ModesetOutcome {
            tryWays(
                to: id, mode: mode, transform: transform, depth: HeadDepth(cable: cable, frames: frames), keepsLayers,
                attempt)
        }
        guard depth == .ten, !isBuiltIn else { return outcome(cable: .eight, frames: FrameDepth()) }
        let deep = outcome(cable: .ten, frames: FrameDepth(.ten))
        guard deep != .done else { return deep }
        let refusal: DepthRefusal? = if case .refused(let reason) = deep { DepthRefusal(rawValue: reason) } else { nil }
        let frames = FrameDepth(.eight, refusal: refusal ?? .hardware)
        let usual = outcome(cable: .ten, frames: frames)
        return usual == .done ? usual : outcome(cable: .eight, frames: frames)
    }

    /// Tries the ways to show a mode on an output, the best first, until `attempt` returns 0 instead of an errno.
    private func tryWays(
        to id: OutputID, mode: Mode, transform: Transform, depth: HeadDepth, _ keepsLayers: Bool,
        _ attempt: (Head, ModesetRequest) -> CInt
    ) -> ModesetOutcome {
        guard let connector = connectors.first(where: { $0.output == id }), connector.probed.description.isConnected
        else {
            return .refused("nothing is connected")
        }
        guard let timing = connector.modeList.timing(for: mode) else {
            return .refused("the display has no such mode")
        }
        guard hardware.resources.planes.contains(where: { $0.isPrimary && $0.limits.drawnFormat() != nil }) else {
            return .refused("the card shows no format that can be drawn")
        }
        var ways = ModesetRequest.candidates(
            connector: connector, depth: depth.frames.bits, enabled: Array(heads.values), resources: hardware.resources)
        let isDeep = depth.frames.bits == .ten
        if isDeep, ways.isEmpty { return .refused(DepthRefusal.plane.rawValue) }
        for index in ways.indices { ways[index].keepsLayers = keepsLayers }
        guard !ways.isEmpty else { return .noRoom("the card cannot drive that many displays at once") }
        do throws(KMSError) {
            func outcome(with graphics: CardGraphics?) throws(KMSError) -> ModesetOutcome {
                try tryWays(connector, depth: depth, by: ways, attempt) { way throws(KMSError) in
                    let picture = try HeadFramebuffers(
                        file: hardware.file, mode: mode, timing: timing, transform: transform, format: way.format,
                        graphics: graphics?.memory(for: way, on: hardware))
                    // Eight bits drawn by the device are preferred to ten bits that the processor has to draw.
                    if isDeep, graphics != nil, picture.chain.front.graphics == nil {
                        throw KMSError(.createBuffer, device: path, errorNumber: ENOTSUP)
                    }
                    return picture
                }
            }
            let drawn = try outcome(with: graphics)
            if drawn == .done || graphics == nil || isDeep { return drawn }
            // Every plane can show dumb buffers.
            return try outcome(with: nil)
        } catch {
            if isDeep, error.errorNumber == ENOTSUP { return .refused(DepthRefusal.graphics.rawValue) }
            return .failed(error.errorNumber, reason: "\(error)")
        }
    }

    /// Stops at the first way that the hardware accepts; otherwise returns the outcome of the first way.
    private func tryWays(
        _ connector: Connector, depth: HeadDepth, by ways: [ModesetRequest], _ attempt: (Head, ModesetRequest) -> CInt,
        makePicture: (ModesetRequest) throws(KMSError) -> HeadFramebuffers
    ) throws(KMSError) -> ModesetOutcome {
        var pictures: [ScanoutFormat: HeadFramebuffers] = [:]
        var refusal: (head: Head, errorNumber: CInt)?
        for way in ways {
            let picture: HeadFramebuffers
            if let made = pictures[way.format] { picture = made } else { picture = try makePicture(way) }
            pictures[way.format] = picture
            let timing = HeadTiming(hardware.modeSetting.timingAbilities(of: connector, on: way.pipe.crtc))
            let head = Head(
                loop: loop, reports: reports, connector: connector, pipe: way.pipe, picture: picture, timing: timing,
                depth: depth)
            let failure = attempt(head, way)
            if failure == 0 { return .done }
            if refusal == nil { refusal = (head, failure) }
        }
        guard let refusal else { return .refused("the card has no way to show it") }
        return .failed(refusal.errorNumber, reason: String(cString: strerror(refusal.errorNumber))) {
            isRoomLacking(for: refusal.head)
        }
    }

    /// Makes an enabled head the output's head, in place of the last one.
    private func adopt(_ head: Head) {
        let id = head.connector.output
        head.onOverdue = { [weak self, unowned head] in self?.revive(head) }
        if let refusal = head.frames.refusal, heads[id]?.frames != head.frames {
            logger.warning(
                "frames with eight bits of each colour", metadata: ["output": "\(id)", "reason": "\(refusal.rawValue)"])
        }
        heads[id]?.retire()
        heads[id] = head
        reconsiderPlanes()
        if let tile = head.connector.tile, let remark = tile.remark(onModeOf: head.picture.mode.size) {
            logger.warning("a part of the monitor", metadata: ["output": "\(id)", "reason": "\(remark)"])
        }
    }

    /// Whether the card, which has refused the head, would accept it with another head disabled.
    private func isRoomLacking(for head: Head) -> Bool {
        let others = heads.filter { $0.key != head.connector.output }
        return others.keys.contains { left in
            let enabled = others.filter { $0.key != left }.map(\.value)
            let ways = ModesetRequest.candidates(
                connector: head.connector, depth: head.frames.bits, enabled: enabled, resources: hardware.resources)
            return ways.contains {
                $0.format == head.picture.format && $0.test(head, connectors: connectors, on: hardware) == 0
            }
        }
    }

    func disable(_ id: OutputID) {
        guard let head = heads.removeValue(forKey: id) else { return }
        head.retire()
        reconsiderPlanes()
        let modeSetting = hardware.modeSetting
        var failure = modeSetting.turnOff(head, withConnector: true)
        // A connector that has vanished may already be detached.
        if failure == ENOENT { failure = modeSetting.turnOff(head, withConnector: false) }
        if failure != 0 {
            logger.debug("output not turned off", metadata: ["output": "\(id)", "errno": "\(failure)"])
        }
    }

    /// Turns an output's display off or on; returns the reason of a failure, or nil.
    func setPower(of id: OutputID, isOn: Bool) -> String? {
        guard let head = heads[id] else { return nil }
        let failure = head.setPower(isOn: isOn, by: hardware.modeSetting)
        return failure == 0 ? nil : String(cString: strerror(failure))
    }

    /// Sets the gamma table of an output, or none with nil; returns the reason of a failure, or nil.
    func setGamma(_ table: GammaTable?, of id: OutputID) -> String? {
        guard let head = heads[id] else { return nil }
        head.gamma = table.map { HeadGamma($0, file: hardware.file) }
        let failure = head.settleGamma(by: hardware.modeSetting)
        return failure == 0 ? nil : String(cString: strerror(failure))
    }

    /// Sets a gamma table that had to wait for a flip.
    func settleGamma(of head: Head) {
        let failure = head.settleGamma(by: hardware.modeSetting)
        if failure != 0 {
            let reason = String(cString: strerror(failure))
            logger.warning(
                "display not tinted", metadata: ["output": "\(head.connector.output)", "reason": "\(reason)"])
        }
    }

    /// Turns a display off or on after a flip that it had to wait for.
    func settlePower(of head: Head) {
        let failure = head.settlePower(by: hardware.modeSetting)
        if failure != 0 {
            let reason = String(cString: strerror(failure))
            logger.warning(
                "display not turned off",
                metadata: ["output": "\(head.connector.output)", "reason": "\(reason)"])
        }
    }

    /// Lights a head anew after a flip is overdue, or gives the output up after some attempts in a row.
    private func revive(_ head: Head) {
        let id = head.connector.output
        guard head.revivals < Self.maximumRevivals else {
            reports.failed(id, "its page flips do not complete")
            return
        }
        let failure = head.revive(by: hardware.modeSetting)
        logger.warning(
            "page flip overdue, lighting the display anew", metadata: ["output": "\(id)", "errno": "\(failure)"])
    }

    private static let maximumRevivals = 3
}
