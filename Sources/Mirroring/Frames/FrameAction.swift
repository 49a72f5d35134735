/// An action that a frame scheduler requests.
package enum FrameAction: Hashable, Sendable {
    case none
    /// Compose a frame, at once or later in this turn of the loop, and answer with `presentationQueued`
    /// or `presentationFailed`.
    case compose
    /// Call `retry` after this many milliseconds.
    case retryLater(milliseconds: Int)
}
