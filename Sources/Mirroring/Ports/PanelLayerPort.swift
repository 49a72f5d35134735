package import Geometry

/// The core's access to tools' surfaces in front of the windows on a panel that is a screen of its own, such as notifications and docks.
///
/// Where the panel shows those windows, the surfaces are in the same scene.
package protocol PanelLayerPort: AnyObject {
    /// Called when the surfaces have other pixels or places, or wait for a frame.
    var layersChanged: () -> Void { get set }

    /// The surfaces from back to front, in the panel's pixels.
    var layers: [SceneElement] { get }

    /// The pixels of the panel in which the surfaces take input.
    var layerInput: Region<ContentSpace> { get }

    /// The edges of the panel that the surfaces keep free for themselves, in its pixels.
    var layerEdges: EdgeMargins { get }

    /// Where the panel lies in the content's space.
    var placeInContent: Rect<ContentSpace> { get }

    /// Reports that the surfaces have been on the panel for a frame, so that their clients draw the next one.
    func layersShown()
}
