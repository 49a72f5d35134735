/// An action that a frame scheduler requests.
package enum FrameAction: Hashable, Sendable {
    case none
    /// Compose a frame, at once or at its deadline, and answer with `presentationQueued`
    /// or `presentationFailed`.
    case compose
    /// Call `retry` after this many milliseconds.
    case retryLater(milliseconds: Int)
    /// The output has refused every frame for too long: disable it.
    case giveUp
}
