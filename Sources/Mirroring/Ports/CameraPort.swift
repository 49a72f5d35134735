/// Shows cameras in windows of a player that it starts in the content's place.
package protocol CameraPort: AnyObject {
    /// Held weakly.
    var cameraObserver: (any CameraObserver)? { get set }

    /// Starts a player of `device`, unless one runs already; its window gets the application id `appID`.
    ///
    /// In `command` the words `{device}` and `{app_id}` stand for these two. Returns the reason, as one line, where that
    /// is not possible.
    func open(_ device: String, as appID: String, with command: [String]) -> String?

    /// Ends the player of `device`.
    func close(_ device: String)
}

/// Follows the players of cameras.
package protocol CameraObserver: AnyObject {
    /// The player has ended by itself.
    func cameraEnded(_ device: String)
}
