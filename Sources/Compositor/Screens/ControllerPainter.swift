import Geometry
import Mirroring

/// Draws a controller from the external's picture, on the panel or as a copy on another output.
final class ControllerPainter {
    /// What the controller shows, and on which screen. A class, so that the frequent reads copy nothing.
    final class Scene {
        let screen: Screen
        let source: Screen
        let viewport: PanelViewport

        init(of source: Screen, on screen: Screen, through viewport: PanelViewport) {
            self.source = source
            self.screen = screen
            self.viewport = viewport
        }
    }

    /// The black below a snapshot of a client's buffer.
    private let black = MemoryImage(pixel: 0, format: .xrgb8888)
    private let queue: FrameQueue
    private let content: ContentPainter
    private var style: ControllerConfiguration { didSet { letterbox = .fill(style.letterboxColor) } }
    private var letterbox: SceneElement
    private var scene: Scene?
    private let renderer: any RendererPort
    private var cursorCopy = CursorCopy()
    private var isRecorded = false
    /// Whether black covers the whole output, so that the controller does not follow the external.
    private var isCovered = false
    private var pace = SnapshotPace()
    /// The least time between two frames that the configuration asks for, in microseconds; nil for none.
    private var leastInterval: Int64?
    /// Damage of the external that the controller does not show yet.
    private var held = Region<OutputSpace>()

    init(
        of content: ContentPainter, queue: FrameQueue, renderer: any RendererPort, style: ControllerConfiguration
    ) {
        self.content = content
        self.queue = queue
        self.renderer = renderer
        self.style = style
        letterbox = .fill(style.letterboxColor)
    }

    /// Whether the controller shows this application.
    func shows(_ source: ContentPainter) -> Bool { source === content }

    /// Shows the controller on its screen, or with nil stops; everything is redrawn.
    func show(_ next: Scene?) {
        if let scene, scene.screen !== next?.screen { scene.screen.dropSnapshot() }
        scene = next
        isRecorded = false
        next?.screen.drawAll()
        redraw()
    }

    /// Stops following the external while black covers the output, or follows it again.
    func cover(_ isCovered: Bool) {
        guard isCovered != self.isCovered else { return }
        self.isCovered = isCovered
        redraw()
    }

    private func redraw() {
        held = Region()
        if let scene { queue.redrawAll(scene.screen) }
    }

    /// Changes the look of the controller.
    func use(_ next: ControllerConfiguration) {
        let isSame = next.letterboxColor == style.letterboxColor && next.usesLinearLight == style.usesLinearLight
        style = next
        if !isSame { redraw() }
    }

    /// Sets the least size of the cursor.
    func magnifyCursor(to least: CursorCopy.Least) {
        guard least != cursorCopy.least else { return }
        cursorCopy.least = least
        if let scene { queue.request(scene.screen) }
    }

    /// Sets the least interval between two followed frames of the external, in microseconds; nil for each frame.
    func limit(toInterval interval: Int64?) {
        leastInterval = interval
        setPace()
    }

    /// Redraws the panel for damage on the external, and for moves of a cursor that is not drawn there.
    ///
    /// A panel that follows at its own pace redraws later: to save power, or so that its frames do not slow the external.
    func mirror(_ damage: Region<OutputSpace>) {
        guard scene != nil, !isCovered else { return }
        let now = queue.loop.now
        setPace()
        guard let due = pace.due(at: now) else { return show(held.union(damage), at: now) }
        if held.isEmpty {
            queue.loop.schedule(afterMicroseconds: due.since(now)) { [weak self] in self?.showHeld() }
        }
        held = held.union(damage)
    }

    /// Brings the pace up to date. When an interval begins or ends, the next frame is followed at once: a plane must
    /// release a client's buffer, or may show one again.
    private func setPace() {
        let shared = scene.flatMap { $0.screen.pacing.showsAtOnce ? $0.source.pacing.controllerInterval : nil }
        pace.interval = [leastInterval, shared].compactMap(\.self).max()
    }

