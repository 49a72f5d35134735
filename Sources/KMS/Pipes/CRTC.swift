import CDRM

/// A scanout engine.
struct CRTC: AtomicObject {
    let id: CRTCID
    /// Its place in the card's list, by which masks of possible CRTCs name it.
    let index: Int
    let properties: PropertyTable

    var number: UInt32 { id.raw }
}
