import CDRM
import Geometry
import Logging
import Mirroring
import Runtime

extension Card {
    /// Why an output's planes cannot show the parts of a frame by themselves.
    func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        guard let head = heads[id] else { return FrameAssignment(refusing: frame, because: .noPlane) }
        var assignment = FrameAssignment()
        if let cursor = frame.cursor { assignment.cursor = refusal(ofCursor: cursor.destination.size, on: head) }
        if let client = frame.client {
            assignment.layer = refusal(of: client, in: frame, on: head)
        } else if frame.snapshot != nil {
            assignment.layer = refusal(ofSnapshotIn: frame, on: head)
        }
        return assignment
    }

    func capabilities(of id: OutputID) -> OutputCapabilities {
        var capabilities = OutputCapabilities()
        capabilities.scanoutOffer = scanoutOffer(on: id)
        capabilities.showsEarlierPicture = earlierPictures?.contains(id) ?? false
        if let head = heads[id] { capabilities.depth = head.frames }
        return capabilities
    }

    /// The hardware is asked once after each change of what the planes are used for.
    private func refusal(ofCursor size: Size<OutputSpace>, on head: Head) -> LayerRefusal? {
        let limit = hardware.resources.cursorSize
        if head.cursor.isUnknown {
            findCursorPlane(for: head, size: limit)
            // Asked again once the hardware is free.
            if head.cursor.pictures == nil, isSnapshotInTheWay(of: head), yieldSnapshots(to: head.connector.output) {
                head.cursor.reconsider()
            }
        }
        return head.cursor.refusal(of: head.scanoutSize(size), limit: limit)
    }

    private func findCursorPlane(for head: Head, size: PlaneSize) {
        let assignment = assignment(for: head)
        var tried: OwnPictures?
        do throws(LayerRefusal) {
            _ = try assignment.placeCursor(size: size) { id in
                guard let plane = hardware.plane(id) else { return false }
                tried = try? OwnPictures(on: plane, scanout: head.pictureScanout, size: size, file: hardware.file)
                guard let tried else { return false }
                let pictures = head.shown.newest + [tried.trial(as: .cursor)]
                return hardware.modeSetting.test(pictures, on: head, without: []) == 0
            }
            if let tried { head.cursor.use(tried) }
        } catch {
            head.cursor.refuse(error)
        }
    }

    /// Whether a cursor may have been refused for the snapshot of another head.
    private func isSnapshotInTheWay(of head: Head) -> Bool {
        if head.cursor.isRefusedByHardware { return true }
        let crtc = head.pipe.crtc.index
        return heads.values.contains { other in
            other !== head && other.shown[.snapshot] != nil
                && other.layerPlanes.contains { crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
        }
    }

    /// Asks the hardware again about cursors and layers: outputs have been enabled or disabled.
    func reconsiderPlanes() {
        for head in heads.values { head.reconsider() }
    }
}

/// A picture that a head's planes may show by themselves: a client's buffer, or what another head shows.
private struct Layer {
    let part: PlanePicture.Part
    let question: PlaneAnswers.Question
    /// Its framebuffer, and what keeps the memory; nil where a client's buffer cannot be imported. Made only where tables have a plane
    /// for it.
    let scanned: () -> (framebuffer: UInt32, memory: AnyObject)?
}

// Which planes show a layer.
extension Card {
    private func ask(
        _ layer: Layer, under cursor: PlaneElement?, on head: Head, without others: [Plane] = []
    ) -> PlaneAnswers.Answer {
        let question = layer.question
        let assignment = assignment(for: head, with: head.layerPlanes)
        let present = head.shown[layer.part]?.plane.id
        let planes = PlaneAssignment.OwnPlanes(
            primary: head.pipe.plane.limits, cursor: head.cursor.pictures?.plane.limits,
            layer: present == head.pipe.plane.id ? nil : present, front: head.shown[.front]?.plane.id,
            hasBackground: head.pipe.crtc.properties[.backgroundColor] != nil)
        var lacking: LayerRefusal?
        do throws(LayerRefusal) {
            let found = try assignment.placeLayer(
                question.layout, above: question.ground, on: planes, hasFront: question.front != nil
            ) { planes in
                do throws(LayerRefusal) {
                    return try test(layer, under: cursor, on: planes, of: head, without: others)
                } catch {
                    lacking = lacking ?? error
                    return false
                }
            }
            if found.isBare || found.layer.plane == head.pipe.plane.id { head.dropBlack() }
            return .planes(found)
        } catch {
            head.dropBlack()
            // An overlay that lacks only the colours says more than a primary that lacks the format.
            return .refused(error == .hardware || lacking == .encoding ? lacking ?? error : error)
        }
    }

