import Glibc

/// `wp_presentation`: tells clients when their contents came on screen.
final class PresentationTime: WpPresentationRequests {
    /// Tells a new object which clock the times are of.
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
