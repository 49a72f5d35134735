package import Geometry

/// A picture that the service draws and another part shows.
///
/// The status bar is such a picture, as picture in picture or docked to an edge of a screen.
package protocol ImagePort: AnyObject {
    /// The current picture, which is updated in place.
    ///
    /// Another object may take the picture's place after `damaged` has reported all pixels. The value is nil while the
    /// picture is not shown, and without memory for it.
    var picture: (any Buffer)? { get }

    /// The picture's size, even while the picture is not shown.
    var size: Size<OutputSpace> { get }

    /// Changes the size and redraws all of `picture` before returning.
    ///
    /// A size outside the picture's range is clamped; `size` has the result.
    func resize(to size: Size<OutputSpace>)

    /// Whether anyone shows the picture.
    ///
    /// While the value is false, nothing is drawn and no timer runs. Setting it to true draws the whole picture at
    /// once.
    var isShown: Bool { get set }

    /// Called with the pixels of `picture` that have changed in place; after `resize` these are all pixels.
    var damaged: (Region<OutputSpace>) -> Void { get set }
}

/// A picture that the service draws and that scrolls back to older entries.
package protocol ScrollingImagePort: ImagePort {
    /// The pixels on which a finger scrolls, none while the picture is not shown.
    var scrollable: Region<OutputSpace> { get }

    /// Scrolls back by a number of pixels, or forwards by a negative number.
    func scroll(by distance: Double)

    /// Reports that the finger has left; the newest entries come back after a while.
    func scrollingEnded()

    /// Shows the newest entries again.
    func scrollToEnd()
}

/// The core's access to drawn texts for the user, on a ground that contrasts with everything.
package protocol NoticePort: AnyObject {
    /// The picture of a text with letters `height` pixels high, or nil where it cannot be drawn.
    ///
    /// The text takes as many lines as it needs. Where these lines exceed `room`, the letters are smaller.
    func picture(of text: String, letterHeight height: Double, in room: Size<OutputSpace>) -> (any Buffer)?

    /// The picture of a permanent sign, one line on a ground of its own colour, or nil where it cannot be drawn.
    func sign(of text: String, letterHeight height: Double, tone: SignTone) -> (any Buffer)?
}
