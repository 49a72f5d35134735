import Geometry
import Mirroring

/// Draws the controller on the panel from the external's picture.
final class ControllerPainter {
    private let queue: FrameQueue
    private var style: ControllerConfiguration
    private var scene: (screen: Screen, source: Screen, viewport: PanelViewport)?
    private var cursor: MirroredCursor
    private var isRecorded = false

    init(queue: FrameQueue, cursors: CursorPlacer, renderer: any RendererPort, style: ControllerConfiguration) {
        self.queue = queue
        self.style = style
        cursor = MirroredCursor(cursors, renderer)
    }

    /// Shows the controller on the panel, or with nil stops; everything is redrawn.
    func show(_ next: (screen: Screen, source: Screen, viewport: PanelViewport)?) {
        scene = next
        isRecorded = false
        guard let next else { return }
        next.screen.drawContent(nil)
        queue.redrawAll(next.screen)
    }

    /// Changes the look of the controller.
    func use(_ next: ControllerConfiguration) {
        let isSame = next.letterboxColor == style.letterboxColor && next.usesLinearLight == style.usesLinearLight
        style = next
        if !isSame, let scene { queue.redrawAll(scene.screen) }
    }

    /// Turns damage on the external, and moves of a cursor that is not drawn there, into the same on the panel.
    func mirror(_ damage: Region<OutputSpace>) {
        guard let scene else { return }
        let shown = scene.viewport.panelDamage(of: damage.reinterpreted())
        if !damage.isEmpty { scene.screen.invalidate(base: shown.reinterpreted()) }
        let hasMoved = cursor.follow(scene.source.cursor, through: scene.viewport)
        if !damage.isEmpty || hasMoved { queue.request(scene.screen) }
    }

    /// The pass that draws the due frame of what `content` draws, if there is one with anything to draw; `finish` must
    /// follow once it is drawn.
    func record(_ content: ContentPainter) -> RenderPass? {
        guard let scene, scene.screen.wantsFrame else { return nil }
        _ = cursor.follow(scene.source.cursor, through: scene.viewport)
        let pointer = cursor.place(on: scene.screen)
        if !scene.screen.stale.isEmpty, !queue.acquire(scene.screen) { return nil }
        isRecorded = true
        guard !scene.screen.stale.isEmpty else { return nil }
        var snapshot = SceneElement(content.source(scene.source), at: scene.viewport.frame.reinterpreted())
        if style.usesLinearLight { snapshot.filter = .areaInLinearLight }
        return RenderPass(
            target: scene.screen.target, damage: scene.screen.takeStale(),
            operations: [.fill(style.letterboxColor), .draw(snapshot)] + pointer.map(DrawOperation.draw)
                + scene.screen.overlays.operations)
    }

    /// Presents the recorded frame, which has been drawn.
    func finish() {
        guard isRecorded, let scene else { return }
        isRecorded = false
        _ = queue.present(scene.screen)
    }

    /// Reports that the last drawn frame has been presented.
    func framePresented() {
        if let scene { queue.finish(scene.screen) }
    }
}
