import CDRM
import Geometry
import Logging
import Mirroring
import Runtime

extension Card {
    /// Decides which parts of a frame the planes of an output can show, and why they cannot show the others.
    func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        guard let head = heads[id] else { return FrameAssignment(refusing: frame, because: .noPlane) }
        var assignment = FrameAssignment()
        if let cursor = frame.cursor { assignment.cursor = refusal(ofCursor: cursor.destination.size, on: head) }
        assignment.layers = refusals(ofLayersIn: frame, on: head)
        if assignment.layers.contains(nil), case .planes(let planes)? = head.answers.current {
            assignment.isBehindPicture = planes.picture != nil
        }
        return assignment
    }

    func capabilities(of id: OutputID) -> OutputCapabilities {
        var capabilities = OutputCapabilities()
        capabilities.scanoutOffer = scanoutOffer(on: id)
        capabilities.showsEarlierPicture = earlierPictures?.contains(id) ?? false
        if let head = heads[id] {
            capabilities.depth = head.frames
            capabilities.gammaSize = hardware.modeSetting.gammaSize(of: head.pipe.crtc)
        }
        return capabilities
    }

    /// Why no plane shows a cursor of this size. The hardware is asked once after each change of the planes' use.
    private func refusal(ofCursor size: Size<OutputSpace>, on head: Head) -> LayerRefusal? {
        let limit = hardware.resources.cursorSize
        if head.cursor.isUnknown {
            findCursorPlane(for: head, size: limit)
            // The next frame asks again, after the snapshots have left their planes.
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

    /// Whether the snapshot of another head may be the reason that a cursor is refused.
    private func isSnapshotInTheWay(of head: Head) -> Bool {
        if head.cursor.isRefusedByHardware { return true }
        let crtc = head.pipe.crtc.index
        return heads.values.contains { other in
            other !== head && other.shown[.snapshot] != nil
                && other.layerPlanes.contains { crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
        }
    }

    /// Forgets the hardware's answers about cursors and layers, after outputs were enabled or disabled.
    func reconsiderPlanes() {
        for head in heads.values { head.reconsider() }
    }
}

/// A layer that a head's planes may show: a client's buffer, another head's picture, or what is drawn in front of either.
private struct AskedLayer {
    let question: PlaneAnswers.Question.Layer
    /// Returns the layer's framebuffer and the owner of its memory; called only if the tables have a plane for the layer.
    /// Nil for a client's buffer that cannot be imported, and for a picture of our own.
    var scanned: () -> (framebuffer: UInt32, memory: AnyObject)? = { nil }
    /// Changes with each drawing of a client into the same memory.
    var version = 0
}

// Which planes show layers.
extension Card {
    /// Why an output's planes cannot show the layers of a frame; nil for each layer that they can.
    /// The hardware is asked once for frames that are alike, and again after each change of the outputs' use.
    private func refusals(ofLayersIn frame: OutputFrame, on head: Head) -> [LayerRefusal?] {
        if frame.layers.isEmpty { return [] }
        do throws(LayerRefusal) {
            let layers = try layers(of: frame, on: head)
            let question = PlaneAnswers.Question(
                layers: layers.map(\.question), ground: frame.ground,
                cursor: frame.ground == .black ? head.shown[.cursor]?.plane.id : head.cursor.pictures?.plane.id)
            var isNew = false
            func ask(without others: [Plane] = []) -> PlaneAnswers.Answer {
                self.ask(question, layers, under: frame.cursor, on: head, without: others)
            }
            let answer = head.answers.answer(to: question, at: now) {
                isNew = true
                return ask()
            }
            reviewLayers(of: head)
            switch answer {
            case .planes(let planes):
                if let (snapshot, source) = snapshot(in: frame), snapshot.client == nil {
                    try reserveBuffers(of: source, for: head)
                }
                return planes.refusals
            case .refused(let refusal):
                if isNew, refusal == .hardware, question.hasClients { yieldSnapshots(to: head, ifTakes: ask) }
                throw refusal
            }
        } catch {
            return frame.layers.map { _ in error }
        }
    }

    /// Takes other heads' snapshots off their planes if a test shows that the refused layers fit without them.
    private func yieldSnapshots(to head: Head, ifTakes ask: (_ without: [Plane]) -> PlaneAnswers.Answer) {
        let snapshots = heads.values.filter { $0 !== head && $0.shown[.snapshot] != nil }
            .flatMap(\.layerPlanes).filter { !$0.isPrimary }
        // The next frame asks again, after the snapshots have left their planes.
        if !snapshots.isEmpty, case .planes = ask(snapshots), yieldSnapshots(to: head.connector.output) {
            head.answers.reset()
        }
    }

    /// The layers of a frame, the frontmost first; throws why planes show none of them.
    private func layers(of frame: OutputFrame, on head: Head) throws(LayerRefusal) -> [AskedLayer] {
        var layers: [AskedLayer] = []
        var windows = 0
        for element in frame.layers {
            switch element.kind {
            case .cursor: continue
            case .front:
                let size = head.scanoutSize(element.destination.size)
                layers.append(AskedLayer(question: .init(part: .front, layout: PlaneAssignment.ownLayout, size: size)))
            case .client:
                layers.append(try layer(of: element, as: frame.ground == .black ? .client : .window(windows), on: head))
                windows += 1
            case .snapshot:
                guard let (snapshot, source) = snapshot(in: frame) else { throw .otherCard }
                layers.append(try layer(of: snapshot, of: source, on: head))
            }
        }
        return layers
    }

    private func ask(
        _ question: PlaneAnswers.Question, _ layers: [AskedLayer], under cursor: PlaneElement?, on head: Head,
        without others: [Plane]
    ) -> PlaneAnswers.Answer {
        let assignment = assignment(for: head, with: head.layerPlanes)
        let hasWindows = question.layers.contains { $0.part.isWindow }
        let shown = head.shown.newest.filter { picture in
            // Windows may take the plane of what was in front of them.
            picture.part.isLayer && picture.plane.id != head.pipe.plane.id
                && (!hasWindows || question.layers.contains { $0.part == picture.part })
        }
        let planes = PlaneAssignment.OwnPlanes(
            primary: head.pipe.plane.limits, cursor: head.cursor.pictures?.plane.limits,
            shown: Dictionary(shown.map { ($0.part, $0.plane.id) }) { first, _ in first },
            hasBackground: head.pipe.crtc.properties[.backgroundColor] != nil, blended: blended(by: head))
        let wanted = question.layers.map { PlaneAssignment.Layer(part: $0.part, layout: $0.layout) }
        var lacking: LayerRefusal?
        do throws(LayerRefusal) {
            let found = try assignment.place(wanted, above: question.ground, on: planes) { planes in
                do throws(LayerRefusal) {
                    return try test(layers, question.ground, under: cursor, on: planes, of: head, without: others)
                } catch {
                    lacking = lacking ?? error
                    return false
                }
            }
            if found.isBare || found.layers.last?.plane == head.pipe.plane.id { head.dropBlack() }
            return .planes(found)
        } catch {
            head.dropBlack()
            // An overlay that lacks only the colour conversion explains more than a primary plane that lacks the format.
            return .refused(error == .hardware || lacking == .encoding ? lacking ?? error : error)
        }
    }

    /// The layout of a head's drawn frames with alpha, in which its primary plane blends them with what is behind; nil if it cannot.
    private func blended(by head: Head) -> PixelLayout? {
        guard head.picture.transform == .normal, head.picture.format == .xrgb8888,
            head.pipe.plane.properties.blends
        else { return nil }
        let drawn = head.picture.chain.front.graphics?.dmabuf.layout
        return PixelLayout(
            format: ScanoutFormat.argb8888.code, modifier: drawn?.modifier ?? PixelLayout.linear)
    }

    private func test(
        _ layers: [AskedLayer], _ ground: OutputFrame.Ground, under cursor: PlaneElement?,
        on planes: PlaneAssignment.LayerPlanes, of head: Head, without others: [Plane]
    ) throws(LayerRefusal) -> Bool {
        let placed = planes.shown(of: layers)
        for (layer, placement) in placed {
            guard hardware.converts(layer.question.view?.encoding, on: placement.plane) else { throw .encoding }
        }
        var pictures = try planes.picture == nil ? grounds(ground, behind: planes, of: head) : []
        for (layer, placement) in placed.reversed() {
            if layer.question.part == .front {
                pictures.append(try fronts(placement, size: layer.question.size, of: head).trial(as: .front))
            } else {
                pictures.append(try picture(of: layer, on: placement))
            }
        }
        if let picture = planes.picture {
            do throws(KMSError) {
                pictures.append(try head.drawnPicture(inFrontAt: picture))
            } catch {
                throw .format
            }
        }
        // Some hardware shows no cursor without a primary plane.
        if let shown = head.shown[.cursor] {
            pictures.append(shown)
        } else if cursor != nil, let trial = head.cursor.pictures?.trial(as: .cursor) {
            pictures.append(trial)
        }
        return hardware.modeSetting.test(pictures, on: head, without: others) == 0
    }

    private func picture(of layer: AskedLayer, on placement: PlaneAssignment.Placement) throws(LayerRefusal)
        -> PlanePicture
    {
        guard let plane = hardware.plane(placement.plane), var view = layer.question.view else { throw .noPlane }
        guard let (framebuffer, memory) = layer.scanned() else { throw .foreign }
        view.depth = placement.depth
        return PlanePicture(
            part: layer.question.part, plane: plane, framebuffer: framebuffer, view: view, version: layer.version,
            memory: memory)
    }

    /// The picture on the primary plane behind layers on other planes.
    /// Empty if the backmost layer is on the primary plane, or if that plane is off.
    private func grounds(
        _ ground: OutputFrame.Ground, behind planes: PlaneAssignment.LayerPlanes, of head: Head
    ) throws(LayerRefusal) -> [PlanePicture] {
        if planes.isBare || planes.layers.last?.plane == head.pipe.plane.id { return [] }
        guard ground == .black else { return [head.drawnPicture(on: head.pipe.plane)] }
        do throws(KMSError) {
            let black = try head.blackPicture { () throws(KMSError) in
                try DumbBuffer(file: hardware.file, size: head.picture.mode.size, format: head.picture.format)
            }
            return [black]
        } catch {
            throw .noMemory
        }
    }

    /// Buffers of a size for what is drawn in front of a layer.
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

    /// An assignment of the planes that no head uses; the planes in `own` count as unused.
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
    /// The client buffers that an output can show in place of its picture.
    /// Nil for an output that is off or turned, because clients rarely turn their buffers.
    private func scanoutOffer(on id: OutputID) -> ScanoutOffer? {
        guard let head = heads[id], head.picture.transform == .normal else { return nil }
        let plane = head.pipe.plane
        if let known = scanoutOffers[plane.id] { return known }
        guard let device = RenderDevice.deviceNumber(path) else { return nil }
        // A plane that reads a buffer as opaque ignores its alpha channel.
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

    private func layer(
        of client: PlaneElement, as part: PlanePicture.Part, on head: Head
    ) throws(LayerRefusal) -> AskedLayer {
        guard client.transform == head.picture.transform else { throw .turned }
        guard let dmabuf = client.picture.dmabuf else { throw .memory }
        let size = client.picture.size
        let view = PlaneView(of: client, on: head)
        let question = PlaneAnswers.Question.Layer(
            part: part, layout: dmabuf.layout.opaque, size: PlaneSize(width: size.width, height: size.height),
            rows: dmabuf.rows, view: view)
        return AskedLayer(
            question: question,
            scanned: { [self] in
                framebuffer(of: client.picture).map { framebuffer in
                    (framebuffer.id, ClientFrame(framebuffer, hold: BufferHold(client.picture), view: view))
                }
            }, version: client.element.version)
    }

    /// The pictures of a flip that shows clients' buffers in place of a drawn frame; the buffers are held until the flip after it.
    func pictures(ofContentIn frame: OutputFrame, on head: Head) throws(LayerRefusal) -> [PlanePicture] {
        let planes = try planes(of: frame, on: head)
        var pictures = try grounds(frame.ground, behind: planes, of: head)
        for wanted in try wantedLayers(of: frame, on: planes, of: head) {
            switch wanted {
            case .window(let picture): pictures.append(picture)
            case .front(let front, let own): head.addFront(front, by: own, to: &pictures)
            case .snapshot: break
            }
        }
        return pictures
    }

    /// Shows a frame's layers in front of the drawn picture or behind it from the next flip on; call it only if none was refused.
    func use(layersOf frame: OutputFrame, on head: Head) throws(LayerRefusal) {
        (head.layers, head.pictureInFront) = ([], nil)
        if frame.layers.isEmpty || frame.ground == .black { return }
        do throws(LayerRefusal) {
            let planes = try planes(of: frame, on: head)
            head.layers = try wantedLayers(of: frame, on: planes, of: head)
            head.pictureInFront = planes.picture
        } catch {
            // Since it was accepted, the snapshot may have given way to another output.
            if frame.snapshot == nil { throw error }
        }
    }

    /// The planes found for a frame's layers.
    private func planes(of frame: OutputFrame, on head: Head) throws(LayerRefusal) -> PlaneAssignment.LayerPlanes {
        guard case .planes(let planes)? = head.answers.current, planes.layers.count == frame.layers.count,
            (planes.picture != nil) == (frame.ground == .pictureInFront)
        else { throw .noPlane }
        return planes
    }

    private func wantedLayers(
        of frame: OutputFrame, on planes: PlaneAssignment.LayerPlanes, of head: Head
    ) throws(LayerRefusal) -> [WantedLayer] {
        var wanted: [WantedLayer] = []
        for ((element, layer), placement) in zip(zip(frame.layers, try layers(of: frame, on: head)), planes.layers) {
            switch element.kind {
            case .cursor: continue
            case .front: wanted.append(.front(element, try fronts(placement, size: layer.question.size, of: head)))
            case .client: wanted.append(.window(try picture(of: layer, on: placement)))
            case .snapshot:
                guard let (snapshot, source) = snapshot(in: frame), let plane = hardware.plane(placement.plane),
                    var view = layer.question.view
                else { return [] }
                view.depth = placement.depth
                let clientView = snapshot.client.map { PlaneView(of: $0, on: source) }
                wanted.append(
                    .snapshot(WantedSnapshot(source: source, clientView: clientView, plane: plane, view: view)))
            }
        }
        return wanted.reversed()
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
    /// The snapshot in a frame and the head whose picture it is; nil if this card has none.
    private func snapshot(in frame: OutputFrame) -> (snapshot: Snapshot, source: Head)? {
        guard let element = frame.snapshot, case .snapshot(let id, let client) = element.kind, let source = heads[id]
        else { return nil }
        return (Snapshot(element: element, client: client), source)
    }

    /// Takes the snapshots of all outputs but one off their planes, to free hardware for that output.
    /// Those outputs draw their snapshots instead. Returns whether any plane showed one.
    func yieldSnapshots(to id: OutputID) -> Bool {
        let others = heads.filter { $0.key != id && $0.value.shown[.snapshot] != nil }
        for head in others.values { head.answers.refuse(.yielded, at: now) }
        return !others.isEmpty
    }

    private func layer(
        of snapshot: Snapshot, of source: Head, on head: Head
    ) throws(LayerRefusal) -> AskedLayer {
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
        let question = PlaneAnswers.Question.Layer(
            part: .snapshot, layout: layout.opaque, size: PlaneSize(width: size.width, height: size.height), rows: rows,
            view: PlaneView(of: snapshot, source: source, on: head))
        return AskedLayer(question: question, scanned: { (framebuffer, memory) })
    }

    /// Reserves four buffers for the source: the other display may use two, one on screen and one on its way, and two remain.
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

/// Another output's picture as a layer of a frame.
private struct Snapshot {
    let element: PlaneElement
    /// The client's buffer that the other output shows; nil if it shows a drawn frame.
    let client: PlaneElement?
}

extension PlaneView {
    fileprivate init(of client: PlaneElement, on head: Head) {
        self.init(of: client, in: head.picture.transform.inverse.apply(to: client.picture.size), on: head)
    }

    fileprivate init(of snapshot: Snapshot, source: Head, on head: Head) {
        let size: Size<ScanoutSpace> = snapshot.client?.picture.size.reinterpreted() ?? source.picture.mode.size
        self.init(of: snapshot.element, in: head.picture.transform.inverse.apply(to: size), on: head)
    }

    /// The view of an upright picture of a size on a head.
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
    /// The layout in which a plane reads the buffer as opaque, without its alpha channel.
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
    /// The size of the framebuffers for pictures of `size`, which is as the viewer sees them.
    func scanoutSize(_ size: Size<OutputSpace>) -> PlaneSize {
        let turned: Size<ScanoutSpace> = picture.transform.apply(to: size)
        return PlaneSize(width: turned.width, height: turned.height)
    }
}