    private func test(
        _ layer: Layer, under cursor: PlaneElement?, on planes: PlaneAssignment.LayerPlanes, of head: Head,
        without others: [Plane]
    ) throws(LayerRefusal) -> Bool {
        guard hardware.converts(layer.question.view.encoding, on: planes.layer.plane) else { throw .encoding }
        var pictures = try pictures(layer, on: planes, of: head)
        if let placement = planes.front, let size = layer.question.front {
            pictures.append(try fronts(placement, size: size, of: head).trial(as: .front))
        }
        // Some hardware has no cursor without a primary plane.
        if let shown = head.shown[.cursor] {
            pictures.append(shown)
        } else if cursor != nil, let trial = head.cursor.pictures?.trial(as: .cursor) {
            pictures.append(trial)
        }
        return hardware.modeSetting.test(pictures, on: head, without: others) == 0
    }

    /// The layer and what is behind it.
    private func pictures(
        _ layer: Layer, on planes: PlaneAssignment.LayerPlanes, of head: Head
    ) throws(LayerRefusal) -> [PlanePicture] {
        guard let plane = hardware.plane(planes.layer.plane) else { throw .noPlane }
        guard let (framebuffer, memory) = layer.scanned() else { throw .foreign }
        var view = layer.question.view
        view.depth = planes.layer.depth
        let picture = PlanePicture(
            part: layer.part, plane: plane, framebuffer: framebuffer, view: view, memory: memory)
        if plane.id == head.pipe.plane.id || planes.isBare { return [picture] }
        guard layer.question.ground == .black else { return [head.drawnPicture(on: head.pipe.plane), picture] }
        do throws(KMSError) {
            let black = try head.blackPicture { () throws(KMSError) in
                try DumbBuffer(file: hardware.file, size: head.picture.mode.size, format: head.picture.format)
            }
            return [black, picture]
        } catch {
            throw .noMemory
        }
    }

    /// For pictures of a size in front of a layer.
    private func fronts(
        _ placement: PlaneAssignment.Placement, size: PlaneSize, of head: Head
    ) throws(LayerRefusal) -> OwnPictures {
        do throws(KMSError) {
            return try head.fronts(placement, size: size) { () throws(KMSError) in
                guard let plane = hardware.plane(placement.plane) else {
                    throw KMSError(.readPlanes, device: hardware.file.path)
                }
                return try OwnPictures(
                    on: plane, scanout: head.pictureScanout, size: size, depth: placement.depth, file: hardware.file)
            }
        } catch {
            throw .noMemory
        }
    }

    /// Of the planes that no head uses, and of its `own` among the others.
    private func assignment(for head: Head, with own: [Plane] = []) -> PlaneAssignment {
        let used = Set(heads.values.flatMap(\.planes).map(\.id)).subtracting(own.map(\.id))
        return PlaneAssignment(
            planes: hardware.resources.planes.map(\.limits).filter { !used.contains($0.id) },
            crtc: head.pipe.crtc.index)
    }

    private var now: Timestamp { Timestamp(microseconds: loop.turnTime) }
}

// Clients' buffers in place of drawn frames.
extension Card {
    /// What an output can show of clients' buffers in place of its picture; nil for an output that is off or turned, since
    /// clients rarely turn their buffers.
    private func scanoutOffer(on id: OutputID) -> ScanoutOffer? {
        guard let head = heads[id], head.picture.transform == .normal else { return nil }
        let plane = head.pipe.plane
        if let known = scanoutOffers[plane.id] { return known }
        guard let device = RenderDevice.deviceNumber(path) else { return nil }
        // An opaque buffer is shown whatever is in its alpha channel.
        let codes = PixelFormat.allCases.map(\.code) + YUVFormat.allCases.map(\.code)
        let layouts = codes.flatMap { code in
            plane.limits.layouts.compactMap { layout in
                let own = PixelLayout(format: code, modifier: layout.modifier)
                return own.opaque == layout && CardGraphics.isShown(own, isOwn: isDrawnByOwn) ? own : nil
            }
        }
        let offer = ScanoutOffer(device: device, layouts: Set(layouts))
        scanoutOffers[plane.id] = offer
        return offer
    }

