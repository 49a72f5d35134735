/// Carries out what fingers on the controller ask of the rest of the service.
protocol ControllerDelegate: AnyObject {
    /// Goes on to the controller's next mode.
    func switchControllerMode()

    /// Goes on to a window of the content that was used before the present one, or with -1 the other way round.
    func swipeWindows(_ step: Int)
}
