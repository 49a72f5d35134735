import Geometry
import Logging
import Mirroring

/// The picture in picture: carries out the actions of its state machine on the panel and on the source.
package final class PiPExecutor {
    unowned let host: any PiPHost
    let ports: CompositorPorts
    private(set) var configuration: PiPConfiguration
    private let logger = Logger(label: "kagami.pip")
    private(set) var machine: PiPMachine
    private var inputs: [PiPInput] = []
    private var isHandling = false
    private var completions: [PiPToken: (PiPOutcome) -> Void] = [:]
    private var lastToken = 0
    /// The run that is on the panel, or about to be.
    private(set) var show: PiPShow?
    /// The run whose client has been asked to draw itself for its own place.
    private var restoring: Int?
    /// What the panel showed when the stage last changed.
    private var lastBase: ScreenBase?
    /// The last external that carried the content.
    private var lastExternal: OutputID?
    private var suspension = Suspension.none
    package let playback: PiPPlayback
    var gestures = PiPGestures()
    /// The last picture's placement, for a run that replaces it.
    var lastPlacement: PiPPlacement?

    /// Whether the displays are taken away (a VT switch): meanwhile no source counts as lost, whatever the displays do.
    private enum Suspension {
        case none
        case away
        /// The displays are back; the panel may not be enabled yet.
        case returning
    }

    init(host: any PiPHost, ports: CompositorPorts, configuration: PiPConfiguration) {
        self.host = host
        self.ports = ports
        self.configuration = configuration
        machine = PiPMachine(configuration: configuration)
        playback = PiPPlayback(
            port: ports.playback, loop: ports.loop, timeoutMicroseconds: configuration.playbackTimeoutMicroseconds)
        playback.timelineChanged = { [unowned self] in offerButtons() }
    }

    /// Applies another configuration; a picture that is shown keeps its own until it ends.
    func use(_ next: PiPConfiguration) {
        configuration = next
        machine.configuration = next
        playback.timeoutMicroseconds = next.playbackTimeoutMicroseconds
    }

    // MARK: The machine

    /// Feeds the machine an input; inputs that arrive while another is carried out are queued.
    func feed(_ input: PiPInput) {
        inputs.append(input)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !inputs.isEmpty {
            let next = inputs.removeFirst()
            for action in machine.handle(next) { perform(action) }
        }
    }

    /// Creates a token whose completion calls `body`.
    func token(_ body: @escaping (PiPOutcome) -> Void) -> PiPToken {
        lastToken += 1
        let token = PiPToken(lastToken)
        completions[token] = body
        return token
    }

    private func perform(_ action: PiPAction) {
        switch action {
        case .publish(let event): publish(event)
        case .complete(let token, let outcome): completions.removeValue(forKey: token)?(outcome)
        case .prepare(let run): prepare(run)
        case .appear(let run): appear(run)
        case .exchange(let run): exchange(run)
        case .askToRestore(let run): askToRestore(run)
        case .leave(let run, let exit): leave(run, to: exit)
        case .release: release()
        case .schedule(let timer, let delay):
            ports.loop.schedule(afterMicroseconds: delay) { [weak self] in self?.feed(.timerFired(timer)) }
        }
    }

    private func publish(_ event: PiPEvent) {
        host.publish(event)
        // The content has lost its screen: bring it to the panel, where it can be seen.
        if case .didStop(.external, .sourceGone) = event { host.bringToPanel(.content) }
    }

    // MARK: Runs

    private func prepare(_ run: PiPRun) {
        guard let feed = feed(for: run.source), let panel = host.panelSize else {
            return feed(.prepared(run: run.number, .sourceFailed("the source cannot be read")))
        }
        let next = PiPShow(run, feed: feed, executor: self, placement: placement(for: run, on: panel))
        show = next
        next.prepare { [weak self] in self?.feed(.prepared(run: run.number, nil)) }
    }

    /// The placement of a new run: a swap takes over the last run's, any other run its corner.
    private func placement(for run: PiPRun, on panel: Size<PanelSpace>) -> PiPPlacement {
        if run.isSwap, var last = lastPlacement {
            last.resize(panel: panel, density: host.panelDensity)
            return last
        }
        var placement = PiPPlacement(
            panel: panel, density: host.panelDensity, source: .zero, configuration: configuration)
        if let last = lastPlacement { placement.move(to: last.corner) }
        return placement
    }

    private func appear(_ run: PiPRun) {
        guard let show else { return }
        gestures = PiPGestures()
        offerButtons()
        show.view.contentPart = { [unowned self] in contentPart }
        let origin = run.origin ?? originRect(of: run.source)
        show.appear(from: run.isSwap ? nil : origin) { [weak self] in
            self?.feed(.animationFinished(run: run.number))
        }
        if run.source.leavesPanel(host.panelBase) { host.bringToPanel(.application) }
    }

    private func exchange(_ run: PiPRun) {
        // The content's feed follows it from screen to screen by itself.
        show?.run = run
        offerButtons()
        if run.source == .content, machine.state != .stopping { host.bringToPanel(.application) }
    }

    private func askToRestore(_ run: PiPRun) {
        guard let show else { return }
        if case .window(let appID) = run.source { ports.windows?.raiseWindow(appID) }
        show.feed.ask(for: nil)
        restoring = run.number
        sourceMayHaveSettled()
    }

    /// Reports that the client may have acknowledged its configure and drawn itself, which a restore waits for; the
    /// machine's own timer limits the wait.
    func sourceMayHaveSettled() {
        guard let restoring, let show, show.run.number == restoring, machine.state == .stopping else { return }
        guard show.feed.isSettled else { return }
        self.restoring = nil
        feed(.restoreAcknowledged(run: restoring))
    }

    private func leave(_ run: PiPRun, to exit: PiPExit) {
        guard let show else { return feed(.animationFinished(run: run.number)) }
        show.exit = exit
        gestures = PiPGestures()
        let target: Rect<PanelSpace>
        switch exit {
        case .origin: target = run.origin ?? exitRect(of: run.source)
        case .fullView: target = fullRect(of: run.source)
        }
        show.leave(to: target) { [weak self] in self?.feed(.animationFinished(run: run.number)) }
    }

    private func release() {
        guard let ended = show else { return }
        show = nil
        playback.sourceGone()
        // Full view and the picture's end are one change, so that the panel is never seen without either.
        if ended.exit == .fullView, ended.run.source.hasFullPlace { host.bringToPanel(.content) }
        ended.end()
    }

    private func feed(for source: PiPSource) -> (any PiPFeed)? {
        switch source {
        case .external, .content: ContentFeed(host: host)
        case .window(let appID):
            ports.windows.map { WindowFeed(appID: appID, host: host, windows: $0, renderer: ports.renderer) }
        case .hud: ports.hud.map(ImageFeed.init)
        }
    }

    // MARK: Surroundings

    /// Updates the picture in picture after screens, foreground or windows have changed.
    func surroundingsChanged() {
        let size = host.panelSize
        if suspension == .returning, size != nil { suspension = .none }
        guard suspension == .none else { return }
        if let size { show?.surroundingsChanged(panel: size) }
        let (old, base) = (lastBase, host.panelBase)
        lastBase = base
        feed(.possibilityChanged(possibility))
        tellForeground(from: old, to: base)
        tellExternal()
    }

    /// Reports that the content has moved from one external to another.
    private func tellExternal() {
        let external = host.externalOutput
        defer { lastExternal = external }
        if let external, let lastExternal, external != lastExternal { feed(.sourceMoved(.external)) }
    }

    /// Reports that the displays were taken away; what is shown stays until they are back.
    func suspended() {
        suspension = .away
    }

    /// Reports that the displays are back and those present have been enabled.
    func resumed() {
        suspension = .returning
        surroundingsChanged()
    }

    private func tellForeground(from old: ScreenBase?, to new: ScreenBase?) {
        let source: PiPSource = host.isContentOnExternal ? .external : .content
        switch (old, new) {
        case (.application, .content), (.application, .controller):
            feed(.cameToFullView(source))
            if case .window(let appID)? = machine.run?.source, new == .content { feed(.cameToFullView(.window(appID))) }
        case (.content, .application), (.controller, .application): feed(.leftForeground(source))
        default: break
        }
    }

    /// Reports damage to the watched window.
    func windowDamaged(_ damage: Region<ContentSpace>) {
        (show?.feed as? WindowFeed)?.damaged(damage)
    }

    /// Reports a composed frame of the content.
    func contentComposed(_ damage: Region<OutputSpace>) {
        (show?.feed as? ContentFeed)?.composed(damage)
    }

    private var possibility: PiPPossibility {
        guard host.panelSize != nil, let base = host.panelBase else { return PiPPossibility(nothingFor: .noPanel) }
        let inPlace: PiPObstacle? = host.hasPanelApplication ? nil : .noPanelApplication
        let content: PiPObstacle? = host.hasContent ? nil : .noContent
        return PiPPossibility(
            external: host.isContentOnExternal ? inPlace : .noExternal,
            content: host.isContentOnExternal ? .onExternal : inPlace ?? content,
            hud: ports.hud == nil ? .noHUD : nil,
            windows: base == .content && !host.hasPanelApplication ? .windowInFullView : content,
            windowIDs: ports.windows?.windowIDs ?? [])
    }

    /// The part of the content's screen that the picture shows.
    private var contentPart: ContentPart? {
        guard let source = show?.run.source, let whole = host.contentPicture?.size else { return nil }
        let size: Size<ContentSpace> = whole.reinterpreted()
        switch source {
        case .external, .content: return ContentPart(part: shown(of: size.bounds), whole: size)
        case .window: return ports.windows?.watchedWindow.map { ContentPart(part: shown(of: $0.place), whole: size) }
        case .hud: return nil
        }
    }

    /// The shown part of the source's rectangle, without the trimmed black bars.
    private func shown(of place: Rect<ContentSpace>) -> Rect<ContentSpace> {
        guard let part = show?.videoPart, !place.isEmpty else { return place }
        return Rect(x: place.x + part.x, y: place.y + part.y, width: part.width, height: part.height)
    }

    private func offerButtons() {
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
        case .hud: return PlaybackTarget(source)
        }
    }

    // MARK: Rectangles

    /// The source's rectangle in full view.
    private func fullRect(of source: PiPSource) -> Rect<PanelSpace> {
        let panel = host.panelSize?.bounds ?? .zero
        let snapshot = host.isContentOnExternal ? host.controllerViewport : nil
        switch source {
        case .external, .content: return snapshot?.frame ?? panel
        case .window:
            guard let place = ports.windows?.watchedWindow?.place else { return panel }
            guard let snapshot else { return place.reinterpreted() }
            return snapshot.panelDamage(of: Region(place)).extents
        case .hud: return originRect(of: source)
        }
    }

    /// Where a picture without an origin goes: its source's place if that is visible, otherwise it shrinks into itself.
    private func exitRect(of source: PiPSource) -> Rect<PanelSpace> {
        let isInSight = host.panelBase != .application
        switch source {
        case .hud: return originRect(of: source)
        case .window where isInSight: return fullRect(of: source)
        case .window, .external, .content:
            let frame = show?.view.frame ?? .zero
            let (width, height) = (max(1, frame.width / 8), max(1, frame.height / 8))
            return Rect(
                x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width: width,
                height: height)
        }
    }

    /// Where a picture without an origin comes from: its source's place, or beyond the nearer edge.
    private func originRect(of source: PiPSource) -> Rect<PanelSpace> {
        guard source == .hud else { return fullRect(of: source) }
        guard var hidden = show?.view.placement else { return .zero }
        hidden.hide()
        return hidden.rect
    }
}

extension PiPSource {
    /// Whether showing this source small leaves the panel to the other application.
    fileprivate func leavesPanel(_ base: ScreenBase?) -> Bool {
        switch self {
        case .external, .content: true
        case .window: base == .content
        case .hud: false
        }
    }

    /// Whether there is a full view to restore.
    var hasFullPlace: Bool { self != .hud }
}
