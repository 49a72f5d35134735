import CDRM
import Mirroring

/// A page-flip completion event from the kernel.
struct FlipEvent: Hashable, Sendable {
    /// The token that the flip was submitted with.
    let token: UInt64
    let time: Timestamp
    /// The low 32 bits of the CRTC's vertical blank count; 0 without a counter.
    let sequence: UInt32

    /// Parses the flip events in the bytes read from the device; stops at malformed data.
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
