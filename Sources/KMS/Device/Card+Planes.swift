import Geometry
import Mirroring

extension Card {
    /// Why an output cannot show cursors of this size on a plane; the hardware is asked once after each change of what
    /// the planes are used for.
    func refusal(ofCursor size: Size<OutputSpace>, on id: OutputID) -> LayerRefusal? {
        guard let head = heads[id] else { return .noPlane }
        let resources = hardware.resources
        let cursor = head.makeCursor()
        if cursor.isUnknown {
            let used = heads.values.flatMap(\.planes).map(\.id)
            cursor.look(
                among: resources.planes.filter { !used.contains($0.id) }, on: head.pipe.crtc,
                size: resources.cursorSize, file: hardware.file)
            // Asked again once the hardware is free.
            if cursor.plane == nil, isSnapshotInTheWay(of: head), yieldSnapshots(to: id) {
                cursor.reconsider()
            }
        }
        return cursor.refusal(of: size, limit: resources.cursorSize)
    }

    /// Whether a cursor may have been refused for the snapshot of another head.
    private func isSnapshotInTheWay(of head: Head) -> Bool {
        if head.cursor?.isRefusedByHardware == true { return true }
        let crtc = head.pipe.crtc.index
        return heads.values.contains { other in
            other !== head && other.snapshotPlanes.contains { crtc < 32 && $0.possibleCRTCs & 1 << crtc != 0 }
        }
    }

    func setCursor(_ cursor: CursorLayer?, on id: OutputID) {
        heads[id]?.cursor?.layer = cursor
    }

    /// Asks the hardware again about cursors and clients' buffers: outputs have been enabled or disabled.
    func reconsiderPlanes() {
        for head in heads.values {
            head.cursor?.reconsider()
            head.content.reconsider()
            head.snapshot?.reconsider()
            head.timing.reconsider()
        }
    }
}

extension Card {
    /// The plane for a picture in front of a layer, in a framebuffer of this size; throws without memory for that.
    func picturePlane(
        _ placement: SnapshotAllocation.Placement, size: PlaneSize, of front: FrontPlane, on head: Head
    ) throws(KMSError) -> PicturePlane {
        try front.plane(for: placement, size: size) { () throws(KMSError) in
            guard let plane = hardware.plane(placement.plane) else {
                throw KMSError(.readPlanes, device: hardware.file.path)
            }
            return try PicturePlane(
                plane: plane, crtc: head.pipe.crtc, scanout: head.pictureScanout, size: size, depth: placement.depth,
                file: hardware.file)
        }
    }
}

extension Head {
    /// The size of framebuffers for pictures of a size, as their viewer sees that.
    func scanoutSize(_ size: Size<OutputSpace>) -> PlaneSize {
        let turned: Size<ScanoutSpace> = picture.transform.apply(to: size)
        return PlaneSize(width: turned.width, height: turned.height)
    }
}

extension CursorLayer {
    init(_ front: LayerFront) {
        self.init(front.picture, x: front.frame.x, y: front.frame.y, hotspot: (0, 0))
    }
}
