package import Geometry

/// The frames of one application's screen, the content's or the panel application's, for clients that copy them.
package protocol FrameReader: AnyObject {
    /// Whether there is a frame to copy.
    var hasContentFrame: Bool { get }

    /// The last picture composed for the content's screen, cursor included; nil while the content is on none.
    var contentFrame: PixelBuffer? { get }

    /// Called after each composed frame, with the pixels that may differ from the one before.
    ///
    /// Its presentation is reported as to all clients, through `ContentPort.framePresented`.
    var contentComposed: (Region<ContentSpace>) -> Void { get set }
}

extension FrameReader {
    package var hasContentFrame: Bool { contentFrame != nil }
}
