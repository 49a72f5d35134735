package import Geometry
package import Mirroring

/// Requests to the picture in picture. Each completion is called exactly once.
extension PiPExecutor {
    package func start(_ start: PiPStart, completion: @escaping (PiPOutcome) -> Void) {
        feed(.start(start, token(completion)))
    }

    package func stop(completion: @escaping (PiPOutcome) -> Void) {
        feed(.stop(.requested, token(completion)))
    }

    package func toggle(_ source: PiPSource?, completion: @escaping (PiPOutcome) -> Void) {
        feed(.toggle(source, token(completion)))
    }

    package func restore(completion: @escaping (PiPOutcome) -> Void) {
        feed(.restore(token(completion)))
    }

    /// Changes the update policy; false while no picture in picture is shown.
    package func set(_ updates: PiPUpdates) -> Bool {
        show?.set(updates)
        return show != nil
    }

    package func refresh() -> Bool {
        show?.refresh()
        return show != nil
    }

    package func move(to corner: PiPCorner, completion: @escaping (PiPChange) -> Void) {
        change(completion) { $0.move(to: corner) }
    }

    /// Resizes the picture to the largest that fits `size`; the status bar is drawn for that very size.
    package func resize(to size: Size<PanelSpace>, completion: @escaping (PiPChange) -> Void) {
        if machine.state == .active { show?.remake(for: size) }
        var isTaken = true
        let answer = { [weak self] (change: PiPChange) in
            guard change == .done, let rect = self?.show?.view.placement.shownRect else { return completion(change) }
            completion(isTaken ? .done : .bounded(rect.size))
        }
        change(answer) { isTaken = $0.fit(into: size) }
    }

    package func hide(past side: PiPSide?, completion: @escaping (PiPChange) -> Void) {
        change(completion) { $0.hide(past: side) }
    }

    package func unhide(completion: @escaping (PiPChange) -> Void) {
        change(completion) { $0.show() }
    }

    /// Performs the action of a key binding; if it fails the panel says why.
    func perform(_ action: BoundAction) -> Bool {
        switch action {
        case .pipToggle: toggle()
        case .pipRestore: restore { [weak self] in self?.notify($0) }
        case .pipHide:
            let isHidden = show?.view.placement.stash != nil
            let notify = { [weak self] (change: PiPChange) in
                if change == .notShown { self?.notify(.nothingActive) }
            }
            if isHidden { unhide(completion: notify) } else { hide(past: nil, completion: notify) }
        case .pipPlayPause: playOrNotify(.playPause)
        default: return false
        }
        return true
    }

    /// Starts or stops a picture for a user, who is told of failures.
    func toggle() {
        toggle(nil) { [weak self] in self?.notify($0) }
    }

    private func notify(_ outcome: PiPOutcome) {
        switch outcome {
        case .done, .failed(.replaced), .failed(.stopped), .failed(.sourceGone): break
        case .nothingActive: notices.show(.playbackFailed(.notActive))
        case .failed(let failure): notices.show(.pipFailed(failure))
        }
    }

    /// Whether a toggle could do something: a picture is shown, or can be.
    var canToggle: Bool { isShown || !machine.possibility.sources.isEmpty }

    /// Whether a picture is shown, or about to be.
    var isShown: Bool { machine.state == .active || machine.state == .starting }

    /// The picture in picture for `status`; nil while none is shown or possible.
    package var status: PiPStatus? {
        guard machine.state != .idle else { return nil }
        var status = PiPStatus()
        status.state = machine.state
        status.possible = machine.possibility.sources
        status.interaction = configuration.interaction
        status.updates = show?.updates ?? configuration.updates
        status.startsAutomatically = configuration.startsAutomatically
        status.isActive = machine.isActive
        guard let show else { return status }
        status.source = show.run.source
        if show.isOnPanel { status.frame = show.view.frame }
        status.isStashed = show.view.placement.stash != nil
        status.renderSize = show.feed.picture?.size.reinterpreted()
        status.hasTimeline = hasTimeline
        status.isPlaying = isPlaying
        status.frames = show.frames
        return status
    }

    private func change(_ completion: @escaping (PiPChange) -> Void, _ body: (inout PiPPlacement) -> Void) {
        guard let show, machine.state == .active else { return completion(.notShown) }
        show.view.change(body) { completion($0 ? .done : .ended) }
    }
}
