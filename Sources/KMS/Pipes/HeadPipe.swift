import CDRM

/// The CRTC and primary plane of a head.
struct HeadPipe {
    let crtc: CRTC
    let plane: Plane

    var numbers: Pipe { Pipe(crtc: crtc.index, plane: plane.id) }
}

/// A scanout engine.
struct CRTC: AtomicObject {
    let id: CRTCID
    /// The index in the card's list: the bit number in masks of possible CRTCs.
    let index: Int
    let properties: PropertyTable

    var number: UInt32 { id.raw }
}
