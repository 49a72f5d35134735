import CDRM

/// A scanout engine.
struct CRTC: AtomicObject {
    let id: CRTCID
    /// The index in the card's list: the bit number in masks of possible CRTCs.
    let index: Int
    let properties: PropertyTable

    var number: UInt32 { id.raw }
}
