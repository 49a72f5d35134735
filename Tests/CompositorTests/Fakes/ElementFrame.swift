import Geometry
import Mirroring

extension SceneElement {
    /// Where it is shown, in the screen's pixels.
    var frame: Rect<OutputSpace> { destination.reinterpreted() }
}
