import Control
package import Geometry
import Logging
package import Mirroring

/// The picture in picture: carries out the actions of its state machine on the panel and on the source.
package final class PiPExecutor: Feature {
    let overlays: Overlays
    let director: ScreenDirector
    let painter: FramePainter
    private let foreground: ForegroundSwitch
    let notices: NoticeBoard
    private let events: ServiceEvents
    private let changed: () -> Void
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
    /// The run whose client has been asked to draw itself for its full place.
    private var restoring: Int?
    private var surroundings = PiPSurroundings()
    package let playback: PiPPlayback
    var gestures = PiPGestures()
    /// The last picture's placement, for a run that replaces it.
    var lastPlacement: PiPPlacement?

    /// Calls `changed` when `status` may have changed.
    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ painter: FramePainter, _ foreground: ForegroundSwitch,
        _ notices: NoticeBoard, _ events: ServiceEvents,
        ports: CompositorPorts, configuration: PiPConfiguration, changed: @escaping () -> Void
    ) {
        self.overlays = overlays
        self.director = director
        self.painter = painter
        self.foreground = foreground
        self.notices = notices
        self.events = events
        self.changed = changed
        self.ports = ports
        self.configuration = configuration
        machine = PiPMachine(configuration: configuration)
        playback = PiPPlayback(
            port: ports.playback, loop: ports.loop, timeoutMicroseconds: configuration.playbackTimeoutMicroseconds)
        playback.timelineChanged = { [unowned self] in offerButtons() }
        ports.cameras?.cameraObserver = self
        ports.windows?.windowObserver = self
    }

    /// Applies another configuration; a shown picture keeps the previous one until it ends.
    func use(_ next: Configuration, after old: Configuration) {
        guard next.pip != old.pip else { return }
        configuration = next.pip
        machine.configuration = next.pip
        playback.timeoutMicroseconds = next.pip.playbackTimeoutMicroseconds
    }

    var commands: [any CommandHandler] { [requests] }

    func connectionClosed(_ connection: ControlConnection) {
        requests.connectionClosed(connection)
    }

    /// Carries out the requests to the picture in picture.
    package private(set) lazy var requests = PiPRequests(self)

    func report(to status: inout ServiceStatus) {
        status.overlays.pip = self.status
    }

    /// Whether a picture starts by itself when the content leaves the panel's foreground. Another configuration replaces the value.
    package var startsAutomatically: Bool {
        get { configuration.startsAutomatically }
        set {
            configuration.startsAutomatically = newValue
            machine.configuration = configuration
            changed()
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
        tell(event)
        // The content has lost its screen: bring it to the panel, where it can be seen.
        if case .didStop(.external, .sourceGone) = event { bringToPanel(.content) }
    }

    func tell(_ event: PiPEvent) {
        events.emit(.pip(event))
        changed()
    }

    private func bringToPanel(_ choice: PanelForeground.Choice) {
        // A display's own application is already in the content's place.
        if isOtherControlled, choice == .application { return }
        director.update { $0.controlled = nil }
        _ = foreground.show(choice)
    }

    // MARK: Runs

    private func prepare(_ run: PiPRun) {
        if let reason = openCamera(of: run.source) {
            return feed(.prepared(run: run.number, .sourceFailed(reason)))
        }
        guard let feed = feed(for: run.source), let panel = overlays.panelSize else {
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

    /// The placement of a new run: a swap takes over the last run's placement, any other run only its corner.
    private func placement(for run: PiPRun, on panel: Size<PanelSpace>) -> PiPPlacement {
        if run.isSwap, var last = lastPlacement {
            last.resize(panel: panel, room: overlays.room, density: overlays.density)
            return last
        }
        var placement = PiPPlacement(
            panel: panel, room: overlays.room, density: overlays.density, source: .zero, configuration: configuration)
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
        if leavesPanel(run.source) { bringToPanel(.application) }
    }

    private func exchange(_ run: PiPRun) {
        // The content's feed follows the content from screen to screen by itself.
        show?.run = run
        offerButtons()
        if run.source == .content, machine.state != .stopping { bringToPanel(.application) }
    }

    private func askToRestore(_ run: PiPRun) {
        guard let show else { return }
        if case .window(let appID) = run.source { ports.windows?.raiseWindow(appID) }
        show.feed.ask(for: nil)
        restoring = run.number
        sourceMayHaveSettled()
    }

    /// Reports that the client may have acknowledged its configure and drawn itself.
    ///
    /// A restore waits for this; the machine's own timer limits the wait.
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
        if ended.exit == .fullView, ended.run.source.hasFullPlace { bringToPanel(.content) }
        ended.end()
    }

    /// The places that the picture comes from and goes to.
    var places: PiPPlaces { PiPPlaces(pip: self) }

    private func feed(for source: PiPSource) -> (any PiPFeed)? {
        switch source {
        case .external, .content: ContentFeed(director, painter, ports)
        case .window, .camera:
            ports.windows.map {
                WindowFeed(source, painter, windows: $0, ports)
            }
        case .hud: ports.hud.map(ImageFeed.init)
        }
    }

    // MARK: Surroundings

    /// The panel's base below the picture; nil while the panel is disabled.
    ///
    /// The controller of a display's own application takes the content's place as the panel application does.
    var panelBase: ScreenBase? { isOtherControlled ? .application : director.plan.panelBase }

    /// Whether the panel shows the controller of a display's own application.
    private var isOtherControlled: Bool {
        director.plan.controlled != .content && director.plan.panelBase == .controller
    }

    /// The sources that can be shown now, and the obstacles to the others.
    private func possibility(covered: Set<AppID>) -> PiPPossibility {
        guard overlays.panelSize != nil, let base = panelBase else { return PiPPossibility(nothingFor: .noPanel) }
        let hasPanelApplication = director.wishes.foreground.hasApplication || isOtherControlled
        let isOnExternal = overlays.mirroredOutput != nil
        let inPlace: PiPObstacle? = hasPanelApplication ? nil : .noPanelApplication
        let content: PiPObstacle? = ports.content.description == nil ? .noContent : nil
        var possibility = PiPPossibility(
            external: isOnExternal ? inPlace : .noExternal, content: isOnExternal ? .onExternal : inPlace ?? content,
            hud: ports.hud == nil ? .noHUD : nil,
            windows: content, windowIDs: ports.windows?.windowIDs ?? [])
        if base == .content, !hasPanelApplication {
            possibility.windowsInFullView = possibility.windowIDs.subtracting(covered)
        }
        possibility.cameras = ports.cameras == nil || ports.windows == nil ? .noCameraPlayer : nil
        return possibility
    }

    /// The windows that another window hides on their screen.
    private var coveredWindows: Set<AppID> { ports.windows?.coveredWindowIDs ?? [] }

    /// Whether showing a source small leaves the panel to the other application.
    private func leavesPanel(_ source: PiPSource) -> Bool {
        switch source {
        case .external, .content: true
        case .window(let id): panelBase == .content && !coveredWindows.contains(id)
        case .camera, .hud: false
        }
    }

    /// Follows screens, foreground and windows.
    func follow() {
        let size = overlays.panelSize
        guard surroundings.arePresent(panel: size) else { return }
        if let size { show?.surroundingsChanged(panel: size) }
        let base = surroundings.baseChanged(to: panelBase)
        let covered = coveredWindows
        if let uncovered = surroundings.uncovered(covered, machine.run?.source), panelBase == .content {
            feed(.cameToFullView(uncovered))
        }
        feed(.possibilityChanged(possibility(covered: covered)))
        if let input = base.input(about: overlays.mirroredOutput != nil ? .external : .content) { feed(input) }
        if base.showsWindows, case .window(let appID)? = machine.run?.source { feed(.cameToFullView(.window(appID))) }
        if surroundings.externalChanged(to: overlays.mirroredOutput) { feed(.sourceMoved(.external)) }
    }

    func hear(_ news: ContentNews) {
        if case .settled = news { sourceMayHaveSettled() }
    }

    func pause() {
        surroundings.suspended()
    }

    func resume() {
        surroundings.resumed()
        follow()
    }

    /// Reports a composed frame of the content.
    func contentComposed(_ damage: Region<OutputSpace>) {
        (show?.feed as? ContentFeed)?.composed(damage)
    }
}

extension PiPExecutor: WindowObserver {
    package func windowsChanged() {
        follow()
        sourceMayHaveSettled()
    }

    package func watchedWindowDamaged(_ damage: Region<ContentSpace>) {
        (show?.feed as? WindowFeed)?.damaged(damage)
        sourceMayHaveSettled()
    }
}

extension PiPExecutor: CameraObserver {
    package func cameraEnded(_ device: String) {
        guard overlays.panelSize != nil else { return }
        // The end is reported for a moment only: the next start opens the camera again.
        var possibility = self.possibility(covered: coveredWindows)
        possibility.endedCamera = device
        feed(.possibilityChanged(possibility))
        possibility.endedCamera = nil
        feed(.possibilityChanged(possibility))
    }
}

extension PiPSource {
    /// Whether there is a full view to restore.
    var hasFullPlace: Bool {
        switch self {
        case .external, .content, .window: true
        case .camera, .hud: false
        }
    }
}

/// Touch and pointer input on the picture.
extension PiPExecutor: OverlayInputSink {
    package func take(_ input: OverlayInput) {
        guard let view = show?.view else { return }
        switch input {
        case .down(let contact, let means, let point, let time):
            guard means.isPrimary else { return }
            act(on: gestures.down(PiPContact(contact), at: point, time, on: view.targets))
        case .motion(let contact, let point, let time):
            act(on: gestures.motion(PiPContact(contact), at: point, time, placement: view.placement))
        case .up(let contact, let time): act(on: gestures.up(PiPContact(contact), time))
        case .cancel: act(on: gestures.cancel())
        // A picture that glides under a resting pointer shows no buttons.
        case .hover: if view.isAtRest { view.showButtons() }
        case .hoverEnded, .scroll, .key: break
        }
    }

    private func act(on gestures: [PiPGesture]) {
        for gesture in gestures { act(on: gesture) }
    }

    private func act(on gesture: PiPGesture) {
        // A picture on its way out, or waiting for its source, must not be held up.
        guard let view = show?.view, machine.state == .active || machine.state == .starting else { return }
        switch gesture {
        case .touched: view.showButtons()
        case .follow(let rect): view.follow(rect)
        case .letGo(let rect, let velocity): view.change { $0.settle(from: rect, velocity: velocity) }
        case .doubleTap: view.change { $0.cycleSize() }
        case .tabTap: view.change { $0.show() }
        case .button(let button): press(button)
        }
    }

    private func press(_ button: PiPButton) {
        switch button {
        case .close: feed(.stop(.closed, nil))
        case .restore: feed(.restore(nil))
        case .skipBack: playOrNotify(.skip(microseconds: -Self.skipMicroseconds))
        case .skipForward: playOrNotify(.skip(microseconds: Self.skipMicroseconds))
        case .playPause: playOrNotify(.playPause)
        }
    }

    /// The distance that a skip button skips.
    private static let skipMicroseconds: Int64 = 15_000_000
}

extension PiPContact {
    fileprivate init(_ contact: ContactID) {
        self.init(Int(contact.number))
    }
}

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

    /// Starts or stops a picture, and tells the user of failures.
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

    /// Whether a toggle could do something: a picture is shown, or can be shown.
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
