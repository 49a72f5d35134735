/// What a display's device can show of clients' buffers by itself.
package struct ScanoutOffer: Hashable, Sendable {
    /// The number of the device that displays; a buffer that it shows had better be made for it.
    package var device: UInt
    /// The layouts that the plane of the output shows.
    package var layouts: Set<PixelLayout>

    package init(device: UInt, layouts: Set<PixelLayout>) {
        self.device = device
        self.layouts = layouts
    }
}

/// The surface whose buffers a display could show by itself, if they were made for that: the one that is all of the frame.
///
/// A client makes new buffers whenever that changes. So a surface has to be all of the frame for a while, and what covers
/// it for a moment, such as a finger's disc, changes nothing. Each frame is taken up, so that surfaces are told apart by what needs
/// no look at their type.
package struct ScanoutCandidate {
    /// A surface, and what its display can show.
    package struct Standing: Hashable {
        package var surface: ObjectIdentifier
        package var offer: ScanoutOffer
    }

    /// The candidate; nil while there is none.
    package private(set) var current: Standing?
    /// What the last frames came to instead, and how many in a row.
    private var next: (standing: Standing?, frames: Int)?

    package init() {}

    /// Takes up a frame, which is nothing but `surface`, if any, on a display with `offer`; returns whether the candidate is
    /// another one now, or has another offer.
    package mutating func frame(allOf surface: ObjectIdentifier?, offer: ScanoutOffer?) -> Bool {
        var standing: Standing?
        if let surface, let offer, !offer.layouts.isEmpty { standing = Standing(surface: surface, offer: offer) }
        guard standing != current else {
            next = nil
            return false
        }
        let frames = next.map { $0.standing == standing ? $0.frames + 1 : 1 } ?? 1
        next = (standing, frames)
        guard frames >= Self.patience else { return false }
        (current, next) = (standing, nil)
        return true
    }

    /// Half a second at the usual pace.
    package static var patience: Int { 30 }
}
