import Geometry
import Mirroring

/// How a screen's next frame is made: what planes of its display show, and why they do not show the rest.
///
///     front   cursor   on a plane, or drawn above all but overlays
///             front    what is drawn in front of a layer, as one picture
///             windows  clients' buffers in front of the drawn picture
///       or    layer    a client's buffer in place of the drawn picture, or another screen's picture; or drawn
///     back    picture  drawn, or nothing where a client's buffer takes its place
///       or    window   a client's buffer behind a hole of the drawn picture, in which the front is drawn
///
/// `placeCursor` decides first what planes show of a frame; one of `placeContent`, `placeSnapshot` and `drawAll` follows.
struct LayerPlacement {
    /// What planes show besides the cursor. The cursor is in `cursor` until the frame is committed.
    private(set) var frame = OutputFrame()
    var cursor = CursorPlacement()
    /// Why the content, the snapshot or windows are drawn rather than shown on planes, the backmost first.
    private var refusals: [(layer: OutputLayerKind, reason: LayerRefusal)] = []
    /// Whether the display must still show other clients' buffers, or a picture in their place, even if nothing else changes.
    private(set) var isUnshown = false
    /// Whether the picture must be drawn and shown because planes no longer hide it, even if nothing else changes.
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

    /// Notes what must be shown and drawn with a frame with clients' buffers, or with the first frame without any.
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

    /// Notes that the display has accepted the frame.
    mutating func shown() {
        (isUnshown, isUncovered) = (false, false)
    }

    /// Notes that the display has refused a frame with clients' buffers: the next frame may have to be drawn.
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

// Placing the content.
extension Screen {
    /// Puts as much of the next frame on planes as the display can show; the rest is drawn.
    ///
    /// `elements` are the frame's elements from back to front, overlays included. Where they are a client's buffer with
    /// something in front, planes show all of them; otherwise planes show windows that keep changing.
    ///
    /// The application is told of a buffer that is all of the frame, even where the display refuses it: allocated in
    /// another way, the buffer might be shown.
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
            // Nearly all frames consist of clients' pictures in ordinary memory only.
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
            var drawn: [(layer: OutputLayerKind, reason: LayerRefusal)] = [(.content, error)]
            for refusal in refusals { drawn.append((.window, refusal)) }
            show(frame, drawing: drawn)
        }
    }

    /// A drawn frame with the windows that planes show in front of it, or one behind it. `refusals` say why planes do
    /// not show the others, the backmost first.
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

    /// A drawn frame in front of a client's buffer, with a hole where the buffer is.
    private func frame(
        behind choice: ScanoutChoice, at now: Timestamp, _ renderer: any RendererPort
    ) throws(LayerRefusal) -> OutputFrame {
        var frame = OutputFrame(cursor: layers.cursor.layer, layers: [choice.element], ground: .pictureInFront)
        // Elements beside the buffer are drawn into the frame.
        frame.drawnFront = try layers.front.picture(above: choice.within, on: self, at: now, renderer)
        return frame
    }

    /// Takes everything off planes, so that all of the next frame is drawn.
    func drawAll() {
        show(OutputFrame())
    }

    /// Decides what planes show of the next frame. Pixels that planes hide no longer count as out of date, and are not drawn.
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
    /// The layers that planes are asked to show, the frontmost first: a picture of what lies in front of the first
    /// element, and the elements.
    fileprivate var layers: [PlaneElement] {
        let front = first?.frontFrame.map { PlaneElement(front: nil, at: $0) }
        return [front].compactMap(\.self) + map(\.element)
    }
}

extension [SceneElement] {
    /// Whether the frontmost picture covers a screen, and no element is a dmabuf or a single pixel, which displays can show.
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
    /// The colour of the bars beside the snapshot.
    let letterbox: Color
    /// Whether the controller shows fewer frames than the source. The controller then holds no client's buffer of the source.
    let isSlower: Bool

    /// The panel's pixels that may show the snapshot.
    fileprivate var place: Rect<OutputSpace> { viewport.visible.reinterpreted() }
}

// Placing a snapshot: it is not drawn where a plane shows it from the memory that the external scans out.
extension Screen {
    /// Shows a snapshot in the next frame, on a plane or drawn, with `pointer` drawn above. Invalidates the pixels that
    /// must be drawn because of a change.
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
        // A plane is read in each refresh, transparent pixels included: where much is covered, drawing everything costs less.
        guard covered.size.area * 4 <= place.size.area,
            let front = layers.front.picture(of: overlays, in: covered, renderer)
        else { throw .behindPicture }
        frame.layers.insert(front, at: 0)
        return frame
    }
}

/// A picture of what lies in front of a layer, such as a film's subtitles, or the menu's handle above a snapshot.
///
/// The picture is for another plane, and is made again only when it would look different.
struct FrontPicture {
    private struct Made {
        let elements: [SceneElement]
        /// The overlays, and the version of their look.
        let overlays: (stack: OverlayStack, version: Int)
        let frame: Rect<OutputSpace>
        /// The element below when the picture was made; nil for a snapshot.
        var below: SceneElement?
        let time: Timestamp
        /// Whether the picture waits until the elements have stayed the same for a while.
        var waits = false
        /// The picture; nil until it is made.
        var picture: PlaneElement?
    }

    private var made: Made?
    /// How soon a second change makes a front restless, in microseconds.
    ///
    /// Only a large front, or a front above a buffer that has not changed, can be restless. A new picture for each
    /// frame would then cost more than drawing what has changed.
    static let rest: Int64 = 250_000

    /// The picture of what lies in front of a client's buffer; nil where nothing does. Throws why there can be no picture.
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

    /// The picture of what overlays draw in a part of the screen.
    ///
    /// Nil without memory for it, and where an overlay changes with the content.
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

    /// Forgets the picture: nothing is in front any more.
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

    /// Whether the picture shows these elements, or with nil the overlays alone.
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
