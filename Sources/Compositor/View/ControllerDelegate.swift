import Mirroring

/// Carries out what fingers on the controller ask of the rest of the service.
protocol ControllerDelegate: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// The user has chosen what the controller shows.
    func controllerZoomed(to zoom: ContentZoom)

    /// Goes on to a window of the content that was used before the present one, or with -1 the other way round.
    func swipeWindows(_ step: Int)
}
