import Geometry
import Mirroring

/// What may be asked of the picture in picture. Each completion is called exactly once.
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

    /// Changes when it is drawn; false where none is shown.
    package func set(_ updates: PiPUpdates) -> Bool {
        show?.set(updates)
        return show != nil
    }

    package func refresh() -> Bool {
        show?.refresh()
        return show != nil
    }

    package func move(to corner: PiPCorner) -> Bool { change { $0.move(to: corner) } }

    /// The largest picture that fits; the bar is drawn for that very size.
    package func resize(to size: Size<PanelSpace>) -> Bool {
        if machine.state == .active { show?.remake(for: size) }
        return change { $0.fit(into: size) }
    }

    package func hide(past side: PiPSide?) -> Bool { change { $0.hide(past: side) } }

    package func unhide() -> Bool { change { $0.show() } }

    /// Asks the source that is shown to play, pause or skip.
    package func play(_ command: PlaybackCommand, completion: @escaping (PlaybackOutcome) -> Void) {
        guard let target = playbackTarget else { return completion(.failed(.notActive)) }
        playback.ask(command, of: target, completion: completion)
    }

    /// A key binding of the user's.
    func act(on action: BoundAction) {
        switch action {
        case .pipToggle: feed(.toggle(nil, nil))
        case .pipRestore: feed(.restore(nil))
        case .pipHide: _ = show?.view.placement.stash == nil ? hide(past: nil) : unhide()
        case .pipPlayPause: play(.playPause) { _ in }
        }
    }

    /// What `status` tells; nil while none is shown or could be.
    package var status: PiPStatus? {
        guard machine.state != .idle else { return nil }
        var status = PiPStatus(
            state: machine.state, possible: machine.possibility.sources, interaction: configuration.interaction,
            updates: show?.updates ?? configuration.updates, isActive: machine.isActive)
        guard let show else { return status }
        status.source = show.run.source
        if show.isOnPanel { status.frame = show.view.frame }
        status.isStashed = show.view.placement.stash != nil
        status.renderSize = show.feed.picture?.size
        status.hasTimeline = hasTimeline
        status.frames = show.frames
        return status
    }

    private func change(_ body: (inout PiPPlacement) -> Void) -> Bool {
        guard let show, machine.state == .active else { return false }
        show.view.change(body)
        return true
    }
}
