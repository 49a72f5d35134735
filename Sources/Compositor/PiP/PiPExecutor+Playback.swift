package import Mirroring

/// The shown source's timeline: the buttons for it, and its player.
extension PiPExecutor {
    /// Asks the shown source to play, pause or skip.
    package func play(_ command: PlaybackCommand, completion: @escaping (PlaybackOutcome) -> Void) {
        guard let target = playbackTarget else { return completion(.failed(.notActive)) }
        playback.ask(command, of: target, completion: completion)
    }

    /// Sends the source a playback command of a key or button; if it fails the panel says why.
    func playOrNotify(_ command: PlaybackCommand) {
        play(command) { [weak self] outcome in
            switch outcome {
            case .done, .failed(.sourceGone): break
            case .refused(let words): self?.delegate?.notify(.verbatim(words))
            case .failed(let failure): self?.delegate?.notify(.playbackFailed(failure))
            }
        }
    }

    /// Offers the buttons that the shown source has a use for.
    func offerButtons() {
        guard let show else { return }
        var buttons: [PiPButton] = [.close]
        if show.run.source.hasFullPlace { buttons.append(.restore) }
        if hasTimeline { buttons += [.skipBack, .playPause, .skipForward] }
        show.view.offer(buttons, isPlaying: isPlaying)
    }

    /// Whether the shown source is playing; nil where that is unknown.
    var isPlaying: Bool? {
        playbackTarget.flatMap(playback.isPlaying)
    }

    /// Whether the shown source takes skip and play-pause.
    var hasTimeline: Bool {
        playbackTarget.map(playback.hasTimeline) ?? false
    }

    /// The shown source as a playback target; nil while nothing is shown.
    var playbackTarget: PlaybackTarget? {
        guard let source = show?.run.source else { return nil }
        switch source {
        case .window(let appID):
            return PlaybackTarget(source, processID: ports.windows?.watchedWindow?.processID, appID: appID)
        case .external, .content: return PlaybackTarget(source, appID: ports.content.description?.appID)
        case .camera, .hud: return PlaybackTarget(source)
        }
    }
}
