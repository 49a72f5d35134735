package import Geometry

/// The frames of one application's screen, the content's or the panel application's, for clients that copy them.
package protocol FrameReader: AnyObject {
    /// Whether the content is on a screen, so that there is a frame to read.
    var hasContentFrame: Bool { get }

    /// Calls `body` with the last picture composed for the content's screen, with the cursor or without, which is valid for
    /// the length of the call; nil while the content is on none, and without memory.
    @discardableResult
    func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result?

    /// Called after each composed frame, and after each move of a cursor, with the pixels that may differ from before.
    ///
    /// Its presentation is reported as to all clients, through `ContentPort.framePresented`.
    var contentComposed: (Region<ContentSpace>) -> Void { get set }
}
