import Geometry
import Logging
import Mirroring

/// Carries out what the picture in picture asks of the rest of the service.
protocol PiPDelegate: AnyObject {
    /// Brings one of the two applications to the panel's foreground.
    func bringToPanel(_ choice: PanelForeground.Choice)

    func publish(_ event: PiPEvent)

    /// Shows a line on the panel for a moment: why a key or a button had no effect.
    func notify(_ notice: PanelNotice)

    /// Reports that the menu has something else to show.
    func settingsChanged()
}

/// The picture in picture: carries out the actions of its state machine on the panel and on the source.
package final class PiPExecutor {
    let host: PiPHost
    weak var delegate: (any PiPDelegate)?
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
    private var surroundings = PiPSurroundings()
    package let playback: PiPPlayback
    var gestures = PiPGestures()
    /// The last picture's placement, for a run that replaces it.
    var lastPlacement: PiPPlacement?

    init(host: PiPHost, ports: CompositorPorts, configuration: PiPConfiguration) {
        self.host = host
        self.ports = ports
        self.configuration = configuration
        machine = PiPMachine(configuration: configuration)
        playback = PiPPlayback(
            port: ports.playback, loop: ports.loop, timeoutMicroseconds: configuration.playbackTimeoutMicroseconds)
        playback.timelineChanged = { [unowned self] in offerButtons() }
        ports.cameras?.cameraObserver = self
        host.sink = self
    }

    /// Applies another configuration; a picture that is shown keeps its own until it ends.
    func use(_ next: PiPConfiguration) {
        configuration = next
        machine.configuration = next
        playback.timeoutMicroseconds = next.playbackTimeoutMicroseconds
    }

    /// Whether a picture starts by itself when the content leaves the panel's foreground, until the configuration says
    /// something else.
    package var startsAutomatically: Bool {
        get { configuration.startsAutomatically }
        set {
            configuration.startsAutomatically = newValue
            machine.configuration = configuration
            delegate?.settingsChanged()
        }
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
        delegate?.publish(event)
        // The content has lost its screen: bring it to the panel, where it can be seen.
        if case .didStop(.external, .sourceGone) = event { delegate?.bringToPanel(.content) }
    }

    // MARK: Runs

    private func prepare(_ run: PiPRun) {
        if let reason = openCamera(of: run.source) {
            return feed(.prepared(run: run.number, .sourceFailed(reason)))
        }
        guard let feed = feed(for: run.source), let panel = host.panelSize else {
            return feed(.prepared(run: run.number, .sourceFailed("the source cannot be read")))
        }
        let next = PiPShow(run, feed: feed, executor: self, placement: placement(for: run, on: panel))
        show = next
        next.prepare { [weak self] in self?.feed(.prepared(run: run.number, nil)) }
    }

    /// Starts the player of a camera; returns the reason where that is not possible.
    private func openCamera(of source: PiPSource) -> String? {
        guard case .camera(let device) = source, let appID = source.windowID else { return nil }
        return ports.cameras?.open(device, as: appID, with: configuration.cameraPlayer)
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
        let origin = run.origin ?? places.origin(of: run.source)
        show.appear(from: run.isSwap ? nil : origin) { [weak self] in
            self?.feed(.animationFinished(run: run.number))
        }
        if run.source.leavesPanel(host.panelBase) { delegate?.bringToPanel(.application) }
    }

    private func exchange(_ run: PiPRun) {
        // The content's feed follows it from screen to screen by itself.
        show?.run = run
        offerButtons()
        if run.source == .content, machine.state != .stopping { delegate?.bringToPanel(.application) }
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
        case .origin: target = run.origin ?? places.exit(of: run.source)
        case .fullView: target = places.full(of: run.source)
        }
        show.leave(to: target) { [weak self] in self?.feed(.animationFinished(run: run.number)) }
    }

    private func release() {
        guard let ended = show else { return }
        show = nil
        playback.sourceGone()
        // Full view and the picture's end are one change, so that the panel is never seen without either.
        if ended.exit == .fullView, ended.run.source.hasFullPlace { delegate?.bringToPanel(.content) }
        ended.end()
    }

    /// The places that the picture comes from and goes to.
    var places: PiPPlaces { PiPPlaces(host: host, windows: ports.windows, show: show) }

    private func feed(for source: PiPSource) -> (any PiPFeed)? {
        switch source {
        case .external, .content: ContentFeed(host: host)
        case .window, .camera:
            ports.windows.map {
                WindowFeed(source, host: host, windows: $0, renderer: ports.renderer, cameras: ports.cameras)
            }
        case .hud: ports.hud.map(ImageFeed.init)
        }
    }

    // MARK: Surroundings

    /// Updates the picture in picture after screens, foreground or windows have changed.
    func surroundingsChanged() {
        let size = host.panelSize
        guard surroundings.arePresent(panel: size) else { return }
        if let size { show?.surroundingsChanged(panel: size) }
        let base = surroundings.baseChanged(to: host.panelBase)
        feed(.possibilityChanged(PiPPossibility(host, ports)))
        if let input = base.input(about: host.isContentOnExternal ? .external : .content) { feed(input) }
        if base.showsWindows, case .window(let appID)? = machine.run?.source { feed(.cameToFullView(.window(appID))) }
        if surroundings.externalChanged(to: host.externalOutput) { feed(.sourceMoved(.external)) }
    }

    /// Reports that the displays were taken away; what is shown stays until they are back.
    func suspended() {
        surroundings.suspended()
    }

    /// Reports that the displays are back and those present have been enabled.
    func resumed() {
        surroundings.resumed()
        surroundingsChanged()
    }

    /// Reports damage to the watched window.
    func windowDamaged(_ damage: Region<ContentSpace>) {
        (show?.feed as? WindowFeed)?.damaged(damage)
    }

    /// Reports a composed frame of the content.
    func contentComposed(_ damage: Region<OutputSpace>) {
        (show?.feed as? ContentFeed)?.composed(damage)
    }
}

extension PiPExecutor: CameraObserver {
    package func cameraEnded(_ device: String) {
        guard host.panelSize != nil else { return }
        // The end is over at once: the next start opens the camera again.
        var possibility = PiPPossibility(host, ports)
        possibility.endedCamera = device
        feed(.possibilityChanged(possibility))
        possibility.endedCamera = nil
        feed(.possibilityChanged(possibility))
    }
}

extension PiPSource {
    /// Whether showing this source small leaves the panel to the other application.
    fileprivate func leavesPanel(_ base: ScreenBase?) -> Bool {
        switch self {
        case .external, .content: true
        case .window: base == .content
        case .camera, .hud: false
        }
    }

    /// Whether there is a full view to restore.
    var hasFullPlace: Bool {
        switch self {
        case .external, .content, .window: true
        case .camera, .hud: false
        }
    }
}
