import Mirroring
import Runtime

/// Tells the core what becomes of displays, on behalf of all cards and heads of a seat.
final class DisplayReports {
    weak var observer: (any DisplayObserver)?
    private let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
    }

    /// A picture is on screen.
    func presented(on id: OutputID, _ presentation: Presentation) {
        observer?.framePresented(on: id, presentation)
    }

    /// An enabled output needs its picture once more; told after the call that took the picture.
    func pictureLost(on id: OutputID) {
        loop.deferAction { [weak self] in self?.observer?.pictureLost(on: id) }
    }

    /// An enabled output no longer shows anything.
    func failed(_ id: OutputID, _ reason: String) {
        observer?.outputFailed(on: id, reason)
    }
}
