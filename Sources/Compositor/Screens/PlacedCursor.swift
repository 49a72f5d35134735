import Geometry
import Mirroring

/// A cursor to show: its elements, and the point that it points at.
struct PlacedCursor {
    let elements: [SceneElement]
    let point: Point<ContentSpace>
    /// The smallest rectangle around the elements; never empty.
    let frame: Rect<ContentSpace>

    /// A cursor that shows a picture as it is.
    init(_ layer: PlaneElement) {
        frame = layer.element.destination
        point = Point(x: Double(frame.x + layer.hotspot.x), y: Double(frame.y + layer.hotspot.y))
        elements = [layer.element]
    }

    /// Nil for a cursor that cannot be seen.
    init?(_ image: CursorImage, scale: Scale, renderer: any RendererPort) {
        switch image {
        case .hidden: return nil
        case .elements(let elements, let point): (self.elements, self.point) = (elements, point)
        case .named(let name, let point):
            (elements, self.point) = ([Self.named(name, at: point, scale: scale, renderer: renderer)], point)
        }
        frame = elements.reduce(Rect.zero) { $0.union($1.destination) }
        if frame.isEmpty { return nil }
    }

    /// The elements as one picture with alpha; nil where there is no memory for it.
    func picture(_ renderer: any RendererPort) -> (any Buffer)? {
        if elements.count == 1, let image = elements[0].source as? MemoryImage, elements[0].isUnchanged(image) {
            return image
        }
        return renderer.flatten(elements, in: frame)
    }

    /// The pixel of the picture that points.
    var hotspot: (x: Int, y: Int) {
        func within(_ value: Double, _ length: Int) -> Int { min(max(Int(clamping: value.rounded()), 0), length - 1) }
        return (within(point.x - Double(frame.x), frame.width), within(point.y - Double(frame.y), frame.height))
    }

    private static func named(
        _ name: String, at point: Point<ContentSpace>, scale: Scale, renderer: any RendererPort
    ) -> SceneElement {
        let picture = renderer.cursor(named: name, scale: scale)
        let size = picture.source.size
        let corner = point.offset(x: -picture.hotspot.x, y: -picture.hotspot.y)
        return SceneElement(
            whole: picture.source,
            at: Rect(
                x: Int(clamping: corner.x.rounded()), y: Int(clamping: corner.y.rounded()), width: size.width,
                height: size.height))
    }
}

extension SceneElement {
    /// Whether the image is shown as it is: whole, unturned and at its own size.
    fileprivate func isUnchanged(_ image: MemoryImage) -> Bool {
        image.format == .argb8888 && transform == .normal && image.size == destination.size.reinterpreted()
            && crop == SourceBox(whole: image.size)
    }
}

/// The identity of a cursor's picture. It retains no client's pixels.
struct CursorIdentity {
    private struct Part {
        weak var source: (any Buffer)?
        let crop: SourceBox
        let transform: Transform
        /// Relative to the corner of the cursor's frame.
        let place: Rect<ContentSpace>
    }

    private let parts: [Part]

    init(_ cursor: PlacedCursor) {
        parts = cursor.elements.map { element in
            Part(
                source: element.source, crop: element.crop, transform: element.transform,
                place: element.destination.offset(x: -cursor.frame.x, y: -cursor.frame.y))
        }
    }

    func isSame(as other: CursorIdentity) -> Bool {
        parts.count == other.parts.count
            && zip(parts, other.parts).allSatisfy { part, other in
                part.source != nil && part.source === other.source && part.crop == other.crop
                    && part.transform == other.transform && part.place == other.place
            }
    }
}
