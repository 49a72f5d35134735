import Geometry
import Mirroring

/// Draws the stage: the content and the panel application on their screens, and the controller from the content's
/// picture, each with its overlays above.
///
/// Each screen has its own frame clock; the content's screen is always served first and never waits for the panel.
final class FramePainter {
    let content: ContentPainter
    /// Nil where the service has no panel application.
    let application: ContentPainter?
    private let controller: ControllerPainter
    private let queue: FrameQueue
    private let overlays: [ScreenName: OverlayStack] = [.panel: OverlayStack(), .external: OverlayStack()]
    private let renderer: any RendererPort
    private var panelScale = Scale.one
    private(set) var stage = Stage.parked

    /// Called when a frame has been presented on a screen.
    var presented: (ScreenName, Presentation) -> Void = { _, _ in }
    /// Called after each composed frame of the content, on a screen or in memory, with the pixels redrawn.
    var contentComposed: (Region<OutputSpace>) -> Void = { _ in }

    init(ports: CompositorPorts, controllerStyle: ControllerConfiguration) {
        let queue = FrameQueue(display: ports.display, loop: ports.loop)
        self.queue = queue
        renderer = ports.renderer
        let painter = { (port: any ContentPort) in
            ContentPainter(
                port, renderer: ports.renderer, queue: queue, showsTouchDiscs: controllerStyle.showsTouchDiscs)
        }
        content = painter(ports.content)
        application = ports.application.map(painter)
        controller = ControllerPainter(
            renderer: ports.renderer, queue: queue, letterboxColor: controllerStyle.letterboxColor)
        content.composed = { [unowned self] in composed($0) }
        queue.paint = { [unowned self] in paint() }
        queue.isShown = { [unowned self] in stage.shows($0) }
        queue.madeInMemory = { [unowned self] in madeInMemory($0) }
    }

    /// Applies another style to the controller.
    func use(_ style: ControllerConfiguration) {
        controller.use(style.letterboxColor)
        for painter in [content, application] { painter?.showsTouchDiscs = style.showsTouchDiscs }
    }

    /// Frames of the content composed since the start.
    var framesComposed: Int { content.framesComposed }
    /// Frames that a display refused.
    var presentFailures: Int { queue.presentFailures }

    /// Shows another stage and redraws all of it; `scale` is the content's, `panelScale` the panel application's.
    func show(_ next: Stage, scale: Scale, panelScale: Scale) {
        stage = next
        self.panelScale = panelScale
        for (name, stack) in overlays { next.screen(named: name)?.overlays = stack }
        content.show(on: next.contentScreen, scale: scale)
        application?.show(on: next.applicationScreen, scale: panelScale)
        controller.show(next.controller)
    }

    /// Reports that the frame last queued on `id` has been presented.
    func presented(on id: OutputID, _ presentation: Presentation) {
        guard let name = stage.name(of: id), let screen = stage.screen(named: name) else { return }
        if screen === content.screen {
            content.framePresented(presentation)
        } else if screen === application?.screen {
            application?.framePresented(presentation)
        } else {
            controller.framePresented()
        }
        presented(name, presentation)
    }

    // MARK: Overlays

    /// Sets, moves or removes an overlay of a screen; it waits while the screen does not exist.
    func setOverlay(_ id: OverlayID, to overlay: ScreenOverlay?, on name: ScreenName) {
        guard let damage = overlays[name]?.set(id, to: overlay) else { return }
        redraw(damage, on: name)
    }

    func overlay(_ id: OverlayID, on name: ScreenName) -> ScreenOverlay? { overlays[name]?[id] }

    /// Reports damage to an overlay's picture, in the picture's own pixels.
    func overlayDamaged(_ id: OverlayID, on name: ScreenName, _ damage: Region<OutputSpace>) {
        guard let damage = overlays[name]?.damage(of: id, damage) else { return }
        redraw(damage, on: name)
    }

    /// Draws the pointer above all overlays at a point of the panel, or with nil hides it.
    func showPointer(at point: Point<PanelSpace>?) {
        guard point != nil || overlays[.panel]?[.pointer] != nil else { return }
        let overlay = point.map { point in
            let arrow = CursorOverlay().elements(
                for: .named("default", at: point.reinterpreted()), scale: panelScale, renderer: renderer)
            return ScreenOverlay(picture: nil, frame: .zero, decorations: arrow)
        }
        setOverlay(.pointer, to: overlay, on: .panel)
    }

    private func redraw(_ damage: Region<OutputSpace>, on name: ScreenName) {
        guard !damage.isEmpty, let screen = stage.screen(named: name) else { return }
        screen.invalidate(damage)
        queue.request(screen)
    }

    // MARK: The content in memory

    /// Requests the next frame of content that is on no screen; it is composed at the next change.
    func awaitBackgroundFrame() {
        stage.background.map(queue.awaitFrame)
    }

    /// Withdraws the request for a frame of content that is on no screen.
    func forgetBackgroundFrame() {
        stage.background?.isAwaited = false
    }

    private func madeInMemory(_ screen: Screen) {
        guard screen === content.screen else { return }
        content.framePresented(
            Presentation(time: queue.loop.now, refreshNanoseconds: 0, sequence: 0, isHardwareClock: false))
    }

    private func composed(_ damage: Region<OutputSpace>) {
        contentComposed(damage)
        controller.mirror(damage)
    }

    private func paint() {
        content.paint()
        application?.paint()
        // The old picture must not appear in a corner of the new screen's snapshot either.
        if !content.awaitsLayout { controller.paint() }
    }
}
