/// The kernel's ID of a mode-setting object, typed by the kind of object.
struct ObjectID<Kind>: Hashable, Sendable {
    let raw: UInt32

    init(_ raw: UInt32) {
        self.raw = raw
    }
}

/// A plug.
enum ConnectorKind {}
/// A scanout engine, which drives connectors with a mode.
enum CRTCKind {}
/// A layer of pixels on a CRTC.
enum PlaneKind {}

typealias ConnectorID = ObjectID<ConnectorKind>
typealias CRTCID = ObjectID<CRTCKind>
typealias PlaneID = ObjectID<PlaneKind>