    /// Why an output cannot show a client's buffer as its picture; the hardware is asked once for buffers that are alike and
    /// shown alike, and again after each change of what the outputs are used for.
    private func refusal(of client: PlaneElement, in frame: OutputFrame, on head: Head) -> LayerRefusal? {
        guard client.transform == head.picture.transform else { return .turned }
        guard let question = PlaneAnswers.Question(client, in: frame, on: head) else { return .memory }
        var isNew = false
        func ask(without others: [Plane] = []) -> PlaneAnswers.Answer {
            self.ask(layer(client, question), under: frame.cursor, on: head, without: others)
        }
        let answer = head.answers.answer(to: question, at: now) {
            isNew = true
            return ask()
        }
        reviewLayers(of: head)
        guard case .refused(let refusal) = answer else { return nil }
        guard isNew, refusal == .hardware else { return refusal }
        let snapshots = heads.values.filter { $0 !== head && $0.shown[.snapshot] != nil }
            .flatMap(\.layerPlanes).filter { !$0.isPrimary }
        if !snapshots.isEmpty, case .planes = ask(without: snapshots) {
            // Asked again once the hardware is free.
            if yieldSnapshots(to: head.connector.output) { head.answers.reset() }
        }
        return refusal
    }

    private func layer(_ client: PlaneElement, _ question: PlaneAnswers.Question) -> Layer {
        Layer(part: .client, question: question) { [self] in
            framebuffer(of: client.picture).map { framebuffer in
                (framebuffer.id, ClientFrame(framebuffer, hold: BufferHold(client.picture), view: question.view))
            }
        }
    }

    /// What a flip to a client's buffer shows, which is held until the flip after it.
    func pictures(
        of client: PlaneElement, in frame: OutputFrame, on head: Head
    ) throws(LayerRefusal) -> [PlanePicture] {
        guard case .planes(let planes)? = head.answers.current,
            let question = PlaneAnswers.Question(client, in: frame, on: head)
        else { throw .noPlane }
        var pictures = try pictures(layer(client, question), on: planes, of: head)
        if let placement = planes.front, let size = question.front, let front = frame.front {
            head.addFront(front, by: try fronts(placement, size: size, of: head), to: &pictures)
        }
        return pictures
    }

    private func framebuffer(of buffer: any Buffer) -> ClientFramebuffer? {
        guard let dmabuf = buffer.dmabuf, CardGraphics.isShown(dmabuf.layout, isOwn: isDrawnByOwn) else { return nil }
        return clients.framebuffer(of: buffer) {
            do throws(KMSError) {
                return try ClientFramebuffer(
                    dmabuf, size: buffer.size, format: dmabuf.layout.opaque.format,
                    isModified: hardware.takesModifiers, file: hardware.file)
            } catch {
                logger.debug("buffer not imported", metadata: ["reason": "\(error)"])
                return nil
            }
        }
    }
}

// Other outputs' pictures.
extension Card {
    /// Why an output cannot show another one's picture by a plane; the hardware is asked once for each way to show it, and
    /// again after each change of what the outputs are used for.
    private func refusal(ofSnapshotIn frame: OutputFrame, on head: Head) -> LayerRefusal? {
        do throws(LayerRefusal) {
            guard let (snapshot, source) = snapshot(in: frame) else { throw .otherCard }
            let layer = try layer(snapshot, of: source, in: frame, on: head)
            let answer = head.answers.answer(to: layer.question, at: now) { ask(layer, under: frame.cursor, on: head) }
            reviewLayers(of: head)
            if case .refused(let refusal) = answer { throw refusal }
            if snapshot.client == nil { try reserveBuffers(of: source, for: head) }
            return nil
        } catch {
            return error
        }
    }

    /// The snapshot in a frame, and the head that it is of; nil where this card has none.
    private func snapshot(in frame: OutputFrame) -> (snapshot: Snapshot, source: Head)? {
        guard let element = frame.snapshot, case .snapshot(let id, let client) = element.kind, let source = heads[id]
        else { return nil }
        return (Snapshot(element: element, client: client), source)
    }

    /// How an output shows another one's picture, which has not been refused.
    func wanted(_ frame: OutputFrame, on head: Head) -> WantedSnapshot? {
        guard let (snapshot, source) = snapshot(in: frame), case .planes(let planes)? = head.answers.current,
            let plane = hardware.plane(planes.layer.plane)
        else { return nil }
        var view = PlaneView(of: snapshot, source: source, on: head)
        view.depth = planes.layer.depth
        var front: (pictures: OwnPictures, element: PlaneElement)?
        if let placement = planes.front, let above = frame.front {
            guard let own = try? fronts(placement, size: head.scanoutSize(above.destination.size), of: head) else {
                return nil
            }
            front = (own, above)
        }
        return WantedSnapshot(
            source: source, clientView: snapshot.client.map { PlaneView(of: $0, on: source) }, plane: plane,
            view: view, front: front)
    }

    /// Has all outputs but one draw their snapshots, which that one needs the hardware for; returns whether any was shown by a
    /// plane.
    func yieldSnapshots(to id: OutputID) -> Bool {
        let others = heads.filter { $0.key != id && $0.value.shown[.snapshot] != nil }
        for head in others.values { head.answers.refuse(.yielded, at: now) }
        return !others.isEmpty
    }

