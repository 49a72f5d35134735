package import Geometry

/// One picture of the scene: its pixels, and where they are shown.
package struct SceneElement {
    package var source: any Buffer
    /// Counts what a client has drawn: other pixels in the same buffer have another number.
    package var version = 0
    /// The part of the buffer that is shown, in buffer pixels after `transform` is undone (that is, in the
    /// upright picture's pixels).
    package var crop: SourceBox
    /// The transform that the client applied to the upright picture to make the buffer.
    package var transform: Transform
    /// Where the crop is shown, stretched to fit.
    package var destination: Rect<ContentSpace>
    /// The part of the destination known to hide what is below it.
    package var opaque: Region<ContentSpace>
    package var filter = ScaleFilter.linear
    /// The radius of rounded corners in the destination's pixels, where what is below shows; 0 for square ones.
    package var cornerRadius = 0
    /// The rectangle whose corners are rounded; nil for the destination.
    package var roundedFrame: Rect<ContentSpace>?

    package init(
        source: any Buffer, crop: SourceBox, transform: Transform, destination: Rect<ContentSpace>,
        opaque: Region<ContentSpace>
    ) {
        self.source = source
        self.crop = crop
        self.transform = transform
        self.destination = destination
        self.opaque = opaque
    }

    /// All of an upright source, stretched to fit the destination.
    package init(
        whole source: any Buffer, at destination: Rect<ContentSpace>, opaque: Region<ContentSpace> = Region()
    ) {
        self.init(
            source: source, crop: SourceBox(whole: source.size), transform: .normal, destination: destination,
            opaque: opaque)
    }
}

/// How a picture is scaled. Where it shrinks, each pixel is the exact area average of what it covers.
package enum ScaleFilter: Hashable, Sendable {
    /// Linear between the pixels' centres where it grows.
    case linear
    /// The area average where it grows, too: pixels stay squares with sharp edges.
    case area
    /// The same of the light that the pixels stand for, as an eye further away would see them.
    case areaInLinearLight
}

/// A rectangle in fractional pixels of an upright buffer, as `wp_viewport.set_source` gives it.
package struct SourceBox: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of an upright buffer.
    package init(whole size: Size<BufferSpace>) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }
}
