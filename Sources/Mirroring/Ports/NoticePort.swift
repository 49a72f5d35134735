import Geometry

/// What the core needs of whoever can draw text: a line for the user, on a ground that stands out from everything.
package protocol NoticePort: AnyObject {
    /// The picture of a text, with letters of `height` pixels and at most `width` pixels wide; nil where it cannot be
    /// drawn.
    func picture(of text: String, letterHeight height: Double, width: Int) -> (any PixelSource)?
}
