/// Changes of a `SurfaceScene` that have not been processed or reported.
struct SceneChanges {
    /// The windows' layout is out of date.
    var layout = false
    /// Windows may have come, gone or been renamed, resized or restacked, and the observers have not been notified.
    var windows = false
    /// The cursor's layout is out of date.
    var cursor = false
    /// The cursor has moved, or is another one, and the observer has not been notified.
    var hasNewCursor = false
    /// Surfaces may have come onto the output or left it.
    var presence = false
    /// The layout changed and the seat has not been notified.
    var hasNewLayout = false
    /// The seat is being notified of the layout.
    var isTellingSeat = false
    /// Input is being delivered through the seat.
    var isDelivering = false
    /// A frame was requested.
    var wantsFrame = false
    /// All windows had the sizes that they were asked for when that was last looked at.
    var wasSettled = true
    /// `settle` is scheduled.
    var isSettling = false
}
