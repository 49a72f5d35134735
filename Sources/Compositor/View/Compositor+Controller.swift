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
    package func showOnController(window appID: String) -> RegionOutcome { viewFollower.show(window: appID) }

    /// Whether the panel shows a controller.
    package var hasController: Bool { shownController != nil }

    /// The pad of keys below the controller.
    var keys: ControllerKeys { fingers.keys }

    /// What fingers on the controller do.
    var controllerMode: ControllerMode { fingers.mode }

    /// Sets what fingers on the controller do, now and when there is one again.
    package func setControllerMode(_ mode: ControllerMode) {
        guard fingers.use(mode) else { return }
        if shownController != nil { notify(mode.notice) }
        followOnGlass()
    }
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

    func zoomWithFingers(_ fingers: [PressingFinger]) {
        input.zoom(with: fingers)
    }
}
