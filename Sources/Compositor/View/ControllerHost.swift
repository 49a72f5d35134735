import Mirroring

/// What those who take the fingers on the controller need of the service.
protocol ControllerHost: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// Has fingers take hold of an overlay that draws nothing, or with nil no longer. `sink` is not retained.
    func setFingers(on id: OverlayID, sink: (any OverlayInputSink)?)
}
