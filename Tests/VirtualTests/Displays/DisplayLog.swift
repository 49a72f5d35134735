import Mirroring

/// Everything that displays have told their observer.
final class DisplayLog: DisplayObserver {
    private(set) var changes: [[OutputDescription]] = []
    private(set) var presented: [(id: OutputID, presentation: Presentation)] = []
    var whenPresented: (OutputID) -> Void = { _ in }

    func outputsChanged(_ outputs: [OutputDescription]) { changes.append(outputs) }

    func framePresented(on id: OutputID, _ presentation: Presentation) {
        presented.append((id, presentation))
        whenPresented(id)
    }

    func pictureLost(on _: OutputID) {}

    func outputFailed(on _: OutputID, _: String) {}

    func displaysPaused() {}

    func displaysResumed() {}
}
