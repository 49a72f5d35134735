import Geometry

/// The pictures of the screen of one application, the content or the panel application, for clients that may copy them.
package protocol FrameReader: AnyObject {
    /// The last picture composed for the content's screen, cursor included; nil while the content is on none.
    var contentFrame: PixelBuffer? { get }

    /// Called each time such a picture has been composed, with the pixels that may differ from the one before.
    ///
    /// That it has come to the screen is told as to all clients, through `ContentPort.framePresented`.
    var contentComposed: (Region<ExternalSpace>) -> Void { get set }
}
