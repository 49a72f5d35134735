import Glibc
import WaylandBinding

/// `wp_presentation`: tells clients when their contents were presented.
final class PresentationTime: WpPresentationRequests {
    /// Sends a new resource the clock of the timestamps.
    func bound(_ resource: Resource<WpPresentation>) {
        resource.sendClockId(clkId: UInt32(CLOCK_MONOTONIC))
    }

    func feedback(
        _ resource: Resource<WpPresentation>, surface: Resource<WlSurface>,
        callback: NewResource<WpPresentationFeedback>
    ) {
        let feedback = callback.createInert()
        if let target = Surface.of(surface) {
            target.pending.update.feedback.append(feedback)
        } else {
            FrameRequests.discard([feedback])
        }
    }
}
