package import Geometry
package import Mirroring

/// How large the controller shows the content, which part of it, and what fingers on it do.
extension Compositor {
    /// Zooms the controller; `center` is the content's pixel in the middle, nil for the present one. False without a
    /// controller.
    package func zoomController(to factor: Double, center: Point<ContentSpace>?) -> Bool {
        zoomer.zoom { ControllerZoom(factor: factor, center: center ?? $0.settledZoom.center) }
    }

    /// Shows a rectangle of the content as large as the panel allows. False without a controller.
    package func showOnController(_ region: Rect<ContentSpace>) -> Bool {
        zoomer.zoom { $0.fit.zoom(showing: region) }
    }

    /// Shows a window of the content, the one used last of several with this application id, as large as the panel allows,
    /// and follows its place until the view is moved otherwise.
    package func showOnController(window appID: String) -> RegionOutcome {
        guard hasController else { return .noController }
        guard let place = place(ofWindow: appID), showOnController(place) else { return .noWindow }
        shownWindow = shownController.map { ShownWindow(appID: appID, place: place, zoom: $0.settledZoom) }
        return .done
    }

    /// Shows the window's new place, where it has moved.
    func followShownWindow() {
        guard let shown = shownWindow else { return }
        guard shownController?.settledZoom == shown.zoom else { return shownWindow = nil }
        if let place = place(ofWindow: shown.appID), place != shown.place { _ = showOnController(window: shown.appID) }
    }

    private func place(ofWindow appID: String) -> Rect<ContentSpace>? {
        ports.content.switchableWindows.first { $0.appID == appID && !$0.isMinimized }?.place
    }

    /// Whether the panel shows a controller.
    package var hasController: Bool { shownController != nil }

    /// Sets what fingers on the controller do, now and when there is one again.
    package func setControllerMode(_ mode: ControllerMode) {
        guard mode != controllerMode else { return }
        controllerMode = mode
        useController()
        if shownController != nil { notify(mode.notice) }
        followOnGlass()
    }

    /// Applies the mode and the configuration.
    func useController() {
        input.use(controllerMode, configuration.controller.twoFingers)
        followController()
        keys.follow()
    }

    /// Follows the plan, the mode and the configuration.
    func followController() {
        let view = controllerMode == .trackpad ? shownController : nil
        trackpad.use(view.map { TrackpadSpeed(gain: 1 / $0.fit.scale, pixelsPerMillimetre: panelDensity) })
        painter.magnifyCursor(to: view == nil ? 0 : Int(clamping: (panelDensity * Self.cursorMillimetres).rounded()))
        followPress()
    }

    /// The height of the pointer on a panel that is a trackpad.
    private static var cursorMillimetres: Double { 5 }

    private func followPress() {
        let (kind, milliseconds) = (configuration.controller.longPress, configuration.controller.longPressMilliseconds)
        let isUsed =
            controllerMode.isDirect && kind != .application && shownController != nil && presenter?.tool == nil
        press.use(isUsed ? ControllerPress.Use(kind: kind, density: panelDensity) : nil)
        input.use(isUsed ? RestRule(microseconds: Int64(milliseconds) * 1000, density: panelDensity) : nil)
    }
}

/// A window of the content that the controller shows, and the zoom that shows it at its place.
struct ShownWindow: Hashable {
    let appID: String
    let place: Rect<ContentSpace>
    let zoom: ControllerZoom
}

/// What has come of the wish to see a window.
package enum RegionOutcome: Hashable, Sendable {
    case done
    case noController
    /// The content shows no such window.
    case noWindow
}

extension Compositor: ControllerHost {
    func switchControllerMode() {
        setControllerMode(controllerMode.next)
    }

    func setFingers(on id: OverlayID, sink: (any OverlayInputSink)?) {
        setOverlayInput(id, area: sink.map { _ in OverlayArea(own: Region()) }, sink: sink)
    }
}

extension Compositor: ZoomHost {
    var shownController: ControllerView? { plan.panel.flatMap { plan.controller(on: $0.output.id) } }

    func zoom(to zoom: ControllerZoom) {
        director.update { $0.zoom = zoom }
    }
}

extension Compositor: TrackpadHost {
    func routeTrackpad(_ event: InputEvent) {
        input.route(event)
    }
}

// MARK: Following

extension Compositor {
    /// Pans a zoomed controller to something that it follows, once the frame at hand is drawn.
    func follow(_ place: Rect<ContentSpace>, as reason: ViewFollow) {
        guard configuration.controller.follow == reason, let view = shownController, view.zoom != .fit, !place.isEmpty
        else { return }
        let seen = view.viewport.seen
        guard reason != .change || place.width <= seen.width && place.height <= seen.height else { return }
        awaitedView = Point(
            x: Double(place.x) + Double(place.width) / 2, y: Double(place.y) + Double(place.height) / 2)
        if input.hasFingersOnController { return }
        ports.loop.deferAction { [weak self] in self?.followAwaited() }
    }

    /// Shows what is to be shown, unless fingers are on the content.
    func followAwaited() {
        guard let point = awaitedView, !input.hasFingersOnController else { return }
        awaitedView = nil
        zoomer.reveal(point)
    }
}

extension Compositor: MinimapHost {
    func showMinimap(_ overlay: ScreenOverlay?) {
        setOverlay(.minimap, to: overlay, on: .panel)
    }
}

extension Compositor: EdgeScrollHost {
    var draggedFinger: DraggedFinger? { input.draggedFinger }

    func panUnderFinger(to zoom: ControllerZoom) {
        self.zoom(to: zoom)
        input.followView()
    }
}

extension Compositor: PressHost {
    func showPress(_ overlay: ScreenOverlay?) {
        setOverlay(.press, to: overlay, on: .panel)
    }

    func tapContent(at point: Point<ContentSpace>) {
        input.tap(at: point)
    }

    func rightClickContent(at point: Point<ContentSpace>) {
        input.rightClick(at: point)
    }

    func giveBackFinger(from start: Point<PanelSpace>, to point: Point<PanelSpace>) {
        input.giveBack(from: start, to: point)
    }
}
