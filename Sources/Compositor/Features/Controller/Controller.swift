import Control
package import Geometry
package import Mirroring

/// The controller on the panel: which part of the content it shows and how large, and what fingers on it do.
package final class Controller: Feature {
    private let overlays: Overlays
    private let painter: FramePainter
    private let input: InputDispatcher
    private let displays: DisplaySetup
    private let notices: NoticeBoard
    private let loop: any LoopPort
    private let presenter: Presenter?
    private let keyboard: PanelKeyboard?
    private let changed: () -> Void
    /// What fingers on the controller do.
    private(set) var mode: ControllerMode
    private var configuration: ControllerConfiguration
    private let zoomer: ControllerZoomer
    private let minimap: ControllerMinimap
    private let edgeScroll: ControllerEdgeScroll
    private let trackpad: ControllerTrackpad
    private let press: ControllerPress
    let keys: ControllerKeys
    private let follower: ViewFollower

    /// The height of the pointer on a panel that is a trackpad.
    private static let trackpadCursorMillimetres = 5.0
    /// The least height of the pointer in the other modes, so that it is found at a glance.
    private static let leastCursor = (millimetres: 2.0, pixels: 12, mark: 8)

    /// Calls `changed` after the mode has changed.
    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ painter: FramePainter, _ input: InputDispatcher,
        _ displays: DisplaySetup, _ notices: NoticeBoard, _ windows: WindowSwitch, _ presenter: Presenter?,
        _ keyboard: PanelKeyboard?, _ ports: CompositorPorts, _ configuration: ControllerConfiguration,
        changed: @escaping () -> Void
    ) {
        self.overlays = overlays
        self.painter = painter
        self.input = input
        self.displays = displays
        self.notices = notices
        loop = ports.loop
        self.presenter = presenter
        self.keyboard = keyboard
        self.configuration = configuration
        self.changed = changed
        mode = configuration.mode
        zoomer = ControllerZoomer(overlays, director, displays, windows, loop: ports.loop)
        minimap = ControllerMinimap(overlays, loop: ports.loop)
        edgeScroll = ControllerEdgeScroll(overlays, input, director, loop: ports.loop)
        trackpad = ControllerTrackpad(overlays, input, loop: ports.loop)
        press = ControllerPress(overlays, input, loop: ports.loop)
        keys = ControllerKeys(overlays, director, input, ports.menu)
        follower = ViewFollower(overlays, input, zoomer, keyboard, ports, configuration.follow)
        zoomer.switchMode = { [unowned self] in switchMode() }
        trackpad.switchMode = { [unowned self] in switchMode() }
        keyboard?.moved = { [unowned self] in
            followKeys()
            follower.keyboardMoved()
        }
        input.use(mode, configuration.twoFingers)
    }

    // MARK: The view

    /// What the controller shows; nil while there is none.
    var view: ControllerView? { overlays.controller }

    /// Whether the panel shows a controller.
    package var isShown: Bool { view != nil }

    /// Zooms the controller; `center` is the content's pixel in the middle, nil for the present one. False without a
    /// controller.
    package func zoom(to factor: Double, center: Point<ContentSpace>?) -> Bool {
        zoomer.zoom { ControllerZoom(factor: factor, center: center ?? $0.settledZoom.center) }
    }

    /// Shows a rectangle of the content as large as the panel allows. False without a controller.
    package func show(_ region: Rect<ContentSpace>) -> Bool {
        zoomer.zoom { $0.fit.zoom(showing: region) }
    }

    /// Shows a window of the content as large as the panel allows.
    ///
    /// Of several windows with this application id, shows the one used last. Follows the window's place until something
    /// else moves the view.
    package func show(window appID: AppID) -> RegionOutcome { follower.show(window: appID) }

    /// Switches between all of the content and the last zoom; the first time, zooms in on the middle.
    func toggleZoom() {
        zoomer.toggle()
    }

    /// Follows a composed frame of the content; `damage` is the part that was redrawn.
    func frameComposed(_ damage: Region<OutputSpace>) {
        follower.follow(damage.extents.reinterpreted(), as: .change)
        follower.frameComposed()
    }

    func hear(_ news: ContentNews) {
        switch news {
        case .settled: follower.keepTextInSight()
        case .textCursorMoved(let place): follower.follow(place, as: .text)
        case .described, .locked, .lostLocker, .gotLocker: break
        }
    }

    // MARK: Fingers

    /// Whether two fingers zoom and pan the view.
    var twoFingersMoveView: Bool { mode.isDirect && configuration.twoFingers == .view }

    /// Sets what fingers on the controller do, now and whenever a controller is shown again.
    package func use(_ mode: ControllerMode) {
        displays.remember(mode)
        guard take(up: mode) else { return }
        if isShown { notices.show(mode.notice) }
        changed()
    }

    /// Switches to the next mode.
    func switchMode() {
        use(mode.next)
    }

    /// Switches to a mode; false where it is the mode already.
    private func take(up mode: ControllerMode) -> Bool {
        guard mode != self.mode else { return false }
        self.mode = mode
        input.use(mode, configuration.twoFingers)
        follow()
        return true
    }

    /// Applies another configuration. The configured mode replaces the user's only where the configured mode has changed.
    func use(_ next: Configuration, after old: Configuration) {
        guard next.controller != old.controller else { return }
        configuration = next.controller
        follower.configuration = configuration.follow
        if next.controller.mode != old.controller.mode { mode = next.controller.mode }
        input.use(mode, configuration.twoFingers)
    }

    // MARK: The feature

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        zoomer.follow()
        minimap.follow()
        // Restores the mode and the zoom that were last set with a returning external.
        if let external = displays.takeExternal() {
            if let mode = external.mode { _ = take(up: mode) }
            zoomer.recall(external.zoom)
            // Waits until the zoomed view is shown: a new scene removes notices.
            if let zoom = external.zoom, zoom.zoom != .fit, isShown {
                loop.deferAction { [notices] in notices.show(.stillZoomed) }
            }
        }
        follow()
    }

    func follow() {
        let density = overlays.density
        let isTrackpad = mode == .trackpad && view != nil
        trackpad.use(
            isTrackpad ? view.map { TrackpadSpeed(gain: 1 / $0.fit.scale, pixelsPerMillimetre: density) } : nil)
        let millimetres = isTrackpad ? Self.trackpadCursorMillimetres : Self.leastCursor.millimetres
        let least = max(Self.leastCursor.pixels, Int(clamping: (density * millimetres).rounded()))
        painter.magnifyCursor(to: CursorCopy.Least(height: least, mark: isTrackpad ? 0 : Self.leastCursor.mark))
        followPress(density)
        followKeys()
    }

    /// Resting fingers take aim, except while they hold a presenter's tool.
    private func followPress(_ density: Double) {
        let (kind, rest) = (configuration.longPress, Int64(configuration.longPressMilliseconds) * 1000)
        let isUsed = mode.isDirect && kind != .application && isShown && presenter?.tool == nil
        let zooms = configuration.twoFingers == .view
        press.use(isUsed ? ControllerPress.Use(kind: kind, density: density, zooms: zooms) : nil)
        input.use(isUsed ? RestRule(microseconds: rest, density: density) : nil)
    }

    /// Brings the pad of keys up to date. An on-screen keyboard takes the pad's place while one is on the panel.
    private func followKeys() {
        keys.follow(isWanted: mode == .keys && keyboard?.isOnPanel != true)
    }

    func perform(_ action: BoundAction) -> Bool {
        switch action {
        case .controllerMode: switchMode()
        case .controllerZoom: toggleZoom()
        default: return false
        }
        return true
    }

    func hear(_ news: InputNews) {
        switch news {
        case .pointerMoved(let point):
            // Whatever the pointer drags must stay in sight.
            if configuration.follow == .pointer || input.holdsButton { zoomer.reveal(point) }
        case .fingersMoved:
            edgeScroll.fingersMoved()
            follower.showAwaited()
        case .event(.touchDown, finger: let point?):
            follower.touched(at: point)
        case .event, .commandKey, .panelUsed, .pointerUsed, .applicationTouched, .userActed, .lidMoved,
            .modifiersReleased:
            break
        }
    }

    var commands: [any CommandHandler] {
        [
            Handler<ControllerModeRequest> { [unowned self] command, _ in
                use(command.mode)
                return isShown ? .done : .note("kept for when the panel shows a controller")
            },
            Handler<ZoomRequest> { [unowned self] command, _ in
                zoom(to: command.factor, center: command.center) ? .done : .noController
            },
            Handler<RegionRequest> { [unowned self] command, _ in
                switch command.part {
                case .rect(let region): return show(region) ? .done : .noController
                case .window(let appID):
                    switch show(window: appID) {
                    case .done: return .done
                    case .noController: return .noController
                    case .noWindow:
                        return .failure("the content shows no window \(appID); kagami windows lists them")
                    }
                }
            },
        ]
    }

    func report(to status: inout ServiceStatus) {
        guard let view else { return }
        status.view.viewport = ViewportStatus(view.viewport)
        status.view.controller = ControllerStatus(view, mode: mode, aim: press.spot)
    }
}

extension ControlAnswer<Done> {
    fileprivate static var noController: ControlAnswer {
        .failure("the panel shows no controller: plug in an external, or kagami panel show content")
    }
}
