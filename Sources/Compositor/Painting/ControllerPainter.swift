import Geometry
import Mirroring

/// Draws the controller on the panel from the external's picture.
final class ControllerPainter {
    private let queue: FrameQueue
    private var letterboxColor: Color
    private var scene: (screen: Screen, source: Screen, viewport: PanelViewport)?
    private var isRecorded = false

    init(queue: FrameQueue, letterboxColor: Color) {
        self.queue = queue
        self.letterboxColor = letterboxColor
    }

    /// Shows the controller on the panel, or with nil stops; everything is redrawn.
    func show(_ next: (screen: Screen, source: Screen, viewport: PanelViewport)?) {
        scene = next
        isRecorded = false
        if let next { queue.redrawAll(next.screen) }
    }

    /// Changes the colour of the bars.
    func use(_ color: Color) {
        guard color != letterboxColor else { return }
        letterboxColor = color
        if let scene { queue.redrawAll(scene.screen) }
    }

    /// Turns damage on the external into damage on the panel.
    func mirror(_ damage: Region<OutputSpace>) {
        guard let scene, !damage.isEmpty else { return }
        let shown = scene.viewport.panelDamage(of: damage.reinterpreted())
        scene.screen.invalidate(base: shown.reinterpreted())
        queue.request(scene.screen)
    }

    /// The pass that draws the due frame of what `content` draws, if there is one; `finish` must follow once it is drawn.
    func record(_ content: ContentPainter) -> RenderPass? {
        guard let scene, scene.screen.wantsFrame, queue.acquire(scene.screen) else { return nil }
        let snapshot = SceneElement(content.source(scene.source), at: scene.viewport.frame.reinterpreted())
        isRecorded = true
        return RenderPass(
            target: scene.screen.target, damage: scene.screen.takeStale(),
            operations: [.fill(letterboxColor), .draw(snapshot)] + scene.screen.overlays.operations)
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
