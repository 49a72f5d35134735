package import Geometry

/// One element of a frame as a plane may show it by itself: a part of a picture, stretched over a rectangle of the screen.
package struct PlaneElement {
    package indirect enum Kind {
        /// The pointer, in front of all else, and its pixel that points, from the picture's corner: virtual machines draw the
        /// pointer there.
        case cursor(hotspot: (x: Int, y: Int))
        /// What is drawn in front of other layers, such as the menu's handle above a snapshot or controls above a film, as one picture.
        case front
        /// A client's buffer in place of a drawn picture or in front of one, opaque.
        case client
        /// Another output's picture; its display controller reads the memory that the first one scans out, and no pixel is copied.
        /// That is the client's buffer that the other output shows as `client` says, or with nil what was drawn for it. Each commit
        /// takes the newest, be it on screen or about to be; its memory stays as it is until the output shows something else.
        case snapshot(of: OutputID, client: PlaneElement?)
    }

    package let kind: Kind
    /// What draws the same into a frame. The pixels of a cursor and of a front are in `argb8888` and never change: what looks
    /// different is another object. A cursor may reach past the screen's edges.
    package let element: SceneElement

    package init(_ kind: Kind, _ element: SceneElement) {
        self.kind = kind
        self.element = element
    }

    /// A cursor with its picture's corner at a place of the frame, as its viewer sees it.
    package init(cursor picture: any Buffer, x: Int, y: Int, hotspot: (x: Int, y: Int)) {
        let frame = Rect<ContentSpace>(x: x, y: y, width: picture.size.width, height: picture.size.height)
        self.init(.cursor(hotspot: hotspot), SceneElement(whole: picture, at: frame))
    }

    /// A picture in front of other layers; nil for one that is yet to be made, which a commit needs and a question about planes does not.
    package init(front picture: (any Buffer)?, at frame: Rect<OutputSpace>) {
        let picture = picture ?? UnmadePicture(size: frame.size.reinterpreted())
        self.init(.front, SceneElement(whole: picture, at: frame.reinterpreted()))
    }

    package var picture: any Buffer { element.source }

    /// Takes the viewer's picture to the buffer.
    package var transform: Transform { element.transform }

    /// The part of the upright picture that is shown, in its own pixels.
    package var crop: SourceBox { element.crop }

    /// Where that is shown, stretched to fit.
    package var destination: Rect<OutputSpace> { element.destination.reinterpreted() }

    /// What the numbers mean of a buffer whose brightness and colours lie apart; nil for others.
    package var encoding: YUVEncoding? {
        guard let code = picture.dmabuf?.layout.format, YUVFormat(code: code) != nil else { return nil }
        return picture.planar?.encoding ?? YUVEncoding(usualFor: picture.size)
    }

    /// The pixel of a cursor that points; the corner of anything else.
    package var hotspot: (x: Int, y: Int) {
        if case .cursor(let hotspot) = kind { hotspot } else { (0, 0) }
    }

    /// Whether both show the same picture in the same way; what is drawn in it may differ.
    package func isSame(as other: PlaneElement?) -> Bool {
        other.map {
            picture === $0.picture && encoding == $0.encoding && transform == $0.transform && crop == $0.crop
                && destination == $0.destination && hotspot == $0.hotspot
        } ?? false
    }
}

// Snapshots.
extension PlaneElement {
    /// What a viewport shows of an output whose frames are `drawn`, or the client's buffer that it shows in their place; nil where
    /// that is nothing.
    package init?(of source: OutputID, _ drawn: any Buffer, client: PlaneElement?, through viewport: PanelViewport) {
        let (visible, frame) = (viewport.visible, viewport.frame)
        guard !visible.isEmpty else { return nil }
        let seen = SceneElement(whole: drawn, at: frame.reinterpreted()).cut(to: visible.reinterpreted())
        let kind = Kind.snapshot(of: source, client: client)
        guard let client else {
            self.init(kind, seen)
            return
        }
        let (part, target) = (seen.crop, seen.destination)
        let (shown, place) = (client.destination, client.crop)
        guard
            let columns = Stretch(part.x, part.width, over: target.x..<target.maxX).part(
                of: Stretch(place.x, place.width, over: shown.x..<shown.maxX)),
            let rows = Stretch(part.y, part.height, over: target.y..<target.maxY).part(
                of: Stretch(place.y, place.height, over: shown.y..<shown.maxY))
        else { return nil }
        let crop = SourceBox(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
        let destination = Rect<ContentSpace>(
            left: columns.place.lowerBound, top: rows.place.lowerBound, right: columns.place.upperBound,
            bottom: rows.place.upperBound)
        self.init(
            kind,
            SceneElement(
                source: client.picture, crop: crop, transform: client.transform, destination: destination,
                opaque: Region(destination)))
    }
}

/// A picture of which the size is all that is known.
private final class UnmadePicture: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.argb8888
    var stride: Int { size.width * 4 }

    init(size: Size<BufferSpace>) {
        self.size = size
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}

/// A length of a picture, along one axis, stretched over pixels of another.
private struct Stretch {
    let start: Double
    let length: Double
    let place: Range<Int>

    init(_ start: Double, _ length: Double, over place: Range<Int>) {
        (self.start, self.length, self.place) = (start, length, place)
    }

    /// What this shows of a picture in which `inner` is stretched over a part: that in inner's own pixels, where it takes all of
    /// a pixel. Nil for nothing.
    func part(of inner: Stretch) -> Stretch? {
        guard length > 0, !inner.place.isEmpty else { return nil }
        let step = length / Double(place.count)
        func placed(_ position: Int) -> Double { Double(place.lowerBound) + (Double(position) - start) / step }
        let first = max(place.lowerBound, Int((placed(inner.place.lowerBound) - Self.rounding).rounded(.up)))
        let end = min(place.upperBound, Int((placed(inner.place.upperBound) + Self.rounding).rounded(.down)))
        guard first < end else { return nil }
        let ratio = inner.length / Double(inner.place.count)
        func innerPosition(_ pixel: Int) -> Double {
            let position = start + Double(pixel - place.lowerBound) * step
            return inner.start + (position - Double(inner.place.lowerBound)) * ratio
        }
        let from = innerPosition(first)
        return Stretch(from, innerPosition(end) - from, over: first..<end)
    }

    /// Less than a display controller's scaler can tell.
    private static let rounding = 1e-6
}
