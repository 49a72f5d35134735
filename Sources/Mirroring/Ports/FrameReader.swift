package import Geometry

/// The frames of one application's screen, for clients that copy them.
///
/// The application is the content or the panel application.
package protocol FrameReader: AnyObject {
    /// Whether the content is on a screen, so that there is a frame to read.
    var hasContentFrame: Bool { get }

    /// Calls `body` with the last picture composed for the content's screen, with the cursor or without.
    ///
    /// The picture is valid only within the call. The result is nil while the content is on no screen, and without
    /// memory.
    @discardableResult
    func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result?

    /// Whether there is no display, so that frames are composed on request only.
    var isParked: Bool { get }

    /// Calls `body` with the content's present picture, drawn in memory for the screen of its last layout; nil while there is a
    /// display, and without memory.
    @discardableResult
    func withParkedContent<Result>(
        on screen: LogicalScreen, cursor: Bool, _ body: (any Buffer) -> Result
    ) -> Result?

    /// Called when the last display has gone.
    var contentParked: () -> Void { get set }

    /// Called after each composed frame and each move of a cursor, with the pixels that may differ from before.
    ///
    /// The presentation of the frame is reported as to all clients, through `ContentPort.framePresented`.
    var contentComposed: (Region<ContentSpace>) -> Void { get set }
}

/// The pictures of whole displays, for clients that copy them.
package protocol DisplayReader: AnyObject {
    /// Whether a display has a picture that may be copied.
    func hasPicture(of id: OutputID) -> Bool

    /// Calls `body` with what a display shows, in its own pixels, with the cursor or without.
    ///
    /// The picture is valid only within the call. The result is nil for a display without a picture, and without memory.
    @discardableResult
    func withPicture<Result>(of id: OutputID, cursor: Bool, _ body: (any Buffer) -> Result) -> Result?

    /// Asks for one more frame of a display, which redraws nothing that has not changed; `displayShown` follows.
    func requestFrame(of id: OutputID)

    /// Stops reporting the frames of a display, until the next request.
    func forget(_ id: OutputID)

    /// Called for each presented frame of a display with requests, with the pixels that may differ from the frame before.
    var displayShown: (OutputID, Region<ContentSpace>, Timestamp) -> Void { get set }
}
