import Geometry
import Mirroring

/// Draws the stage: the content on its screen, the panel application on its own, and from the content's picture the
/// controller, each with its overlays above.
///
/// Each screen has its own clock; the content's screen is always served first and never waits for the panel.
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

    /// Told each time a frame has come to a screen.
    var presented: (ScreenName, Presentation) -> Void = { _, _ in }
    /// Told each time a frame of the content has been composed, on whichever screen or in memory, with the pixels
    /// redrawn.
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
            renderer: ports.renderer, queue: queue, barColor: controllerStyle.barColor)
        content.composed = { [unowned self] in composed($0) }
        queue.paint = { [unowned self] in paint() }
        queue.isShown = { [unowned self] in stage.shows($0) }
        queue.madeInMemory = { [unowned self] in madeInMemory($0) }
    }

    /// Draws the controller in another style.
    func use(_ style: ControllerConfiguration) {
        controller.use(style.barColor)
        for painter in [content, application] { painter?.showsTouchDiscs = style.showsTouchDiscs }
    }

    /// Frames of the content composed since the start.
    var framesComposed: Int { content.framesComposed }
    /// Frames that a display would not take.
    var presentFailures: Int { queue.presentFailures }

    /// Shows another stage, all of it redrawn; `scale` is the content's, `panelScale` the panel application's.
    func show(_ next: Stage, scale: Scale, panelScale: Scale) {
        stage = next
        self.panelScale = panelScale
        for (name, stack) in overlays { next.screen(named: name)?.overlays = stack }
        content.show(on: next.contentScreen, scale: scale)
        application?.show(on: next.applicationScreen, scale: panelScale)
        controller.show(next.controller)
    }

    /// The display has shown what was last queued on `id`.
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

    /// Puts an overlay on a screen, moves it, or takes it away. Without the screen it waits for it.
    func setOverlay(_ id: OverlayID, to overlay: ScreenOverlay?, on name: ScreenName) {
        guard let damage = overlays[name]?.set(id, to: overlay) else { return }
        redraw(damage, on: name)
    }

    func overlay(_ id: OverlayID, on name: ScreenName) -> ScreenOverlay? { overlays[name]?[id] }

    /// The overlay's picture has changed in `damage`, in its own pixels.
    func overlayDamaged(_ id: OverlayID, on name: ScreenName, _ damage: Region<OutputSpace>) {
        guard let damage = overlays[name]?.damage(of: id, damage) else { return }
        redraw(damage, on: name)
    }

    /// Draws the pointer above all overlays, at a point of the panel, or with nil no longer.
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

    /// Asks for the next frame of content that is on no screen; it is made as soon as something changes in it.
    func awaitBackgroundFrame() {
        stage.background.map(queue.awaitFrame)
    }

    /// Nobody waits for that frame any more.
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
        // The old picture is not to be seen in a corner of the new screen's snapshot either.
        if !content.awaitsLayout { controller.paint() }
    }
}
