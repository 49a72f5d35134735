import Geometry
import Mirroring

/// How a screen's next frame comes about: what planes of its display show by themselves, and why they do not show the rest.
///
///     front   cursor   on a plane, or drawn above all but overlays
///             front    what is drawn in front of the layer, as one picture
///             layer    a client's buffer in place of the drawn picture, or another screen's picture; or drawn
///     back    picture  drawn, or nothing where the layer is a client's buffer
///
/// What planes show of a frame is settled by `placeCursor`, and after that by one of `placeContent`, `placeSnapshot` and
/// `drawAll`.
struct LayerPlacement {
    /// What planes show beside the cursor, which is in `cursor` until the frame is committed.
    private(set) var frame = OutputFrame()
    var cursor = CursorPlacement()
    /// Why the content or the snapshot is drawn; nil where it is not, and where there is nothing to say.
    private var refusal: (layer: OutputLayerKind, reason: LayerRefusal)?
    /// Whether the display has yet to show a client's buffer, or a picture in its place, whatever else has changed.
    private(set) var isUnshown = false
    fileprivate var front = FrontPicture()

    /// The screen's layers as `status` lists them, the backmost first, without the planes' numbers.
    var status: [LayerStatus] {
        func reason(_ layer: OutputLayerKind) -> String? {
            refusal.flatMap { $0.layer == layer ? $0.reason.description : nil }
        }
        var layers = [
            LayerStatus(kind: .content, path: frame.client == nil ? .composed : .plane, reason: reason(.content))
        ]
        if frame.snapshot != nil || refusal?.layer == .snapshot {
            let path: LayerPath = frame.snapshot == nil ? .composed : .plane
            layers.append(LayerStatus(kind: .snapshot, path: path, reason: reason(.snapshot)))
        }
        return layers + [cursor.status].compactMap(\.self)
    }

    fileprivate mutating func show(_ next: OutputFrame) {
        if next.client != nil {
            isUnshown = isUnshown || !next.hasSameLayers(as: frame)
        } else {
            isUnshown = isUnshown || frame.client != nil
        }
        (frame, refusal) = (next, nil)
    }

    /// Has the content or a snapshot drawn, for a reason if any.
    fileprivate mutating func draw(_ layer: OutputLayerKind, _ reason: LayerRefusal?) {
        if frame.layers.isEmpty, refusal?.layer == layer, refusal?.reason == reason { return }
        show(OutputFrame())
        refusal = reason.map { (layer, $0) }
        if reason != .restless { front.drop() }
    }

    /// The display has accepted the frame.
    mutating func shown() {
        isUnshown = false
    }

    /// The display has refused a frame whose layer is a client's buffer: the next one may have to be drawn.
    mutating func refused() {
        isUnshown = true
    }
}

extension OutputFrame {
    fileprivate func hasSameLayers(as other: OutputFrame) -> Bool {
        ground == other.ground && layers.count == other.layers.count
            && zip(layers, other.layers).allSatisfy { $0.isSame(as: $1) }
    }
}

// The content, and nothing but that.
extension Screen {
    /// Has the display show what the elements, overlays included, come to, where they are nothing but a client's buffer with
    /// something in front; returns the pixels that differ from the last frame, or nil where the frame has to be drawn.
    ///
    /// The application is told of a buffer that is all of the frame, even where the display refuses it: made in another
    /// way, it might be shown.
    func placeContent(
        _ elements: [SceneElement], of content: any ContentPort, at now: Timestamp, on display: any DisplayPort,
        _ renderer: any RendererPort
    ) -> Region<OutputSpace>? {
        guard let output else {
            content.frameIs(allOf: nil, offer: nil)
            return nil
        }
        var candidate: (any Buffer)?
        defer {
            content.frameIs(
                allOf: candidate, offer: candidate == nil ? nil : display.capabilities(of: output).scanoutOffer)
        }
        do throws(LayerRefusal) {
            // Nearly all frames are clients' pictures in ordinary memory, and those alone.
            if elements.areInMemory(on: size) { throw .memory }
            let choice = try ScanoutChoice(of: elements, on: size)
            if choice.frontFrame == nil { candidate = choice.element.picture }
            let front = choice.frontFrame.map { PlaneElement(front: nil, at: $0) }
            var frame = OutputFrame(
                cursor: layers.cursor.layer, layers: [front, choice.element].compactMap(\.self), ground: .black)
            if let refusal = display.assign(frame, on: output).layer { throw refusal }
            candidate = choice.element.picture
            if let front = try layers.front.picture(above: choice, on: self, at: now, renderer) {
                frame.layers[0] = front
            }
            return showClient(frame)
        } catch {
            layers.draw(.content, error)
            return nil
        }
    }

