import Geometry
import Mirroring

/// Draws a frozen output: the picture that it showed when it was frozen, once, and nothing that happens since; or black.
final class StillPainter {
    private let picture: MemoryBuffer
    private let queue: FrameQueue
    private let cursors: CursorPlacer
    private var scene: (screen: Screen, isBlank: Bool)?
    private var isRecorded = false

    init(_ picture: MemoryBuffer, queue: FrameQueue, cursors: CursorPlacer) {
        self.picture = picture
        self.queue = queue
        self.cursors = cursors
    }

    /// Shows the picture, or black, on a screen; with nil on none.
    func show(on screen: Screen?, isBlank: Bool) {
        scene = screen.map { ($0, isBlank) }
        isRecorded = false
        guard let screen else { return }
        // The picture is this program's own: a client's buffer on screen would stay the display's.
        screen.drawContent(nil)
        queue.redrawAll(screen)
    }

    /// The pass that draws the due frame, if there is one; `finish` must follow once it is drawn.
    func record() -> RenderPass? {
        guard let scene, scene.screen.isDue(at: queue.loop.now) else { return nil }
        let screen = scene.screen
        queue.begin(screen)
        // The cursor of that moment is in the picture.
        _ = cursors.leaveToSource(on: screen)
        guard queue.acquire(screen) else { return nil }
        isRecorded = true
        let still = SceneElement(picture, at: frame(on: screen.size))
        return RenderPass(
            target: screen.target, damage: screen.takeStale(),
            elements: [.fill(.black)] + (scene.isBlank ? [] : [still]))
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

    /// All of the screen, or as much as the picture's shape allows where the display has another mode by now.
    private func frame(on screen: Size<OutputSpace>) -> Rect<OutputSpace> {
        let largest = Double(MemoryBuffer.maximumSide)
        return PanelViewport(
            panel: screen.reinterpreted(), external: picture.size.reinterpreted(), maximumScale: largest
        ).frame.reinterpreted()
    }
}
