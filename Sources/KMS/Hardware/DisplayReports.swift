import Mirroring
import Runtime

/// Reports the displays' events to the core, on behalf of all cards and heads of a seat.
final class DisplayReports {
    weak var observer: (any DisplayObserver)?
    private let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// Reports that a picture is on screen.
    func presented(on id: OutputID, _ presentation: Presentation) {
        observer?.framePresented(on: id, presentation)
    }

    /// Reports that an enabled output needs its picture once more, after the call that lost the picture has returned.
    func pictureLost(on id: OutputID) {
        loop.deferAction { [weak self] in self?.observer?.pictureLost(on: id) }
    }

    /// Reports that an enabled output no longer shows anything.
    func failed(_ id: OutputID, _ reason: String) {
        observer?.outputFailed(on: id, reason)
    }
}