    /// Has all of the next frame drawn.
    func drawAll() {
        layers.draw(.content, nil)
    }

    private func showClient(_ frame: OutputFrame) -> Region<OutputSpace> {
        let damage = stale
        stale = Region()
        layers.show(frame)
        target.show(frame.layers.reversed().map(\.element), damage)
        unshown.formUnion(damage)
        return damage
    }
}

extension [SceneElement] {
    /// Whether the frontmost picture covers a screen, and displays can read none but those of a pixel.
    fileprivate func areInMemory(on screen: Size<OutputSpace>) -> Bool {
        guard let last, !last.isBackground, last.destination.contains(screen.bounds.reinterpreted()) else {
            return false
        }
        return allSatisfy { element in
            element.isBackground || element.source.dmabuf == nil && element.source.size != Size(width: 1, height: 1)
        }
    }
}

/// What a controller shows of another screen, and how.
struct PlacedSnapshot {
    let source: Screen
    let viewport: PanelViewport
    let filter: ScaleFilter
    /// The colour of the bars beside it.
    let letterbox: Color
    /// Whether the controller shows fewer frames than the source: then it does not keep clients' buffers from that.
    let isSlower: Bool

    /// The panel's pixels that may show it.
    fileprivate var place: Rect<OutputSpace> { viewport.visible.reinterpreted() }
}

// A snapshot: nothing of it is drawn where the display shows it from the memory that the external scans out.
extension Screen {
    /// Shows a snapshot in the next frame, one way or the other, with `pointer` drawn above. What has to be drawn because of a change
    /// is invalidated.
    func placeSnapshot(
        _ snapshot: PlacedSnapshot, under pointer: [SceneElement], on display: any DisplayPort,
        _ renderer: any RendererPort
    ) {
        guard let output else { return }
        let old = layers.frame.snapshot?.destination
        if let obstacle = display.capabilities(of: output).snapshotObstacle {
            return drawSnapshot(obstacle, at: snapshot.place)
        }
        do throws(LayerRefusal) {
            let frame = try frame(with: snapshot, under: pointer, renderer)
            if let refusal = display.assign(frame, on: output).layer { throw refusal }
            layers.show(frame)
            guard let place = frame.snapshot?.destination else { return }
            if let old, old != place { invalidate(Region(old)) }
            stale.subtract(place)
        } catch {
            drawSnapshot(error, at: snapshot.place)
        }
    }

    /// Shows no snapshot in the next frame.
    func dropSnapshot() {
        if let old = layers.frame.snapshot?.destination { invalidate(Region(old)) }
        layers.draw(.content, nil)
    }

    private func drawSnapshot(_ refusal: LayerRefusal, at place: Rect<OutputSpace>) {
        if let old = layers.frame.snapshot?.destination { invalidate(Region([old, place])) }
        layers.draw(.snapshot, refusal)
    }

    private func frame(
        with snapshot: PlacedSnapshot, under pointer: [SceneElement], _ renderer: any RendererPort
    ) throws(LayerRefusal) -> OutputFrame {
        guard let shown = snapshot.source.output, shown != output else { throw .offScreen }
        let sourceFrame = snapshot.source.layers.frame
        let client = sourceFrame.client
        if client != nil, sourceFrame.front != nil { throw .layered }
        if snapshot.isSlower, client != nil { throw .slower }
        let drawn = FrameSource(snapshot.source.target, elements: [])
        guard let layer = PlaneElement(of: shown, drawn, client: client, through: snapshot.viewport) else {
            throw client == nil ? .offScreen : .blackAlone
        }
        if snapshot.filter == .areaInLinearLight { throw .filter }
        let place = layer.destination
        if pointer.contains(where: { !$0.destination.reinterpreted().intersection(place).isEmpty }) {
            throw .behindPicture
        }
        var frame = OutputFrame(cursor: layers.cursor.layer, layers: [layer])
        let above = overlays.drawn
        let isFramed = snapshot.letterbox == .black || snapshot.place.contains(size.bounds)
        if isFramed, pointer.isEmpty, above.subtracting(Region(place)).isEmpty { frame.ground = .blackPicture }
        let covered = above.intersection(place).extents
        if covered.isEmpty { return frame }
        // A plane is read in each refresh, transparent pixels included: where much is covered, all had better be drawn.
        guard covered.size.area * 4 <= place.size.area,
            let front = layers.front.picture(of: overlays, in: covered, renderer)
        else { throw .behindPicture }
        frame.layers.insert(front, at: 0)
        return frame
    }
}

