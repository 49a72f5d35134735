import Geometry
import Mirroring

/// What lies in front of a client's buffer that the display shows by itself, such as a film's subtitles: made into a picture for
/// another plane only where it looks different than before.
struct ContentFront {
    private struct Made {
        let elements: [SceneElement]
        /// What overlays look like.
        let overlays: (stack: OverlayStack, version: Int)
        let frame: Rect<OutputSpace>
        /// What they were in front of at first.
        let below: SceneElement
        let time: Timestamp
        /// Whether the picture waits until they have stayed as they are for a while.
        let waits: Bool
        /// Nil until it is made.
        var front: LayerFront?
    }

    private var made: Made?
    /// Time in microseconds from one change to the next within which a front counts as restless if it is large, or changes above a
    /// buffer that does not: making one for each frame would cost more than drawing what has changed.
    static let rest: Int64 = 250_000

    /// The picture for what is in front of a layer; throws why there is none.
    mutating func picture(
        of layer: ContentLayer, in frame: Rect<OutputSpace>, above screen: Size<OutputSpace>, overlays: OverlayStack,
        at now: Timestamp, _ renderer: any RendererPort
    ) throws(LayerRefusal) -> LayerFront {
        // Elements of the content's own frame are not known here.
        if overlays.hasExcerpt { throw .behindPicture }
        if !isSame(layer.above, overlays, frame) {
            let isLarge = frame.size.area * 4 > screen.area
            let isSoon = made.map { now.since($0.time) < Self.rest } ?? false
            let isAlone = made?.below.looks(like: layer.element) ?? false
            made = Made(
                elements: layer.above, overlays: (overlays, overlays.version), frame: frame, below: layer.element,
                time: now, waits: isSoon && (isLarge || isAlone))
        }
        if let front = made?.front { return front }
        if let made, made.waits, now.since(made.time) < Self.rest { throw .restless }
        guard let picture = renderer.flatten(layer.above, in: frame.reinterpreted()) else { throw .noMemory }
        let front = LayerFront(picture, at: frame)
        made?.front = front
        return front
    }

    /// Nothing is in front any more.
    mutating func drop() {
        made = nil
    }

    private func isSame(_ elements: [SceneElement], _ overlays: OverlayStack, _ frame: Rect<OutputSpace>) -> Bool {
        guard let made, made.frame == frame, made.elements.count == elements.count,
            made.overlays.stack === overlays, made.overlays.version == overlays.version
        else { return false }
        return zip(made.elements, elements).allSatisfy { $0.looks(like: $1) }
    }
}

extension SceneElement {
    /// Whether both draw the same pixels at the same place.
    fileprivate func looks(like other: SceneElement) -> Bool {
        source === other.source && version == other.version && crop == other.crop && transform == other.transform
            && destination == other.destination && filter == other.filter && cornerRadius == other.cornerRadius
            && roundedFrame == other.roundedFrame
    }
}
