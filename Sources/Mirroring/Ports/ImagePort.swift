package import Geometry

/// A picture that the service draws and another part shows: the status bar, as picture in picture or docked to an edge
/// of a screen.
package protocol ImagePort: AnyObject {
    /// The current picture, updated in place; it may be replaced by another object after `damaged` has reported all of
    /// it.
    ///
    /// Nil while it is not shown, and where there is no memory for it.
    var picture: (any Buffer)? { get }

    /// The picture's size, also while it is not shown.
    var size: Size<OutputSpace> { get }

    /// Changes the size and redraws all of `picture` before returning.
    ///
    /// Sizes outside the picture's range are clamped: `size` has the result.
    func resize(to size: Size<OutputSpace>)

    /// Whether anyone shows the picture.
    ///
    /// While false nothing is drawn and no timer runs; setting it to true draws all of the picture at once.
    var isShown: Bool { get set }

    /// Called with the pixels of `picture` that have changed in place; with all of them after `resize`.
    var damaged: (Region<OutputSpace>) -> Void { get set }
}

/// A picture that the service draws and in which older things can be scrolled to.
package protocol ScrollingImagePort: ImagePort {
    /// The pixels on which a finger scrolls; none while it is not shown.
    var scrollable: Region<OutputSpace> { get }

    /// Scrolls back by so many pixels, or forwards by less than none.
    func scroll(by distance: Double)

    /// The finger has left; the newest come back after a while.
    func scrollingEnded()

    /// Shows the newest again.
    func scrollToEnd()
}

/// What the core needs to render text: some words for the user, on a ground that contrasts with everything.
package protocol NoticePort: AnyObject {
    /// The picture of a text, with letters `height` pixels high, in as many lines as it takes. Where that is more than `room`, the
    /// letters are smaller. Nil where it cannot be drawn.
    func picture(of text: String, letterHeight height: Double, in room: Size<OutputSpace>) -> (any Buffer)?

    /// The picture of a sign that stays: one line on a ground of its own colour; nil where it cannot be drawn.
    func sign(of text: String, letterHeight height: Double, tone: SignTone) -> (any Buffer)?
}
