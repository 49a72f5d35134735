import CDRM
import Glibc

/// One property of one object, with its value at the time when the table was read.
struct Property: Hashable, Sendable {
    let id: UInt32
    let value: UInt64
    /// The names of an enumerated property's values.
    let choices: [UInt64: String]
    /// The values that an unsigned number may have; nil for other properties.
    var range: ClosedRange<UInt64>?
    /// Whether only the driver can change the property.
    var isImmutable = false

    /// The name of an enumerated property's current value.
    var choice: String? { choices[value] }

    /// The value with this name of an enumerated property; nil if there is none.
    func value(named name: String) -> UInt64? { choices.first { $0.value == name }?.key }
}

/// An object's properties by name.
struct PropertyTable: Sendable {
    private var properties: [String: Property] = [:]

    init(_ properties: [String: Property] = [:]) {
        self.properties = properties
    }

    subscript(name: PropertyName) -> Property? { properties[name.rawValue] }
}

/// Reads property tables and caches the definition of each property.
///
/// A read that fails throws: a table without the properties that could not be read would describe a card that does not exist, and the
/// kernel would refuse whatever is made of it.
final class PropertyReader {
    private struct Definition {
        let name: String
        let choices: [UInt64: String]
        let range: ClosedRange<UInt64>?
        let isImmutable: Bool
    }

    private let file: DRMFile
    private var definitions: [UInt32: Definition] = [:]

    init(_ file: DRMFile) {
        self.file = file
    }

    func table(of connector: ConnectorID) throws(KMSError) -> PropertyTable {
        try table(connector.raw, kind: DRM_MODE_OBJECT_CONNECTOR)
    }
    func table(of crtc: CRTCID) throws(KMSError) -> PropertyTable { try table(crtc.raw, kind: DRM_MODE_OBJECT_CRTC) }
    func table(of plane: PlaneID) throws(KMSError) -> PropertyTable {
        try table(plane.raw, kind: DRM_MODE_OBJECT_PLANE)
    }

    /// The bytes of a blob; empty if there is no such blob.
    func blob(_ id: UInt64) throws(KMSError) -> [UInt8] {
        guard let id = UInt32(exactly: id), id != 0 else { return [] }
        guard let blob = try file.existing(drmModeGetPropertyBlob(file.descriptor, id)) else { return [] }
        defer { drmModeFreePropertyBlob(blob) }
        let bytes = blob.pointee.data?.assumingMemoryBound(to: UInt8.self)
        return Array(try list(bytes, blob.pointee.length))
    }

    /// A list that libdrm has read. Where it has no memory for the elements, it leaves them out, and keeps their number.
    private func list<Element>(
        _ first: UnsafeMutablePointer<Element>?, _ count: some BinaryInteger
    ) throws(KMSError) -> UnsafeBufferPointer<Element> {
        if first == nil, count > 0 { throw KMSError(.readResources, device: file.path, errorNumber: ENOMEM) }
        return UnsafeBufferPointer(start: first, count: max(0, Int(count)))
    }

    /// Reads the properties of an object; empty for an object that has vanished.
    private func table(_ object: UInt32, kind: UInt32) throws(KMSError) -> PropertyTable {
        guard let list = try file.existing(drmModeObjectGetProperties(file.descriptor, object, kind)) else {
            return PropertyTable()
        }
        defer { drmModeFreeObjectProperties(list) }
        var properties: [String: Property] = [:]
        for index in 0..<Int(list.pointee.count_props) {
            let id = list.pointee.props[index]
            guard let definition = try definition(id) else { continue }
            properties[definition.name] = Property(
                id: id, value: list.pointee.prop_values[index], choices: definition.choices,
                range: definition.range, isImmutable: definition.isImmutable)
        }
        return PropertyTable(properties)
    }

