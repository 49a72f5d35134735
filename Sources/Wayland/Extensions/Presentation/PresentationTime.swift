import Glibc
import Mirroring
import Runtime
import WaylandBinding

/// `wp_presentation`: tells clients when their contents were presented.
final class PresentationTime: WpPresentationRequests {
    static func announce(_ content: WaylandContent) throws(RuntimeError) -> AnyGlobal {
        let presentation = PresentationTime()
        return try Global<WpPresentation>(content.display, version: 1) { resource in
            resource.sendClockId(clkId: UInt32(CLOCK_MONOTONIC))
            return presentation
        }
    }

    func feedback(
        _ resource: Resource<WpPresentation>, surface: Resource<WlSurface>,
        callback: NewResource<WpPresentationFeedback>
    ) {
        let feedback = PresentationFeedback(callback.createInert())
        if let target = Surface.of(surface) {
            target.pending.update.feedback.append(feedback)
        } else {
            feedback.discarded()
        }
    }
}

/// One `wp_presentation_feedback`.
private final class PresentationFeedback: FrameFeedback {
    private let resource: Resource<WpPresentationFeedback>

    init(_ resource: Resource<WpPresentationFeedback>) {
        self.resource = resource
    }

    var client: Client { resource.client }

    func presented(_ presentation: Presentation, on outputs: [Resource<WlOutput>]) {
        for output in outputs { resource.sendSyncOutput(output: output) }
        resource.sendPresented(presentation)
        resource.destroy()
    }

    func discarded() {
        resource.sendDiscarded()
        resource.destroy()
    }
}

extension Resource where Interface == WpPresentationFeedback {
    fileprivate func sendPresented(_ presentation: Presentation) {
        let microseconds = UInt64(clamping: presentation.time.microseconds)
        let seconds = microseconds / 1_000_000
        var kind: WpPresentationFeedback.Kind = []
        if presentation.isHardwareClock { kind = [.hwClock, .hwCompletion] }
        if presentation.isHardwareClock, !presentation.isTorn { kind.insert(.vsync) }
        // In this version of the protocol, a variable refresh counts as unknown.
        let refresh = presentation.isVariable ? 0 : presentation.refreshNanoseconds
        sendPresented(
            tvSecHi: UInt32(truncatingIfNeeded: seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds),
            tvNsec: UInt32(microseconds % 1_000_000 * 1000), refresh: UInt32(clamping: refresh),
            seqHi: UInt32(truncatingIfNeeded: presentation.sequence >> 32),
            seqLo: UInt32(truncatingIfNeeded: presentation.sequence), flags: kind)
    }
}