/// What lies in front of a layer, such as a film's subtitles or the menu's handle above a snapshot: made into a picture for another
/// plane only where it looks different than before.
struct FrontPicture {
    private struct Made {
        let elements: [SceneElement]
        /// What overlays look like.
        let overlays: (stack: OverlayStack, version: Int)
        let frame: Rect<OutputSpace>
        /// What they were in front of at first; nil for a snapshot.
        var below: SceneElement?
        let time: Timestamp
        /// Whether the picture waits until they have stayed as they are for a while.
        var waits = false
        /// Nil until it is made.
        var picture: PlaneElement?
    }

    private var made: Made?
    /// Time in microseconds from one change to the next within which a front counts as restless if it is large, or changes above a
    /// buffer that does not: making one for each frame would cost more than drawing what has changed.
    static let rest: Int64 = 250_000

    /// The picture for what is in front of a client's buffer; nil where nothing is. Throws why there is none.
    fileprivate mutating func picture(
        above choice: ScanoutChoice, on screen: Screen, at now: Timestamp, _ renderer: any RendererPort
    ) throws(LayerRefusal) -> PlaneElement? {
        guard let frame = choice.frontFrame else {
            drop()
            return nil
        }
        // Elements of the content's own frame are not known here.
        if screen.overlays.hasExcerpt { throw .behindPicture }
        if !isSame(choice.above, screen.overlays, frame) {
            let below = choice.element.element
            let isLarge = frame.size.area * 4 > screen.size.area
            let isSoon = made.map { now.since($0.time) < Self.rest } ?? false
            let isAlone = made?.below?.looks(like: below) ?? false
            made = Made(
                elements: choice.above, overlays: (screen.overlays, screen.overlays.version), frame: frame,
                below: below,
                time: now, waits: isSoon && (isLarge || isAlone))
        }
        if let made, made.picture == nil, made.waits, now.since(made.time) < Self.rest { throw .restless }
        guard let picture = picture(renderer) else { throw .noMemory }
        return picture
    }

    /// The picture of what overlays draw in a part of the screen; nil without memory for it, and for what changes with the content.
    fileprivate mutating func picture(
        of overlays: OverlayStack, in frame: Rect<OutputSpace>, _ renderer: any RendererPort
    ) -> PlaneElement? {
        if overlays.hasExcerpt { return nil }
        if !isSame(nil, overlays, frame) {
            made = Made(
                elements: overlays.elements, overlays: (overlays, overlays.version), frame: frame, below: nil,
                time: Timestamp(microseconds: 0))
        }
        return picture(renderer)
    }

    /// Nothing is in front any more.
    mutating func drop() {
        made = nil
    }

    private mutating func picture(_ renderer: any RendererPort) -> PlaneElement? {
        guard let made else { return nil }
        if let picture = made.picture { return picture }
        let picture = renderer.flatten(made.elements, in: made.frame.reinterpreted()).map {
            PlaneElement(front: $0, at: made.frame)
        }
        self.made?.picture = picture
        return picture
    }

    /// Whether the picture is that of these elements, or with nil of the overlays alone.
    private func isSame(_ elements: [SceneElement]?, _ overlays: OverlayStack, _ frame: Rect<OutputSpace>) -> Bool {
        guard let made, made.frame == frame, made.overlays.stack === overlays,
            made.overlays.version == overlays.version, (made.below == nil) == (elements == nil)
        else { return false }
        guard let elements else { return true }
        return made.elements.count == elements.count
            && zip(made.elements, elements).allSatisfy { $0.looks(like: $1) }
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
