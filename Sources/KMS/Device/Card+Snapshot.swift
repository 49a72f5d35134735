import CDRM
import Geometry
import Mirroring
import Runtime

extension Card {
    /// Why an output cannot show another one's picture by a plane; the hardware is asked once for each way to show it, and
    /// again after each change of what the outputs are used for.
    func refusal(ofSnapshot snapshot: SnapshotLayer, on id: OutputID) -> LayerRefusal? {
        do throws(LayerRefusal) {
            guard let head = heads[id] else { throw .noPlane }
            guard let source = heads[snapshot.source] else { throw .otherCard }
            let pixels = try pixels(of: snapshot, source)
            let (question, framebuffer) = try self.question(snapshot, of: source, pixels, on: head)
            let answer = head.makeSnapshot().answer(to: question, at: Timestamp(microseconds: loop.turnTime)) {
                ask(question, framebuffer, on: head)
            }
            reviewLayers(of: head)
            guard case .refused(let refusal) = answer else {
                if snapshot.content == nil { try reserveBuffers(of: source, for: head) }
                return nil
            }
            throw refusal
        } catch {
            return error
        }
    }

    /// Sets what an output shows of another one, which has not been refused.
    func setSnapshot(_ snapshot: SnapshotLayer?, on id: OutputID) {
        guard let head = heads[id], let shown = head.snapshot else { return }
        guard let snapshot, let source = heads[snapshot.source],
            case .plane(let placements)? = shown.answers.current,
            let plane = hardware.plane(placements.snapshot.plane)
        else {
            shown.wanted = nil
            return
        }
        var view = PlaneView(of: snapshot, source: source, on: head)
        view.depth = placements.snapshot.depth
        var front: FrontPlane.Wanted?
        if let placement = placements.front, let above = snapshot.front {
            guard
                let plane = try? picturePlane(
                    placement, size: head.scanoutSize(above.frame.size), of: shown.front, on: head)
            else {
                shown.wanted = nil
                return
            }
            front = FrontPlane.Wanted(plane: plane, layer: CursorLayer(above))
        }
        shown.wanted = HeadSnapshot.Wanted(
            source: source, clientView: snapshot.content.map { PlaneView(of: $0, on: source) }, plane: plane,
            view: view, front: front)
    }

    /// Has all outputs but one draw their snapshots, which that one needs the hardware for; returns whether any was shown by a
    /// plane.
    func yieldSnapshots(to id: OutputID) -> Bool {
        let others = heads.filter { $0.key != id && $0.value.snapshot?.plane != nil }
        for head in others.values { head.snapshot?.refuse(.yielded, at: Timestamp(microseconds: loop.turnTime)) }
        return !others.isEmpty
    }

    /// The memory that a source's frames are in.
    private typealias Pixels = (layout: PixelLayout, size: PlaneSize, rows: [DMABuf.Rows], framebuffer: UInt32)

    private func pixels(of snapshot: SnapshotLayer, _ source: Head) throws(LayerRefusal) -> Pixels {
        if let content = snapshot.content {
            guard let framebuffer = framebuffer(of: content) else { throw .foreign }
            let size = content.buffer.size
            return (
                content.dmabuf.layout.opaque, PlaneSize(width: size.width, height: size.height), content.dmabuf.rows,
                framebuffer.id
            )
        }
        let buffer = source.picture.chain.front
        let size = PlaneSize(width: buffer.size.width, height: buffer.size.height)
        if let memory = buffer.graphics?.dmabuf { return (memory.layout, size, memory.rows, buffer.framebuffer) }
        return (
            PixelLayout(format: buffer.scanoutFormat.code, modifier: PixelLayout.linear), size, [], buffer.framebuffer
        )
    }

    private func question(
        _ snapshot: SnapshotLayer, of source: Head, _ pixels: Pixels, on head: Head
    ) throws(LayerRefusal) -> (SnapshotAnswers.Question, UInt32) {
        guard source.picture.transform == head.picture.transform else { throw .turned }
        let question = SnapshotAnswers.Question(
            layout: pixels.layout.opaque, size: pixels.size, rows: pixels.rows,
            view: PlaneView(of: snapshot, source: source, on: head), cursor: head.cursor?.plane?.plane.id,
            front: snapshot.front.map { head.scanoutSize($0.frame.size) },
            isAlone: snapshot.isAlone)
        return (question, pixels.framebuffer)
    }

    private func ask(
        _ question: SnapshotAnswers.Question, _ framebuffer: UInt32, on head: Head
    ) -> SnapshotAnswers.Answer {
        let own = head.snapshotPlanes.map(\.id)
        let used = Set(heads.values.flatMap(\.planes).map(\.id)).subtracting(own)
        let free = hardware.resources.planes.filter { !used.contains($0.id) }
        let allocation = SnapshotAllocation(
            planes: free.map(\.limits), crtc: head.pipe.crtc.index, primary: head.pipe.plane.limits,
            cursor: head.cursor?.plane?.plane.limits, present: head.snapshot?.plane?.id,
            isPictureBlack: question.isAlone)
        var lacksEncoding = false
        do throws(LayerRefusal) {
            return .plane(
                try allocation.place(question.layout, hasFront: question.front != nil) { placements in
                    guard hardware.converts(question.view.encoding, on: placements.snapshot.plane) else {
                        lacksEncoding = true
                        return false
                    }
                    return test(placements, question, framebuffer, on: head)
                })
        } catch {
            return .refused(error == .hardware && lacksEncoding ? .encoding : error)
        }
    }

    private func test(
        _ placements: SnapshotAllocation.Placements, _ question: SnapshotAnswers.Question, _ framebuffer: UInt32,
        on head: Head
    ) -> Bool {
        guard let plane = hardware.plane(placements.snapshot.plane), var request = AtomicRequest() else { return false }
        var view = question.view
        view.depth = placements.snapshot.depth
        for present in head.snapshotPlanes where present.id != plane.id && present.id != placements.front?.plane {
            if present.id == head.pipe.plane.id {
                head.snapshot?.giveBackPrimary(of: head, in: &request, isWanted: false)
            } else {
                request.turnOff(present)
            }
        }
        request.show(framebuffer: framebuffer, view, on: plane, of: head.pipe.crtc)
        if let placement = placements.front, let size = question.front {
            let above = head.makeSnapshot().front
            guard let front = try? picturePlane(placement, size: size, of: above, on: head) else { return false }
            front.addTrial(to: &request)
        }
        return request.testFlip(hardware.file) == 0
    }

    /// Two buffers of the source may be on the other display, one on screen and one on its way; the source has two left.
    private func reserveBuffers(of source: Head, for head: Head) throws(LayerRefusal) {
        do throws(KMSError) {
            try source.picture.chain.reserve(4)
        } catch {
            source.picture.chain.trim()
            head.snapshot?.refuse(.noMemory, at: Timestamp(microseconds: loop.turnTime))
            throw .noMemory
        }
    }
}

extension PlaneView {
    fileprivate init(of snapshot: SnapshotLayer, source: Head, on head: Head) {
        let transform = head.picture.transform
        self.init(
            of: snapshot.crop,
            in: transform.inverse.apply(to: snapshot.content?.buffer.size.reinterpreted() ?? source.picture.mode.size),
            at: snapshot.destination,
            on: transform.inverse.apply(to: head.picture.mode.size), transform: transform)
        encoding = snapshot.content?.encoding
    }
}
