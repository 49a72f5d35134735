import CDRM

/// A layer of pixels that a CRTC can show.
struct Plane: AtomicObject {
    let id: PlaneID
    /// Bit n is set when the card's nth CRTC can show it.
    let possibleCRTCs: UInt32
    let isPrimary: Bool
    let properties: PropertyTable

    var number: UInt32 { id.raw }

    /// Nil when it cannot be read.
    init?(reading id: PlaneID, of file: DRMFile, reader: PropertyReader) {
        guard let kernel = drmModeGetPlane(file.descriptor, id.raw) else { return nil }
        defer { drmModeFreePlane(kernel) }
        self.id = id
        possibleCRTCs = kernel.pointee.possible_crtcs
        properties = reader.table(of: id)
        isPrimary = properties[.type]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY)
    }
}