    private func definition(_ id: UInt32) throws(KMSError) -> Definition? {
        if let known = definitions[id] { return known }
        guard let property = try file.existing(drmModeGetProperty(file.descriptor, id)) else { return nil }
        defer { drmModeFreeProperty(property) }
        var choices: [UInt64: String] = [:]
        for choice in try list(property.pointee.enums, property.pointee.count_enums) {
            choices[choice.value] = string(fromTuple: choice.name)
        }
        let flags = property.pointee.flags
        let values = try list(property.pointee.values, property.pointee.count_values)
        var range: ClosedRange<UInt64>?
        if flags & UInt32(DRM_MODE_PROP_RANGE) != 0, values.count == 2, values[0] <= values[1] {
            range = values[0]...values[1]
        }
        let definition = Definition(
            name: string(fromTuple: property.pointee.name), choices: choices, range: range,
            isImmutable: flags & UInt32(DRM_MODE_PROP_IMMUTABLE) != 0)
        definitions[id] = definition
        return definition
    }
}

/// The text in a C array of characters, up to the first zero.
func string<Characters>(fromTuple characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// The kernel's names of the properties that are read or written.
enum PropertyName: String, Hashable, Sendable {
    // Planes. Source rectangles are in 16.16 fixed-point framebuffer pixels.
    case type
    case framebufferID = "FB_ID"
    case crtcID = "CRTC_ID"
    case sourceX = "SRC_X"
    case sourceY = "SRC_Y"
    case sourceWidth = "SRC_W"
    case sourceHeight = "SRC_H"
    case crtcX = "CRTC_X"
    case crtcY = "CRTC_Y"
    case crtcWidth = "CRTC_W"
    case crtcHeight = "CRTC_H"
    case damageClips = "FB_DAMAGE_CLIPS"
    /// The descriptor of a sync_file, which counts for one commit only.
    case inFence = "IN_FENCE_FD"
    case rotation
    case inFormats = "IN_FORMATS"
    case depth = "zpos"
    case alpha
    case blendMode = "pixel blend mode"
    case colorEncoding = "COLOR_ENCODING"
    case colorRange = "COLOR_RANGE"
    /// Cursor planes of virtual machines: the cursor's hotspot.
    case hotspotX = "HOTSPOT_X"
    case hotspotY = "HOTSPOT_Y"
    // CRTCs.
    case active = "ACTIVE"
    case modeID = "MODE_ID"
    case gammaTable = "GAMMA_LUT"
    /// The number of values in the table.
    case gammaTableSize = "GAMMA_LUT_SIZE"
    case degammaTable = "DEGAMMA_LUT"
    case colorMatrix = "CTM"
    case variableRefresh = "VRR_ENABLED"
    /// The colour where no plane is: 16 bits each of alpha, red, green and blue.
    case backgroundColor = "BACKGROUND_COLOR"
    // Connectors.
    case edid = "EDID"
    case linkStatus = "link-status"
    case tile = "TILE"
    case nonDesktop = "non-desktop"
    case panelOrientation = "panel orientation"
    case hdrMetadata = "HDR_OUTPUT_METADATA"
    case colorspace = "Colorspace"
    case contentType = "content type"
    case broadcastRange = "Broadcast RGB"
    case bitsPerComponent = "max bpc"
    /// Whether the display supports variable refresh.
    case variableRefreshCapable = "vrr_capable"
    /// Used by legacy drivers alone.
    case powerLevel = "DPMS"
}

/// A connector, CRTC or plane whose properties can be set.
protocol AtomicObject {
    var number: UInt32 { get }
    var properties: PropertyTable { get }
}

/// Owns a property blob; the kernel states that use the blob hold their own reference.
final class PropertyBlob {
    let id: UInt32
    private let file: DRMFile

    /// A blob with the bytes of `elements` in the order and layout of C.
    init<Element>(file: DRMFile, _ elements: [Element]) throws(KMSError) {
        var id: UInt32 = 0
        let result = elements.withUnsafeBytes { bytes in
            drmModeCreatePropertyBlob(file.descriptor, bytes.baseAddress, bytes.count, &id)
        }
        if result != 0 { throw KMSError(.createBlob, device: file.path, errorNumber: -result) }
        self.id = id
        self.file = file
    }

    deinit {
        if file.isOpen { drmModeDestroyPropertyBlob(file.descriptor, id) }
    }
}
