import Mirroring

/// What those who show or move the controller's view need of the screens.
protocol ViewHost: AnyObject {
    /// What the panel's controller shows; nil while there is none.
    var shownController: ControllerView? { get }
    /// In panel pixels per millimetre.
    var panelDensity: Double { get }
    /// One refresh of the panel, in microseconds.
    var panelRefreshMicroseconds: Int64 { get }
}

/// What those who take the fingers on the controller need of the service.
protocol ControllerHost: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// Goes on to a window of the content that was used before the present one, or with -1 the other way round.
    func swipeWindows(_ step: Int)

    /// Has fingers take hold of an overlay that draws nothing, or with nil no longer. `sink` is not retained.
    func setFingers(on id: OverlayID, sink: (any OverlayInputSink)?)
}
