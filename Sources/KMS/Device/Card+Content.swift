import CDRM
import Geometry
import Logging
import Mirroring
import Runtime

extension Card {
    /// What an output can show of clients' buffers in place of its picture; nil for an output that is off or turned, since
    /// clients rarely turn their buffers.
    func scanoutOffer(on id: OutputID) -> ScanoutOffer? {
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
    func refusal(ofContent content: ContentLayer, on id: OutputID) -> LayerRefusal? {
        guard let head = heads[id] else { return .noPlane }
        guard content.transform == head.picture.transform else { return .turned }
        let question = HeadContent.Question(content, on: head)
        var isNew = false
        let answer = head.content.answer(to: question, at: Timestamp(microseconds: loop.turnTime)) {
            isNew = true
            return ask(question, content, on: head)
        }
        reviewLayers(of: head)
        guard case .refused(let refusal) = answer else { return nil }
        let snapshots = heads.values.filter { $0 !== head }.flatMap(\.snapshotPlanes).filter { !$0.isPrimary }
        if isNew, refusal == .hardware, !snapshots.isEmpty,
            case .plane = ask(question, content, on: head, without: snapshots)
        {
            // Asked again once the hardware is free.
            if yieldSnapshots(to: id) { head.content.reconsider() }
        }
        return refusal
    }

    private func ask(
        _ question: HeadContent.Question, _ content: ContentLayer, on head: Head, without others: [Plane] = []
    ) -> SnapshotAnswers.Answer {
        let free = hardware.resources.planes.filter { !planes(of: heads.values, but: head).contains($0.id) }
        let allocation = ContentAllocation(
            primary: head.pipe.plane.limits,
            overlays: SnapshotAllocation(
                planes: free.map(\.limits), crtc: head.pipe.crtc.index, primary: head.pipe.plane.limits,
                cursor: head.cursor?.plane?.plane.limits, present: head.placement?.overlay?.id,
                presentFront: head.content.front?.plane?.id),
            hasBackground: head.pipe.crtc.properties[.backgroundColor] != nil)
        var lacking: LayerRefusal?
        do throws(LayerRefusal) {
            let placements = try allocation.place(question.layout, hasFront: question.front != nil) { placements in
                do throws(LayerRefusal) {
                    return try test(placements, question, content, on: head, without: others)
                } catch {
                    if lacking == nil { lacking = error }
                    return false
                }
            }
            if placements.snapshot.plane == head.pipe.plane.id || placements.isBare { head.content.dropBlack() }
            return .plane(placements)
        } catch {
            head.content.dropBlack()
            // An overlay that lacks only the colours says more than a primary that lacks the format.
            return .refused(error == .hardware || lacking == .encoding ? lacking ?? error : error)
        }
    }

    /// The planes that are in use, but for those that show the content of `head` and what is in front.
    private func planes(of heads: some Sequence<Head>, but head: Head) -> Set<PlaneID> {
        var used = Set(heads.flatMap(\.planes).map(\.id))
        used.subtract(head.contentPlanes.map(\.id))
        return used
    }

    private func test(
        _ placements: SnapshotAllocation.Placements, _ question: HeadContent.Question, _ content: ContentLayer,
        on head: Head, without others: [Plane]
    ) throws(LayerRefusal) -> Bool {
        guard let framebuffer = framebuffer(of: content) else { throw .foreign }
        guard hardware.converts(question.view.encoding, on: placements.snapshot.plane) else { throw .encoding }
        let placement = try self.placement(placements, question, content, on: head)
        return hardware.modeSetting.test(framebuffer, placement, on: head, without: others) == 0
    }

    /// Nil for what is all of the primary plane, with nothing in front.
    private func placement(
        _ placements: SnapshotAllocation.Placements, _ question: HeadContent.Question, _ content: ContentLayer,
        on head: Head
    ) throws(LayerRefusal) -> ContentPlacement? {
        let front = try front(placements.front, size: question.front, content, on: head)
        var view = question.view
        if placements.snapshot.plane == head.pipe.plane.id {
            // The plane has to be told what a film's numbers mean.
            let isPlain = content.isWhole && view.encoding == nil && front == nil
            return isPlain ? nil : ContentPlacement(place: .primary, view: view, front: front)
        }
        guard let plane = hardware.plane(placements.snapshot.plane) else { throw .noPlane }
        view.depth = placements.snapshot.depth
        if placements.isBare { return ContentPlacement(place: .overlay(plane, black: nil), view: view, front: front) }
        do throws(KMSError) {
            let black = try head.content.blackBuffer { () throws(KMSError) in
                try DumbBuffer(file: hardware.file, size: head.picture.mode.size, format: head.picture.format)
            }
            return ContentPlacement(place: .overlay(plane, black: black), view: view, front: front)
        } catch {
            throw .noMemory
        }
    }

    private func front(
        _ placement: SnapshotAllocation.Placement?, size: PlaneSize?, _ content: ContentLayer, on head: Head
    ) throws(LayerRefusal) -> FrontPlane.Wanted? {
        guard let placement, let size else { return nil }
        do throws(KMSError) {
            return FrontPlane.Wanted(
                plane: try picturePlane(placement, size: size, of: head.content.makeFront(), on: head),
                layer: content.front.map { CursorLayer($0) })
        } catch {
            throw .noMemory
        }
    }

    /// Requests a flip to a client's buffer, which is held until the one after it.
    func present(_ content: ContentLayer, on id: OutputID) -> PresentOutcome {
        guard let framebuffer = framebuffer(of: content), let head = heads[id] else {
            return .failed("the buffer cannot be imported")
        }
        guard case .plane(let placements)? = head.content.answers.current else {
            return .failed("no plane shows the buffer")
        }
        do throws(LayerRefusal) {
            let question = HeadContent.Question(content, on: head)
            let placement = try placement(placements, question, content, on: head)
            let frame = ClientFrame(
                framebuffer: framebuffer, hold: BufferHold(content.buffer), view: question.view, placement: placement)
            return flip(id) { head, token throws(KMSError) in
                try head.flip(to: frame, token: token, by: hardware.modeSetting)
            }
        } catch {
            return .failed(error.description)
        }
    }

    func framebuffer(of content: ContentLayer) -> ClientFramebuffer? {
        guard CardGraphics.isShown(content.dmabuf.layout, isOwn: isDrawnByOwn) else { return nil }
        return clients.framebuffer(of: content.buffer) {
            do throws(KMSError) {
                return try ClientFramebuffer(
                    content.dmabuf, size: content.buffer.size, format: content.dmabuf.layout.opaque.format,
                    isModified: hardware.takesModifiers, file: hardware.file)
            } catch {
                logger.debug("buffer not imported", metadata: ["reason": "\(error)"])
                return nil
            }
        }
    }
}

/// A client's buffer on screen, or on its way there.
struct ClientFrame {
    let framebuffer: ClientFramebuffer
    /// Keeps the client from drawing in it.
    let hold: BufferHold
    /// The part of the buffer that is shown, and where.
    let view: PlaneView
    /// Nil where it is all of the primary plane.
    let placement: ContentPlacement?
}

extension HeadContent.Question {
    fileprivate init(_ content: ContentLayer, on head: Head) {
        self.init(
            layout: content.dmabuf.layout.opaque,
            size: PlaneSize(width: content.buffer.size.width, height: content.buffer.size.height),
            rows: content.dmabuf.rows, view: PlaneView(of: content, on: head),
            cursor: head.cursorPlane?.id,
            front: content.frontFrame.map { head.scanoutSize($0.size) })
    }
}

extension PlaneView {
    init(of content: ContentLayer, on head: Head) {
        let transform = head.picture.transform
        self.init(
            of: content.crop, in: transform.inverse.apply(to: content.buffer.size), at: content.destination,
            on: transform.inverse.apply(to: head.picture.mode.size), transform: transform)
        encoding = content.encoding
    }
}
