import Geometry
import Mirroring

/// How a screen's next frame comes about: what planes of its display show by themselves, and why they do not show the rest.
///
///     front   cursor   on a plane, or drawn above all but overlays
///             front    what is drawn in front of a layer, as one picture
///             windows  clients' buffers in front of the drawn picture
///       or    layer    a client's buffer in place of the drawn picture, or another screen's picture; or drawn
///     back    picture  drawn, or nothing where a client's buffer takes its place
///       or    window   a client's buffer behind a hole of the drawn picture, in which the front is drawn
///
/// What planes show of a frame is settled by `placeCursor`, and after that by one of `placeContent`, `placeSnapshot` and
/// `drawAll`.
struct LayerPlacement {
    /// What planes show beside the cursor, which is in `cursor` until the frame is committed.
    private(set) var frame = OutputFrame()
    var cursor = CursorPlacement()
    /// Why the content, the snapshot or windows that had better been on planes are drawn, the backmost first.
    private var refusals: [(layer: OutputLayerKind, reason: LayerRefusal)] = []
    /// Whether the display has yet to show other clients' buffers, or a picture in their place, whatever else has changed.
    private(set) var isUnshown = false
    /// Whether the picture is to be drawn and shown because planes no longer hide it, whatever has changed.
    private(set) var isUncovered = false
    fileprivate var windows = LivelyWindows()
    fileprivate var front = FrontPicture()

    /// The screen's layers as `status` lists them, the backmost first, without the planes' numbers.
    var status: [LayerStatus] {
        func drawn(_ layer: OutputLayerKind) -> [LayerStatus] {
            refusals.filter { $0.layer == layer }.map {
                LayerStatus(kind: layer, path: .composed, reason: $0.reason.description)
            }
        }
        var layers = frame.client == nil ? drawn(.content) : [LayerStatus(kind: .content, path: .plane)]
        if layers.isEmpty { layers = [LayerStatus(kind: .content, path: .composed)] }
        let windows = frame.windows.map { _ in LayerStatus(kind: .window, path: .plane) }
        layers = frame.hole == nil ? layers + drawn(.window) + windows : windows + layers + drawn(.window)
        layers += frame.snapshot == nil ? drawn(.snapshot) : [LayerStatus(kind: .snapshot, path: .plane)]
        return layers + [cursor.status].compactMap(\.self)
    }

    fileprivate mutating func show(
        _ next: OutputFrame, drawing refusals: [(layer: OutputLayerKind, reason: LayerRefusal)] = []
    ) {
        if !(frame.layers.isEmpty && next.layers.isEmpty) { noteClients(of: next) }
        (frame, self.refusals) = (next, refusals)
        let hasFront = frame.front != nil || frame.drawnFront != nil
        if !hasFront, !refusals.contains(where: { $0.reason == .restless }) { front.drop() }
    }

    /// Notes what a frame with clients' buffers, or the first without, has to show and to draw.
    private mutating func noteClients(of next: OutputFrame) {
        let hadClients = frame.client != nil || !frame.windows.isEmpty
        if next.client != nil || !next.windows.isEmpty {
            isUnshown = isUnshown || !next.hasSameLayers(as: frame)
        } else {
            isUnshown = isUnshown || hadClients
        }
        let uncovers = next.client == nil && (frame.client != nil || !frame.covered.subtracting(next.covered).isEmpty)
        isUncovered = next.client == nil && (isUncovered || uncovers)
    }

    /// The display has accepted the frame.
    mutating func shown() {
        (isUnshown, isUncovered) = (false, false)
    }

    /// The display has refused a frame with clients' buffers: the next one may have to be drawn.
    mutating func refused() {
        isUnshown = true
    }
}

extension OutputFrame {
    fileprivate func hasSameLayers(as other: OutputFrame) -> Bool {
        ground == other.ground && layers.count == other.layers.count
            && zip(layers, other.layers).allSatisfy { $0.isSame(as: $1) && $0.element.version == $1.element.version }
    }
}

