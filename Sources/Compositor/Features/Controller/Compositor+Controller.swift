package import Geometry
package import Mirroring

/// Carries out what fingers on the controller ask of the rest of the service.
protocol ControllerDelegate: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// The user has chosen what the controller shows.
    func controllerZoomed(to zoom: ContentZoom)

    /// Goes on to a window of the content that was used before the present one, or with -1 the other way round.
    func swipeWindows(_ step: Int)
}

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
    package func showOnController(window appID: AppID) -> RegionOutcome { viewFollower.show(window: appID) }

    /// Whether the panel shows a controller.
    package var hasController: Bool { shownController != nil }

    /// What the panel's controller shows; nil while there is none.
    var shownController: ControllerView? { overlays.controller }

    /// Takes up the mode and the zoom that were last set with an external when that is back.
    func recallExternal() {
        guard let external = saved.takeExternal() else { return }
        if let mode = external.mode { _ = fingers.use(mode) }
        zoomer.recall(external.zoom)
    }

    /// Brings the pad of keys up to date.
    func followKeys() {
        fingers.followKeys()
    }

    /// What fingers on the controller do.
    var controllerMode: ControllerMode { fingers.mode }

    /// Sets what fingers on the controller do, now and when there is one again.
    package func setControllerMode(_ mode: ControllerMode) {
        saved.remember(mode)
        guard fingers.use(mode) else { return }
        if shownController != nil { notify(mode.notice) }
        followOnGlass()
    }
}

extension Compositor: ControllerDelegate {
    func switchControllerMode() {
        setControllerMode(controllerMode.next)
    }

    func controllerZoomed(to zoom: ContentZoom) {
        saved.remember(zoom)
    }
}
