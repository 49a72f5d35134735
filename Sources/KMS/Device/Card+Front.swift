import Geometry
import Mirroring

extension Card {
    /// The plane for a picture in front of a layer, in a framebuffer of this size; throws without memory for that.
    func picturePlane(
        _ placement: SnapshotAllocation.Placement, size: PlaneSize, of front: FrontPlane, on head: Head
    ) throws(KMSError) -> PicturePlane {
        try front.plane(for: placement, size: size) { () throws(KMSError) in
            guard let plane = hardware.plane(placement.plane) else {
                throw KMSError(.readPlanes, device: hardware.file.path)
            }
            let transform = head.picture.transform
            return try PicturePlane(
                plane: plane, crtc: head.pipe.crtc,
                scanout: CursorScanout(
                    transform: transform, screen: transform.inverse.apply(to: head.picture.mode.size)),
                size: size, depth: placement.depth, file: hardware.file)
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
