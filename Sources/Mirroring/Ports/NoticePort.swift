import Geometry

/// What the core needs to render text: a line for the user, on a ground that contrasts with everything.
package protocol NoticePort: AnyObject {
    /// The picture of a text, with letters `height` pixels high and at most `width` pixels wide; nil where it cannot be
    /// drawn.
    func picture(of text: String, letterHeight height: Double, width: Int) -> (any PixelSource)?
}
