package import Geometry

/// A picture of the scene: its pixels, and where they are shown.
///
/// An element is a value that is handed on many times in each frame. Copies share their memory until one of them
/// changes.
package struct SceneElement {
    private var drawing: Drawing

    package var source: any Buffer {
        get { drawing.values.source }
        set { change { $0.source = newValue } }
    }
    /// The object that tells the element from others from frame to frame: its owner, or otherwise its source.
    package var identity: AnyObject { drawing.values.owner ?? drawing.values.source }
    /// The changes of the picture.
    package var changes: PictureChanges {
        get { drawing.values.changes }
        set { change { $0.changes = newValue } }
    }
    package var version: Int { drawing.values.changes.version }
    /// The part of the buffer that is shown, in the upright picture's pixels.
    ///
    /// The upright picture is the buffer after `transform` is undone.
    package var crop: SourceBox {
        get { drawing.values.crop }
        set { change { $0.crop = newValue } }
    }
    /// The transform that the client applied to the upright picture to make the buffer.
    package var transform: Transform {
        get { drawing.values.transform }
        set { change { $0.transform = newValue } }
    }
    /// Where the crop is shown, stretched to fit.
    package var destination: Rect<ContentSpace> {
        get { drawing.values.destination }
        set { change { $0.destination = newValue } }
    }
    /// The part of the destination that is known to hide everything below.
    package var opaque: Region<ContentSpace> {
        get { drawing.values.opaque }
        set { change { $0.opaque = newValue } }
    }
    package var filter: ScaleFilter {
        get { drawing.values.filter }
        set { change { $0.filter = newValue } }
    }
    /// The radius of the rounded corners in the destination's pixels, or 0 for square corners.
    ///
    /// What lies below is visible in rounded corners.
    package var cornerRadius: Int {
        get { drawing.values.cornerRadius }
        set { change { $0.cornerRadius = newValue } }
    }
    /// The rectangle whose corners are rounded, or nil for the destination.
    package var roundedFrame: Rect<ContentSpace>? {
        get { drawing.values.roundedFrame }
        set { change { $0.roundedFrame = newValue } }
    }

    package init(
        source: any Buffer, crop: SourceBox, transform: Transform, destination: Rect<ContentSpace>,
        opaque: Region<ContentSpace>, owner: AnyObject? = nil
    ) {
        drawing = Drawing(
            Values(
                source: source, owner: owner, crop: crop, transform: transform, destination: destination, opaque: opaque
            ))
    }

    /// The whole of an upright source, stretched to fit the destination.
    package init(
        whole source: any Buffer, at destination: Rect<ContentSpace>, opaque: Region<ContentSpace> = Region()
    ) {
        self.init(
            source: source, crop: SourceBox(whole: source.size), transform: .normal, destination: destination,
            opaque: opaque)
    }
}

extension SceneElement {
    struct Values {
        var source: any Buffer
        var owner: AnyObject?
        var changes = PictureChanges()
        var crop: SourceBox
        var transform: Transform
        var destination: Rect<ContentSpace>
        var opaque: Region<ContentSpace>
        var filter = ScaleFilter.linear
        var cornerRadius = 0
        var roundedFrame: Rect<ContentSpace>?
    }

    /// The memory of an element and its copies.
    final class Drawing {
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private mutating func change(_ body: (inout Values) -> Void) {
        if !isKnownUniquelyReferenced(&drawing) { drawing = Drawing(drawing.values) }
        body(&drawing.values)
    }
}

/// How a picture is scaled.
///
/// In a reduced picture each pixel is the exact area average of the pixels that it covers.
package enum ScaleFilter: Hashable, Sendable {
    /// An enlarged picture is interpolated linearly between the pixels' centres.
    case linear
    /// An enlarged picture is also an area average: pixels stay squares with sharp edges.
    case area
    /// The area average of the light that pixels stand for, as an eye further away would see it.
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

    /// The whole of an upright buffer.
    package init(whole size: Size<BufferSpace>) {
        self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
    }
}

extension SceneElement {
    /// The whole frame of another target at a rectangle of this target, with pixels averaged by area.
    package init(_ frame: FrameSource, at place: Rect<OutputSpace>) {
        self.init(whole: frame, at: place.reinterpreted(), opaque: Region(place.reinterpreted()))
        filter = .area
    }

    /// A whole picture at a rectangle of the target.
    package init(
        _ picture: any Buffer, at frame: Rect<OutputSpace>, filter: ScaleFilter = .linear, cornerRadius: Int = 0
    ) {
        self.init(
            whole: picture, at: frame.reinterpreted(), opaque: Region(frame.reinterpreted()))
        self.filter = filter
        self.cornerRadius = cornerRadius
    }

    /// The element within a part of its destination.
    package func cut(to part: Rect<ContentSpace>) -> SceneElement {
        guard part != destination else { return self }
        let (across, down) = (crop.width / Double(destination.width), crop.height / Double(destination.height))
        var element = self
        element.crop = SourceBox(
            x: crop.x + Double(part.x - destination.x) * across, y: crop.y + Double(part.y - destination.y) * down,
            width: Double(part.width) * across, height: Double(part.height) * down)
        element.destination = part
        element.opaque = opaque.intersection(part)
        return element
    }

    /// The pixels of the destination that hide everything below.
    ///
    /// These are all pixels for a format without alpha, except where corners are rounded.
    package var hiding: Region<ContentSpace> {
        let solid = source.format.hasAlpha ? opaque : Region(destination)
        return cornerRadius > 0 ? solid.subtracting(corners) : solid
    }

    /// The squares at the rounded corners, in which what lies below is visible.
    package var corners: Region<ContentSpace> {
        let (radius, frame) = (cornerRadius, roundedFrame ?? destination)
        guard radius > 0, frame.width >= 2 * radius, frame.height >= 2 * radius else { return Region() }
        return Region(
            [
                (frame.x, frame.y), (frame.maxX - radius, frame.y), (frame.x, frame.maxY - radius),
                (frame.maxX - radius, frame.maxY - radius),
            ].map { Rect(x: $0.0, y: $0.1, width: radius, height: radius).intersection(destination) })
    }
}

/// Elements of one colour, which are pictures of one stretched pixel.
extension SceneElement {
    /// One colour behind everything else, on a screen of any size.
    package static func fill(_ color: Color) -> SceneElement {
        SceneElement(
            whole: MemoryImage(pixel: color.xrgb, format: .xrgb8888), at: everywhere
        )
    }

    /// Whether the element is behind everything else, regardless of the screen's size.
    package var isBackground: Bool { destination == Self.everywhere }

    private static let everywhere = Rect<ContentSpace>(x: -1 << 20, y: -1 << 20, width: 1 << 21, height: 1 << 21)

    /// The colour of an opaque element of one colour with square corners, or nil for other elements.
    package var color: Color? {
        guard let pixel, pixel >> 24 == 255, cornerRadius == 0 else { return nil }
        return Color(xrgb: pixel)
    }

    /// Whether the element is one transparent colour, so that nothing of it is visible.
    package var isTransparent: Bool { pixel == 0 }

    /// The picture's only pixel, premultiplied, or nil for other pictures.
    private var pixel: UInt32? {
        let source = source
        guard source.size == Size(width: 1, height: 1), source.stride >= 4, source.planar == nil else { return nil }
        let format = source.format
        guard !format.isDeep, !format.isBlueFirst else { return nil }
        var pixel: UInt32?
        _ = source.withPixels { pixel = $0.loadUnaligned(as: UInt32.self) }
        return pixel.map { format.hasAlpha ? $0 : $0 | 0xff00_0000 }
    }
}
