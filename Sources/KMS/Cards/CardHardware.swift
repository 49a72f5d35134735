import CDRM
import Glibc
import LoginSeat
import Mirroring
import Runtime

/// An open card: its file, its resources and its initial state.
struct CardHardware {
    let file: DRMFile
    let resources: CardResources
    /// Whether framebuffers can be given modifiers.
    let takesModifiers: Bool
    private let reader: PropertyReader
    /// Atomic mode setting if the driver supports it, or else legacy.
    let modeSetting: any ModeSetting

    init(_ device: SeatDevice) throws(KMSError) {
        file = DRMFile(device)
        guard drmIsKMS(file.descriptor) == 1 else {
            throw KMSError(.findDevice, device: file.path, errorNumber: ENOTSUP)
        }
        // The atomic capability implies universal planes. Other drivers list their primary planes only if universal planes are asked for.
        let isAtomic = drmSetClientCap(file.descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
        if !isAtomic {
            let result = drmSetClientCap(file.descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
            if result != 0 { throw KMSError(.readPlanes, device: file.path, errorNumber: -result) }
        }
        // Without this capability, newer kernels hide the cursor planes of virtual machines; older kernels do not know it.
        _ = drmSetClientCap(file.descriptor, Self.cursorHotspotCapability, 1)
        var canMakeBuffers: UInt64 = 0
        drmGetCap(file.descriptor, UInt64(DRM_CAP_DUMB_BUFFER), &canMakeBuffers)
        guard canMakeBuffers != 0 else {
            throw KMSError(.createBuffer, device: file.path, errorNumber: ENOTSUP)
        }
        var takesModifiers: UInt64 = 0
        drmGetCap(file.descriptor, UInt64(DRM_CAP_ADDFB2_MODIFIERS), &takesModifiers)
        self.takesModifiers = takesModifiers != 0
        reader = PropertyReader(file)
        let all = try CardResources(reading: file, reader: reader)
        var connectors: [Connector] = []
        for id in try Self.connectorIDs(file) {
            guard let connector = try Connector(id, of: file, reader: reader, isProbed: false) else { continue }
            connectors.append(connector)
        }
        if isAtomic {
            resources = all
            let saved = try SavedState(of: all, connectors: connectors, reader: reader)
            var tears: UInt64 = 0
            drmGetCap(file.descriptor, Self.atomicTearingCapability, &tears)
            modeSetting = AtomicModeSetting(file: file, saved: saved, tears: tears != 0)
        } else {
            resources = all.primaryPlanesAlone
            let saved = try LegacyState(of: all, connectors: connectors, file: file)
            modeSetting = LegacyModeSetting(file: file, saved: saved)
        }
    }

    func plane(_ id: PlaneID) -> Plane? { resources.planes.first { $0.id == id } }

    /// Whether a plane converts pixels of this encoding to the right colours; true for nil, which stands for RGB.
    func converts(_ encoding: YUVEncoding?, on id: PlaneID) -> Bool {
        guard let encoding else { return true }
        return plane(id)?.properties.converts(encoding) ?? false
    }

    /// All current connectors; those behind a hub come and go. All are probed if `isProbed`.
    ///
    /// A connector that cannot be read is as it was among `known`, and so are all if their list cannot be read.
    func connectors(isProbed: Bool = false, known: [Connector]) -> [Connector] {
        connectorIDs(known: known).compactMap { id in
            do throws(KMSError) {
                return try again { () throws(KMSError) in
                    try Connector(id, of: file, reader: reader, isProbed: isProbed)
                }
            } catch {
                return known.first { $0.id == id }
            }
        }
    }

    /// The current connectors' numbers, read without probing; those of `known` if they cannot be read.
    func connectorIDs(known: [Connector]) -> [ConnectorID] {
        do throws(KMSError) {
            return try again { () throws(KMSError) in try Self.connectorIDs(file) }
        } catch {
            return known.map(\.id)
        }
    }

    /// Restores the initial state of the card and disables connectors that did not exist in it; returns 0 or an errno.
    func restore(known: [Connector], disabling enabled: [Connector]) -> CInt {
        modeSetting.restore(present: connectors(known: known), disabling: enabled)
    }

    /// DRM_CLIENT_CAP_CURSOR_PLANE_HOTSPOT, which libdrm 2.4.114 does not name.
    private static let cursorHotspotCapability: UInt64 = 6

    /// DRM_CAP_ATOMIC_ASYNC_PAGE_FLIP, which libdrm 2.4.114 does not name.
    private static let atomicTearingCapability: UInt64 = 0x15

    private static func connectorIDs(_ file: DRMFile) throws(KMSError) -> [ConnectorID] {
        guard let kernel = drmModeGetResources(file.descriptor) else {
            throw KMSError(.readResources, device: file.path)
        }
        defer { drmModeFreeResources(kernel) }
        return (0..<Int(max(kernel.pointee.count_connectors, 0))).map { ConnectorID(kernel.pointee.connectors[$0]) }
    }
}

/// Does it once more if it fails: a shortage of the kernel's may have passed.
func again<Value>(_ action: () throws(KMSError) -> Value) throws(KMSError) -> Value {
    do throws(KMSError) { return try action() } catch { return try action() }
}
