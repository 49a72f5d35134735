import Geometry
import Mirroring

/// Draws the controller on the panel from the external's picture.
final class ControllerPainter {
    private let renderer: any RendererPort
    private let queue: FrameQueue
    private var letterboxColor: Color
    private var scene: (screen: Screen, source: Screen, viewport: PanelViewport)?

    init(renderer: any RendererPort, queue: FrameQueue, letterboxColor: Color) {
        self.renderer = renderer
        self.queue = queue
        self.letterboxColor = letterboxColor
    }

    /// Shows the controller on the panel, or with nil stops; everything is redrawn.
    func show(_ next: (screen: Screen, source: Screen, viewport: PanelViewport)?) {
        scene = next
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

    /// Draws the due frame, if there is one.
    func paint() {
        guard let scene, scene.screen.wantsFrame else { return }
        let damage = scene.screen.takeStale()
        let base = scene.screen.overlays.visible(damage)
        if !base.isEmpty {
            renderer.drawController(
                from: scene.source.frame, into: scene.screen.frame, viewport: scene.viewport, bars: letterboxColor,
                damage: base.reinterpreted())
        }
        scene.screen.overlays.draw(into: scene.screen.frame, damage: damage, with: renderer)
        _ = queue.present(scene.screen)
    }

    /// Reports that the last drawn frame has been presented.
    func framePresented() {
        if let scene { queue.finish(scene.screen) }
    }
}
