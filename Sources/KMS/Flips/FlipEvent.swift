import CDRM
import Mirroring

/// The kernel's word that a flip has happened.
struct FlipEvent: Hashable, Sendable {
    /// What the flip was marked with.
    let token: UInt64
    let time: Timestamp
    /// The low 32 bits of the CRTC's count of vertical blanks, 0 where it has none.
    let sequence: UInt32

    /// The flips among the events that a read of the device gave; anything malformed ends the reading.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> [FlipEvent] {
        var events: [FlipEvent] = []
        var rest = bytes[...]
        while rest.count >= MemoryLayout<drm_event>.size {
            let header = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event.self)
            guard let length = Int(exactly: header.length), length >= MemoryLayout<drm_event>.size,
                length <= rest.count
            else { break }
            if header.type == UInt32(DRM_EVENT_FLIP_COMPLETE), length >= MemoryLayout<drm_event_vblank>.size {
                events.append(
                    FlipEvent(UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event_vblank.self)))
            }
            rest = rest.dropFirst(length)
        }
        return events
    }

    private init(_ event: drm_event_vblank) {
        token = event.user_data
        time = Timestamp(microseconds: Int64(event.tv_sec) * 1_000_000 + Int64(event.tv_usec))
        sequence = event.sequence
    }
}
