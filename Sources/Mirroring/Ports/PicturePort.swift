import Geometry

/// A picture that the service draws itself and something else shows: the status bar, as picture in picture or docked
/// to an edge of a screen.
package protocol PicturePort: AnyObject {
    /// The picture as it stands, drawn in place; it may be another object after `damaged` has reported all of it.
    ///
    /// Nil while it is not shown, and where there is no memory for it.
    var picture: PixelBuffer? { get }

    /// The size that the picture has, or will have once it is shown.
    var size: Size<OutputSpace> { get }

    /// Changes the size; `picture` is redrawn, all of it, before this returns.
    ///
    /// Sizes out of the picture's own range are moved into it: `size` tells what came of it.
    func resize(to size: Size<OutputSpace>)

    /// Whether anyone shows the picture.
    ///
    /// While nobody does nothing is drawn and no timer runs; setting it to true draws all of the picture at once.
    var isShown: Bool { get set }

    /// Called when pixels of `picture` have changed in place, with those pixels; all of them after `resize`.
    var damaged: (Region<OutputSpace>) -> Void { get set }
}