    private func layer(
        _ snapshot: Snapshot, of source: Head, in frame: OutputFrame, on head: Head
    ) throws(LayerRefusal) -> Layer {
        guard source.picture.transform == head.picture.transform else { throw .turned }
        let (layout, size, rows, framebuffer, memory):
            (PixelLayout, Size<BufferSpace>, [DMABuf.Rows], UInt32, AnyObject)
        if let client = snapshot.client {
            guard let dmabuf = client.picture.dmabuf, let imported = self.framebuffer(of: client.picture) else {
                throw .foreign
            }
            (layout, size, rows) = (dmabuf.layout, client.picture.size, dmabuf.rows)
            (framebuffer, memory) = (imported.id, imported)
        } else {
            let buffer = source.picture.chain.front
            let linear = PixelLayout(format: buffer.scanoutFormat.code, modifier: PixelLayout.linear)
            let drawn = buffer.graphics?.dmabuf
            (layout, size, rows) = (drawn?.layout ?? linear, buffer.size, drawn?.rows ?? [])
            (framebuffer, memory) = (buffer.framebuffer, buffer)
        }
        let question = PlaneAnswers.Question(
            layout: layout.opaque, size: PlaneSize(width: size.width, height: size.height), rows: rows,
            view: PlaneView(of: snapshot, source: source, on: head),
            ground: frame.ground, cursor: head.cursor.pictures?.plane.id,
            front: frame.front.map { head.scanoutSize($0.destination.size) })
        return Layer(part: .snapshot, question: question) { (framebuffer, memory) }
    }

    /// Two buffers of the source may be on the other display, one on screen and one on its way; the source has two left.
    private func reserveBuffers(of source: Head, for head: Head) throws(LayerRefusal) {
        do throws(KMSError) {
            try source.picture.chain.reserve(4)
        } catch {
            source.picture.chain.trim()
            head.answers.refuse(.noMemory, at: now)
            throw .noMemory
        }
    }
}

/// Another output's picture as a frame has it.
private struct Snapshot {
    let element: PlaneElement
    /// The client's buffer that the other output shows; nil where it shows what was drawn.
    let client: PlaneElement?
}

extension PlaneAnswers.Question {
    fileprivate init?(_ client: PlaneElement, in frame: OutputFrame, on head: Head) {
        let buffer = client.picture
        guard let dmabuf = buffer.dmabuf else { return nil }
        self.init(
            layout: dmabuf.layout.opaque, size: PlaneSize(width: buffer.size.width, height: buffer.size.height),
            rows: dmabuf.rows, view: PlaneView(of: client, on: head), ground: frame.ground,
            cursor: head.shown[.cursor]?.plane.id, front: frame.front.map { head.scanoutSize($0.destination.size) })
    }
}

extension PlaneView {
    fileprivate init(of client: PlaneElement, on head: Head) {
        self.init(of: client, in: head.picture.transform.inverse.apply(to: client.picture.size), on: head)
    }

    fileprivate init(of snapshot: Snapshot, source: Head, on head: Head) {
        let size: Size<ScanoutSpace> = snapshot.client?.picture.size.reinterpreted() ?? source.picture.mode.size
        self.init(of: snapshot.element, in: head.picture.transform.inverse.apply(to: size), on: head)
    }

    /// What a head shows of an upright picture of a size.
    private init(of element: PlaneElement, in size: Size<OutputSpace>, on head: Head) {
        let transform = head.picture.transform
        self.init(
            of: element.crop, in: size, at: element.destination,
            on: transform.inverse.apply(to: head.picture.mode.size),
            transform: transform)
        encoding = element.encoding
    }
}

extension PixelLayout {
    /// The layout in which a plane reads an opaque buffer: what may be in its alpha channel does not count.
    var opaque: PixelLayout {
        let other: UInt32 =
            switch format {
            case PixelFormat.argb8888.code: PixelFormat.xrgb8888.code
            case PixelFormat.abgr8888.code: PixelFormat.xbgr8888.code
            case PixelFormat.argb2101010.code: PixelFormat.xrgb2101010.code
            case PixelFormat.abgr2101010.code: PixelFormat.xbgr2101010.code
            default: format
            }
        return PixelLayout(format: other, modifier: modifier)
    }
}

extension Head {
    /// The size of framebuffers for pictures of a size, as their viewer sees that.
    func scanoutSize(_ size: Size<OutputSpace>) -> PlaneSize {
        let turned: Size<ScanoutSpace> = picture.transform.apply(to: size)
        return PlaneSize(width: turned.width, height: turned.height)
    }
}
