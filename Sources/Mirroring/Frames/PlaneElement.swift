package import Geometry

/// An element of a frame that a plane may show: a part of a picture, stretched over a rectangle of the screen.
package struct PlaneElement {
    package indirect enum Kind {
        /// The pointer, in front of everything else.
        ///
        /// `hotspot` is the pixel that points, from the picture's corner. Virtual machines draw the pointer there.
        case cursor(hotspot: (x: Int, y: Int))
        /// One picture of what is drawn in front of other layers, such as the menu's handle or controls above a film.
        case front
        /// A client's opaque buffer in place of a drawn picture or in front of one.
        case client
        /// Another output's picture, which the display controller reads from the other output's memory without a copy.
        ///
        /// `client` is the client's buffer that the other output shows, or nil where its picture is drawn. Each commit
        /// takes the newest picture, whether it is on screen or about to be. The picture's memory stays unchanged until
        /// this output shows something else.
        case snapshot(of: OutputID, client: PlaneElement?)
    }

    package let kind: Kind
    /// The element that draws the same picture into a frame.
    ///
    /// The pixels of a cursor and of a front picture are in `argb8888` and never change; a different picture is another
    /// object. A cursor may reach past the screen's edges.
    package let element: SceneElement

    package init(_ kind: Kind, _ element: SceneElement) {
        self.kind = kind
        self.element = element
    }

    /// A cursor whose picture's corner is at a place of the frame, as the viewer sees it.
    package init(cursor picture: any Buffer, x: Int, y: Int, hotspot: (x: Int, y: Int)) {
        let frame = Rect<ContentSpace>(x: x, y: y, width: picture.size.width, height: picture.size.height)
        self.init(.cursor(hotspot: hotspot), SceneElement(whole: picture, at: frame))
    }

    /// A picture in front of other layers, where nil stands for a picture that is not made yet.
    ///
    /// A commit needs the picture; a question about planes does not.
    package init(front picture: (any Buffer)?, at frame: Rect<OutputSpace>) {
        let picture = picture ?? UnmadePicture(size: frame.size.reinterpreted())
        self.init(.front, SceneElement(whole: picture, at: frame.reinterpreted()))
    }

    package var picture: any Buffer { element.source }

    /// The transform that takes the viewer's picture to the buffer.
    package var transform: Transform { element.transform }

    /// The part of the upright picture that is shown, in the picture's own pixels.
    package var crop: SourceBox { element.crop }

    /// Where the part is shown, stretched to fit.
    package var destination: Rect<OutputSpace> { element.destination.reinterpreted() }

    /// How the Y, U and V samples of the buffer are encoded, or nil for other buffers.
    package var encoding: YUVEncoding? {
        guard let code = picture.dmabuf?.layout.format, YUVFormat(code: code) != nil else { return nil }
        return picture.planar?.encoding ?? YUVEncoding(usualFor: picture.size)
    }

    /// The pixel of a cursor that points, or the corner of another element.
    package var hotspot: (x: Int, y: Int) {
        if case .cursor(let hotspot) = kind { hotspot } else { (0, 0) }
    }

    /// Whether both elements show the same buffer in the same way; the pixels in the buffer may differ.
    package func isSame(as other: PlaneElement?) -> Bool {
        other.map {
            picture === $0.picture && encoding == $0.encoding && transform == $0.transform && crop == $0.crop
                && destination == $0.destination && hotspot == $0.hotspot
        } ?? false
    }
}

// Snapshots.
extension PlaneElement {
    /// The part of an output's picture that a viewport shows, or nil where it shows nothing.
    ///
    /// The output shows `drawn`, or the client's buffer in its place.
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

/// A picture of which only the size is known.
private final class UnmadePicture: Buffer {
    let size: Size<BufferSpace>
    let format = PixelFormat.argb8888
    var stride: Int { size.width * 4 }

    init(size: Size<BufferSpace>) {
        self.size = size
    }

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}

/// A length of a picture along one axis, stretched over pixels of another picture.
private struct Stretch {
    let start: Double
    let length: Double
    let place: Range<Int>

    init(_ start: Double, _ length: Double, over place: Range<Int>) {
        (self.start, self.length, self.place) = (start, length, place)
    }

    /// The part of another picture that this length shows, in the other picture's own pixels; nil for nothing.
    ///
    /// The other picture is stretched over a part of this one, as `inner` says. The result covers whole pixels only.
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

    /// A difference too small for a display controller's scaler.
    private static let rounding = 1e-6
}
