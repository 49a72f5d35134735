import CDRM
import Mirroring

/// The CRTC and primary plane of a head.
struct HeadPipe {
    let crtc: CRTC
    let plane: Plane

    var numbers: Pipe { Pipe(crtc: crtc.index, plane: plane.id) }
}

/// A CRTC with its primary plane.
struct Pipe: Hashable, Sendable {
    /// The CRTC's index in the card's list.
    var crtc: Int
    var plane: PlaneID
}

/// A scanout engine.
struct CRTC: AtomicObject {
    let id: CRTCID
    /// The index in the card's list: the bit number in masks of possible CRTCs.
    let index: Int
    let properties: PropertyTable
    /// The number of values in each of the curves that the older calls set; nil if the CRTC has no curves for them.
    let rampSize: Int?
    /// The number of values in the gamma table that atomic commits set; nil if the CRTC has none that can be set.
    let gammaSize: Int?

    var number: UInt32 { id.raw }

    init(id: CRTCID, index: Int, properties: PropertyTable, rampSize: Int?) {
        self.id = id
        self.index = index
        self.properties = properties
        self.rampSize = rampSize
        let isSettable = properties[.gammaTable].map { !$0.isImmutable } ?? false
        let size = properties[.gammaTableSize].flatMap { Int(exactly: $0.value) } ?? 0
        gammaSize = isSettable && (2...65536).contains(size) ? size : nil
    }
}

extension CRTC {
    init(reading id: CRTCID, index: Int, of file: DRMFile, reader: PropertyReader) throws(KMSError) {
        guard let kernel = drmModeGetCrtc(file.descriptor, id.raw) else {
            throw KMSError(.readResources, device: file.path)
        }
        defer { drmModeFreeCrtc(kernel) }
        let size = Int(kernel.pointee.gamma_size)
        self.init(
            id: id, index: index, properties: try reader.table(of: id),
            rampSize: (2...65536).contains(size) ? size : nil)
    }
}

/// A layer of pixels that a CRTC can show.
struct Plane: AtomicObject {
    /// The plane's limits.
    let limits: PlaneLimits
    let properties: PropertyTable

    var id: PlaneID { limits.id }
    var number: UInt32 { id.raw }
    /// Bit n is set if the card's nth CRTC can show the plane.
    var possibleCRTCs: UInt32 { limits.possibleCRTCs }
    var isPrimary: Bool { limits.kind == .primary }
}

extension Plane {
    /// `cursorSize` is the cursor size that the driver asks for.
    init(reading id: PlaneID, of file: DRMFile, reader: PropertyReader, cursorSize: PlaneSize) throws(KMSError) {
        guard let kernel = drmModeGetPlane(file.descriptor, id.raw) else {
            throw KMSError(.readResources, device: file.path)
        }
        defer { drmModeFreePlane(kernel) }
        properties = try reader.table(of: id)
        let kind = PlaneLimits.Kind(type: properties[.type]?.value)
        var layouts = FormatBlob.parse(try reader.blob(properties[.inFormats]?.value ?? 0))
        if layouts.isEmpty, let formats = kernel.pointee.formats {
            // A driver without modifiers: buffers are linear, or laid out as the driver chooses.
            let list = UnsafeBufferPointer(start: formats, count: Int(kernel.pointee.count_formats))
            layouts = Set(
                list.flatMap { format in
                    [PixelLayout.linear, PixelLayout.implicit].map { PixelLayout(format: format, modifier: $0) }
                })
        }
        limits = PlaneLimits(
            id: id, kind: kind, possibleCRTCs: kernel.pointee.possible_crtcs, layouts: layouts,
            depth: properties[.depth].map { kind.depth(in: $0) },
            depths: properties[.depth].flatMap { $0.isImmutable ? nil : $0.range },
            onlySize: kind == .cursor ? cursorSize : nil)
    }

    /// Whether the plane is on a CRTC now, whoever put it there.
    func isShown(by file: DRMFile) -> Bool {
        guard let kernel = drmModeGetPlane(file.descriptor, id.raw) else { return false }
        defer { drmModeFreePlane(kernel) }
        return kernel.pointee.crtc_id != 0
    }
}

extension PlaneLimits.Kind {
    /// The place in the stack that a plane gets: if it can be chosen, the back for primary planes and the front for all others.
    fileprivate func depth(in property: Property) -> UInt64 {
        guard !property.isImmutable, let range = property.range else { return property.value }
        return self == .primary ? range.lowerBound : range.upperBound
    }

    /// The kind for the kernel's `type` property.
    fileprivate init(type: UInt64?) {
        switch type {
        case UInt64(DRM_PLANE_TYPE_PRIMARY): self = .primary
        case UInt64(DRM_PLANE_TYPE_CURSOR): self = .cursor
        default: self = .overlay
        }
    }
}

extension PlaneSize {
    /// The cursor size that a card's driver asks for; the kernel's documented default is 64x64.
    init(cursorsOf file: DRMFile) {
        func capability(_ name: Int32) -> Int {
            var value: UInt64 = 0
            guard drmGetCap(file.descriptor, UInt64(name), &value) == 0, value > 0 else { return 64 }
            return Int(clamping: value)
        }
        self.init(width: capability(DRM_CAP_CURSOR_WIDTH), height: capability(DRM_CAP_CURSOR_HEIGHT))
    }
}