    private func showHeld() {
        guard !held.isEmpty else { return }
        show(held, at: queue.loop.now)
        queue.schedulePaint()
    }

    private func show(_ damage: Region<OutputSpace>, at now: Timestamp) {
        held = Region()
        guard let scene else { return }
        pace.shown(at: now)
        let shown = scene.viewport.panelDamage(of: damage.reinterpreted())
        // A plane shows the snapshot without any drawing.
        if !shown.isEmpty, scene.screen.layers.frame.snapshot == nil {
            scene.screen.invalidate(base: shown.reinterpreted())
        }
        let magnified = scene.screen.overlays.mirroredFrameDamaged(damage)
        if !magnified.isEmpty { scene.screen.invalidate(magnified) }
        let hasMoved = scene.screen.layers.cursor.differs(from: cursor(in: scene).map(PlacedCursor.init))
        // When both screens are drawn together, the source's rows are read once.
        queue.drawAlong(scene.screen, isDamaged: !shown.isEmpty || !magnified.isEmpty || hasMoved)
    }

    /// When to draw the source's next frame, `deadline` or earlier, so that both make their next vertical blanks.
    func deadline(upTo deadline: Timestamp, extent: FrameExtent) -> Timestamp {
        guard let screen = scene?.screen else { return deadline }
        return screen.pacing.deadline(for: extent, upTo: deadline, at: queue.loop.now)
    }

    /// How the due frame is paired with the frame of `source`.
    func pairing(with source: Screen) -> FramePacing.Pairing {
        let now = queue.loop.now
        guard let screen = scene?.screen, scene?.source === source, screen.isDue(at: now) else { return .alone }
        return screen.pacing.pairing(screen.extent, with: source.pacing, at: now)
    }

    /// Draws the queued frame later, unless the source's frame is drawn before.
    func postpone(to instant: Timestamp) {
        scene?.screen.pacing.postpone(to: instant)
    }

    /// The pass that draws the due frame; nil where there is nothing to draw. `finish` must follow once the pass is drawn.
    func record() -> RenderPass? {
        guard let scene, scene.screen.isDue(at: queue.loop.now) else { return nil }
        queue.begin(scene.screen)
        var pointer: [SceneElement] = []
        if isCovered { scene.screen.leaveCursorToSource() } else { pointer = placeCursor(in: scene) }
        let filter = scene.viewport.filter(inLinearLight: style.usesLinearLight)
        if isCovered {
            // A plane would keep a client's buffer for as long as nothing is followed.
            scene.screen.dropSnapshot()
        } else {
            let snapshot = PlacedSnapshot(
                source: scene.source, viewport: scene.viewport, filter: filter, letterbox: style.letterboxColor,
                isSlower: pace.interval != nil)
            scene.screen.placeSnapshot(snapshot, under: pointer, on: queue.display, renderer)
        }
        if !scene.screen.stale.isEmpty, !queue.acquire(scene.screen) { return nil }
        isRecorded = true
        guard !scene.screen.stale.isEmpty else { return nil }
        let source = content.source(scene.source)
        var elements: [SceneElement] = []
        elements.reserveCapacity(3 + pointer.count)
        elements.append(isCovered ? .fill(.black) : letterbox)
        if isCovered {
            // Nothing of the external is seen.
        } else if let layer = scene.screen.layers.frame.snapshot {
            // The plane shows a client's buffer alone.
            let place = scene.viewport.visible.reinterpreted(as: OutputSpace.self)
            if layer.destination != place { elements.append(SceneElement(black, at: place)) }
        } else {
            elements.append(Self.snapshot(source, scene.viewport, filter: filter))
        }
        elements += pointer
        if !scene.screen.overlays.isEmpty { elements += scene.screen.overlays.elements(mirroring: source) }
        return RenderPass(target: scene.screen.target, damage: scene.screen.takeStale(), elements: elements)
    }

