import CDRM

/// The CRTCs and planes of a card, which never change.
struct CardResources {
    let crtcs: [CRTC]
    private(set) var planes: [Plane]
    /// The cursor size that the driver asks for.
    let cursorSize: PlaneSize

    /// The same without overlay and cursor planes, which only atomic commits can show together with a picture.
    var primaryPlanesAlone: CardResources {
        var resources = self
        resources.planes = planes.filter(\.isPrimary)
        return resources
    }

    init(reading file: DRMFile, reader: PropertyReader) throws(KMSError) {
        guard let kernel = drmModeGetResources(file.descriptor) else {
            throw KMSError(.readResources, device: file.path)
        }
        defer { drmModeFreeResources(kernel) }
        crtcs = try (0..<Int(max(kernel.pointee.count_crtcs, 0))).map { index throws(KMSError) in
            try CRTC(reading: CRTCID(kernel.pointee.crtcs[index]), index: index, of: file, reader: reader)
        }
        guard let list = drmModeGetPlaneResources(file.descriptor) else {
            throw KMSError(.readResources, device: file.path)
        }
        defer { drmModeFreePlaneResources(list) }
        let cursorSize = PlaneSize(cursorsOf: file)
        self.cursorSize = cursorSize
        planes = try (0..<Int(list.pointee.count_planes)).map { index throws(KMSError) in
            try Plane(
                reading: PlaneID(list.pointee.planes[index]), of: file, reader: reader, cursorSize: cursorSize)
        }
    }
}
