package import Geometry
package import Mirroring

/// Joins the displays of several adapters, such as graphics cards and virtual displays.
///
/// An output belongs to the first adapter that lists its name; an output of the same name from another adapter is left
/// out. When the displays of one adapter are taken away, as on a VT switch, all displays count as disabled until they
/// are back.
package final class Displays: DisplayPort {
    package weak var observer: (any DisplayObserver)?
    private let adapters: [any DisplayPort]
    /// The adapters of the outputs that have been enabled. They are few, and looked up for each frame.
    private var owners: [(id: OutputID, adapter: any DisplayPort)] = []

    /// `adapters` must not be empty.
    package init(_ adapters: [any DisplayPort]) {
        self.adapters = adapters
        for adapter in adapters { adapter.observer = self }
    }

    package var outputs: [OutputDescription] {
        var seen: Set<OutputID> = []
        return adapters.flatMap { adapter in
            let own = adapter.outputs.filter { !seen.contains($0.id) }
            seen.formUnion(own.map(\.id))
            return own
        }
    }

    /// The adapter of an output: the one that it was enabled by, or that lists it.
    private func adapter(of id: OutputID) -> any DisplayPort {
        if adapters.count == 1 { return adapters[0] }
        for owner in owners where owner.id == id { return owner.adapter }
        return adapters.first { $0.outputs.contains { $0.id == id } } ?? adapters[0]
    }

    package func enable(_ id: OutputID, mode: Mode, transform: Transform) -> ModesetOutcome {
        let adapter = adapter(of: id)
        let outcome = adapter.enable(id, mode: mode, transform: transform)
        if outcome == .done, !owners.contains(where: { $0.id == id }) { owners.append((id, adapter)) }
        return outcome
    }

    package func refusal(ofMode mode: Mode, transform: Transform, on id: OutputID) -> String? {
        adapter(of: id).refusal(ofMode: mode, transform: transform, on: id)
    }

    package func disable(_ id: OutputID) {
        adapter(of: id).disable(id)
        owners.removeAll { $0.id == id }
    }

    package func setPower(of id: OutputID, isOn: Bool) -> String? {
        adapter(of: id).setPower(of: id, isOn: isOn)
    }

    package func setGamma(_ table: GammaTable?, of id: OutputID) -> String? {
        adapter(of: id).setGamma(table, of: id)
    }

    package func acquire(on id: OutputID) -> AcquireOutcome {
        adapter(of: id).acquire(on: id)
    }

    package func capabilities(of id: OutputID) -> OutputCapabilities {
        adapter(of: id).capabilities(of: id)
    }

    package func assign(_ frame: OutputFrame, on id: OutputID) -> FrameAssignment {
        adapter(of: id).assign(frame, on: id)
    }

    package func commit(_ frame: OutputFrame, _ picture: FramePicture, on id: OutputID) -> PresentOutcome {
        adapter(of: id).commit(frame, picture, on: id)
    }

    package func state(of id: OutputID) -> OutputState {
        adapter(of: id).state(of: id)
    }
}

extension Displays: DisplayObserver {
    package func outputsChanged(_: [OutputDescription]) {
        observer?.outputsChanged(outputs)
    }

    package func framePresented(on id: OutputID, _ presentation: Presentation) {
        observer?.framePresented(on: id, presentation)
    }

    package func pictureLost(on id: OutputID) {
        observer?.pictureLost(on: id)
    }

    package func outputFailed(on id: OutputID, _ reason: String) {
        observer?.outputFailed(on: id, reason)
    }

    package func displaysPaused() {
        observer?.displaysPaused()
        for (id, adapter) in owners { adapter.disable(id) }
        owners = []
    }

    package func displaysResumed() {
        observer?.displaysResumed()
    }
}