    /// The external's cursor as the panel shows it; nil without a cursor, and where the snapshot's is large enough.
    private func cursor(in scene: Scene) -> PlaneElement? {
        if let layer = scene.source.layers.cursor.layer {
            return cursorCopy.copy(layer, through: scene.viewport, renderer)
        }
        // A larger cursor hides the cursor in the snapshot: both point at the same spot.
        guard scene.source.layers.cursor.drawn != nil, let cursor = content.cursorElement,
            cursorCopy.grows(cursor.destination.height, through: scene.viewport)
        else { return nil }
        return cursorCopy.copy(cursor, through: scene.viewport, renderer)
    }

    /// Shows the cursor at its present place; returns the elements to draw into the panel's frame, above the snapshot.
    private func placeCursor(in scene: Scene) -> [SceneElement] {
        let screen = scene.screen
        let cursor = cursor(in: scene)
        if cursor == nil, scene.source.layers.cursor.drawn != nil {
            screen.leaveCursorToSource()
            return []
        }
        let area = scene.viewport.visible.reinterpreted(as: OutputSpace.self)
        _ = screen.placeCursor(cursor.map(PlacedCursor.init), in: .init(area: area), on: queue.display, renderer)
        guard let cursor, let drawn = screen.layers.cursor.drawn?.frame, !drawn.isEmpty else { return [] }
        return [cursor.element.cut(to: drawn.reinterpreted())]
    }

    /// The elements that planes show and the panel's frame lacks, back to front: the snapshot and what lies above it.
    /// Empty where the frame has them.
    var missing: [(element: SceneElement, place: Rect<OutputSpace>)] {
        guard let scene, let layer = scene.screen.layers.frame.snapshot else { return [] }
        let filter = scene.viewport.filter(inLinearLight: style.usesLinearLight)
        let snapshot = Self.snapshot(content.source(scene.source), scene.viewport, filter: filter)
        let front = scene.screen.layers.frame.front.map { ($0.element, $0.destination) }
        return [(snapshot, layer.destination)] + [front].compactMap(\.self)
    }

    /// A still of the controller, without the cursor and the black of a blanked screen; nil without memory for it.
    func still() -> MemoryBuffer? {
        guard let scene else { return nil }
        let source = content.source(scene.source)
        let filter = scene.viewport.filter(inLinearLight: style.usesLinearLight)
        let elements =
            [letterbox, Self.snapshot(source, scene.viewport, filter: filter)]
            + scene.screen.overlays.elements(mirroring: source, without: .blank)
        return renderer.picture(of: elements, size: scene.screen.size)
    }

    /// Calls `body` with what the controller's screen shows, with the cursor or without. Nil without memory for it.
    func withFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        guard let scene else { return nil }
        let isDrawn = [scene.screen, scene.source].contains { $0.layers.cursor.drawn?.frame.isEmpty == false }
        guard !cursor, isDrawn, !isCovered else {
            return scene.screen.withLayers(renderer, below: missing, cursor: cursor, body)
        }
        let filter = scene.viewport.filter(inLinearLight: style.usesLinearLight)
        return content.withFrame(cursor: false) { source in
            let elements =
                [letterbox, Self.snapshot(source, scene.viewport, filter: filter)]
                + scene.screen.overlays.elements(mirroring: source)
            return renderer.picture(of: elements, size: scene.screen.size).map(body)
        }.flatMap(\.self)
    }

    private static func snapshot(
        _ source: any Buffer, _ viewport: PanelViewport, filter: ScaleFilter
    ) -> SceneElement {
        var snapshot = SceneElement(source, at: viewport.frame.reinterpreted())
        snapshot.filter = filter
        return snapshot
    }

    /// Presents the recorded frame, which has been drawn.
    func finish() {
        guard isRecorded, let scene else { return }
        isRecorded = false
        _ = queue.present(scene.screen)
    }

    /// Reports that the last drawn frame has been presented.
    func framePresented(_ presentation: Presentation) {
        if let scene { queue.finish(scene.screen, presentation) }
    }
}