// The content, and nothing but that.
extension Screen {
    /// Has the display show by itself what it can of the next frame's elements, overlays included, from back to front: all of them, where
    /// they are nothing but a client's buffer with something in front, or else windows that keep changing. The rest is to be drawn.
    ///
    /// The application is told of a buffer that is all of the frame, even where the display refuses it: made in another
    /// way, it might be shown.
    func placeContent(
        _ elements: [SceneElement], of content: any ContentPort, at now: Timestamp, on display: any DisplayPort,
        _ renderer: any RendererPort
    ) {
        guard let output else { return content.frameIs(allOf: nil, offer: nil) }
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
            var frame = OutputFrame(cursor: layers.cursor.layer, layers: [choice].layers, ground: .black)
            let assignment = display.assign(frame, on: output)
            if let refusal = assignment.layer { throw refusal }
            candidate = choice.element.picture
            if assignment.isBehindPicture { return show(try self.frame(behind: choice, at: now, renderer)) }
            if let front = try layers.front.picture(above: choice, on: self, at: now, renderer) {
                frame.layers[0] = front
            }
            show(frame)
        } catch {
            let windows = layers.windows.choices(of: elements, on: size, at: now)
            let (frame, refusals) = frame(with: windows, at: now, on: display, of: output, renderer)
            show(frame, drawing: [(.content, error)] + refusals.map { (.window, $0) })
        }
    }

    /// A drawn frame with the windows in front that the display shows, or one behind, and why it does not show the others, the backmost first.
    private func frame(
        with windows: [ScanoutChoice], at now: Timestamp, on display: any DisplayPort, of output: OutputID,
        _ renderer: any RendererPort
    ) -> (OutputFrame, refusals: [LayerRefusal]) {
        var frame = OutputFrame(cursor: layers.cursor.layer, layers: windows.layers)
        guard let first = windows.first else { return (frame, []) }
        let assignment = display.assign(frame, on: output)
        let refusals = assignment.layers
        let shown = zip(frame.layers, refusals).filter { $0.1 == nil }.map(\.0)
        do throws(LayerRefusal) {
            if shown.isEmpty { throw refusals.first.flatMap(\.self) ?? .noPlane }
            frame.layers = shown
            if assignment.isBehindPicture {
                frame = try self.frame(behind: first, at: now, renderer)
            } else if frame.front != nil,
                let front = try layers.front.picture(above: first, on: self, at: now, renderer)
            {
                frame.layers[0] = front
            }
            return (frame, refusals.suffix(windows.count).compactMap(\.self).reversed())
        } catch {
            return (OutputFrame(cursor: layers.cursor.layer), windows.map { _ in error })
        }
    }

    /// A drawn frame in front of a client's buffer, with a hole where that is.
    private func frame(
        behind choice: ScanoutChoice, at now: Timestamp, _ renderer: any RendererPort
    ) throws(LayerRefusal) -> OutputFrame {
        var frame = OutputFrame(cursor: layers.cursor.layer, layers: [choice.element], ground: .pictureInFront)
        // What lies beside it is drawn there.
        frame.drawnFront = try layers.front.picture(above: choice.within, on: self, at: now, renderer)
        return frame
    }

    /// Has all of the next frame drawn.
    func drawAll() {
        show(OutputFrame())
    }

    /// Settles what planes show of the next frame. What they hide of it is out of date no longer, and not drawn.
    private func show(
        _ frame: OutputFrame, drawing refusals: [(layer: OutputLayerKind, reason: LayerRefusal)] = []
    ) {
        layers.show(frame, drawing: refusals)
        if frame.layers.isEmpty, hidden.isEmpty { return }
        stale.formUnion(hidden)
        let covered = frame.client == nil ? frame.covered : Region(size.bounds)
        (hidden, stale) = (stale.intersection(covered), stale.subtracting(covered))
    }
}

extension [ScanoutChoice] {
    /// What planes are asked to show, the frontmost first: the elements, and what is drawn in front of the first.
    fileprivate var layers: [PlaneElement] {
        let front = first?.frontFrame.map { PlaneElement(front: nil, at: $0) }
        return [front].compactMap(\.self) + map(\.element)
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
        drawAll()
    }

    private func drawSnapshot(_ refusal: LayerRefusal, at place: Rect<OutputSpace>) {
        if let old = layers.frame.snapshot?.destination { invalidate(Region([old, place])) }
        layers.show(OutputFrame(), drawing: [(.snapshot, refusal)])
    }

    private func frame(
        with snapshot: PlacedSnapshot, under pointer: [SceneElement], _ renderer: any RendererPort
    ) throws(LayerRefusal) -> OutputFrame {
        guard let shown = snapshot.source.output, shown != output else { throw .offScreen }
        let sourceFrame = snapshot.source.layers.frame
        let client = sourceFrame.client
        if sourceFrame.front != nil || !sourceFrame.windows.isEmpty { throw .layered }
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
        if screen.overlays.showsMirroredFrame { throw .behindPicture }
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
        if overlays.showsMirroredFrame { return nil }
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
