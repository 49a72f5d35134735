import Geometry
import Logging
import Mirroring

/// Draws the stage: the content on its screen, and from that picture the controller on the panel.
///
/// Each screen has its own clock; the content's screen is always served first and never waits for the panel.
final class FramePainter {
    private let ports: CompositorPorts
    private let controllerStyle: ControllerConfiguration
    private let logger: Logger
    private(set) var stage = Stage.parked
    private var cursor = CursorOverlay()
    private var discs = TouchDiscOverlay()
    private var pass = PaintPass()

    /// Frames of the content composed since the start, on whichever screen.
    private(set) var framesComposed = 0
    /// Frames that a display would not take.
    private(set) var presentFailures = 0

    /// Told each time a frame of the content has been composed, with the pixels drawn anew.
    var contentComposed: (Region<ExternalSpace>) -> Void = { _ in }
    /// Told each time a frame of the content has come to its screen.
    var contentPresented: (Presentation) -> Void = { _ in }

    init(ports: CompositorPorts, controllerStyle: ControllerConfiguration) {
        self.ports = ports
        self.controllerStyle = controllerStyle
        logger = Logger(label: "kagami.painter")
    }

    // MARK: Changes

    /// Shows the content elsewhere: everything there is drawn anew, and a frame on its way counts as lost.
    func show(_ next: Stage, scale: Scale) {
        if pass.isContentInFlight { ports.content.frameDiscarded() }
        pass = PaintPass(number: pass.number &+ 1, scale: scale)
        stage = next
        if next.contentScreen != nil { awaitLayout() }
        next.contentScreen.map(redrawAll)
        next.controller.map { redrawAll($0.screen) }
    }

    /// Marks pixels of the content's screen as out of date.
    func invalidate(_ damage: Region<ExternalSpace>) {
        guard let screen = stage.contentScreen else { return }
        screen.invalidate(damage.reinterpreted())
        request(screen)
    }

    /// Asks for a frame of the content though nothing is out of date: a client waits for its callback.
    func requestContentFrame() {
        stage.contentScreen.map(request)
    }

    /// Takes note that the pointer's picture may have moved or changed shape.
    func cursorChanged() {
        let picture = ports.content.cursor
        let elements = cursor.elements(for: picture, scale: pass.scale, renderer: ports.renderer)
        let damage = cursor.moved(to: elements, for: picture)
        if !damage.isEmpty { invalidate(damage) }
    }

    /// Takes note of where the fingers are now.
    func contactsChanged(_ contacts: [Point<ExternalSpace>]) {
        guard controllerStyle.showsTouchDiscs, let screen = stage.contentScreen else { return }
        let damage = discs.update(contacts: contacts, on: screen.size.reinterpreted())
        if !damage.isEmpty { invalidate(damage) }
    }

    /// The display has shown what was last queued on `id`.
    func presented(on id: OutputID, _ presentation: Presentation) {
        if let screen = stage.contentScreen, screen.id == id {
            finish(screen)
            if pass.isContentInFlight {
                pass.isContentInFlight = false
                ports.content.framePresented(presentation)
                contentPresented(presentation)
            }
        } else if let controller = stage.controller, controller.screen.id == id {
            finish(controller.screen)
        }
    }

    // MARK: Waiting for the new layout

    /// Holds the first frame on a new screen back until the application has laid itself out for it, or for a
    /// moment at most: nobody need see the old picture in a corner of the new screen.
    private func awaitLayout() {
        pass.layoutDeadline = ports.loop.now.adding(microseconds: Self.layoutPatience)
        checkLayout(of: pass.number)
    }

    private func checkLayout(of number: Int) {
        guard pass.number == number, let deadline = pass.layoutDeadline else { return }
        if ports.content.isSettled || ports.loop.now >= deadline {
            pass.layoutDeadline = nil
            schedulePaint()
            return
        }
        // Clients that draw only after a frame callback must get theirs to come to the new size at all.
        ports.content.frameComposed()
        ports.content.frameDiscarded()
        ports.loop.schedule(afterMicroseconds: Self.layoutCheckInterval) { [weak self] in
            self?.checkLayout(of: number)
        }
    }

    /// As sway waits for its clients: long enough for a slow one, short enough to pass for a mode change.
    private static let layoutPatience: Int64 = 200_000
    /// About one refresh at 120 Hz.
    private static let layoutCheckInterval: Int64 = 8_000

    // MARK: Drawing

    private func redrawAll(_ screen: Screen) {
        screen.invalidateAll()
        request(screen)
    }

    private func request(_ screen: Screen) {
        perform(screen.scheduler.damaged(), on: screen)
        // A held frame was asked for long ago; what came in may be the layout that it waits for.
        if pass.layoutDeadline != nil { schedulePaint() }
    }

    private func finish(_ screen: Screen) {
        screen.presented()
        perform(screen.scheduler.presented(), on: screen)
    }

    private func perform(_ action: FrameAction, on screen: Screen) {
        switch action {
        case .none: break
        case .compose: schedulePaint()
        case .retryLater(let milliseconds):
            ports.loop.schedule(afterMicroseconds: Int64(milliseconds) * 1000) { [weak self] in self?.retry(screen) }
        }
    }

    /// Commits of one batch of client requests are drawn together, once all have been read.
    private func schedulePaint() {
        guard !pass.isScheduled else { return }
        pass.isScheduled = true
        ports.loop.deferAction { [weak self] in self?.paint() }
    }

    private func paint() {
        pass.isScheduled = false
        if pass.layoutDeadline != nil {
            guard ports.content.isSettled else { return }
            pass.layoutDeadline = nil
        }
        if let screen = stage.contentScreen, screen.scheduler.wantsFrame { paintContent(on: screen) }
        if let controller = stage.controller, controller.screen.scheduler.wantsFrame {
            paintController(controller)
        }
    }

    private func paintContent(on screen: Screen) {
        let overlay = cursor.elements(for: ports.content.cursor, scale: pass.scale, renderer: ports.renderer)
        let scene = ComposedScene(elements: ports.content.scene + overlay, touchDiscs: discs.discs)
        let damage = screen.takeStale { stale in
            ports.renderer.changes(scene, in: screen.frame, damage: stale.reinterpreted()).reinterpreted()
        }
        if !damage.isEmpty {
            ports.renderer.compose(scene, into: screen.frame, damage: damage.reinterpreted())
        }
        contentComposed(damage.reinterpreted())
        ports.content.frameComposed()
        framesComposed += 1
        pass.isContentInFlight = present(screen)
        if !pass.isContentInFlight { ports.content.frameDiscarded() }
        mirror(damage.reinterpreted())
    }

    /// What changed on the external is now out of date on the panel.
    private func mirror(_ damage: Region<ExternalSpace>) {
        guard let controller = stage.controller, !damage.isEmpty else { return }
        controller.screen.invalidate(controller.viewport.panelDamage(of: damage).reinterpreted())
        request(controller.screen)
    }

    private func paintController(_ controller: (screen: Screen, source: Screen, viewport: PanelViewport)) {
        let damage = controller.screen.takeStale()
        ports.renderer.drawController(
            from: controller.source.frame, into: controller.screen.frame, viewport: controller.viewport,
            bars: controllerStyle.barColor, damage: damage.reinterpreted())
        _ = present(controller.screen)
    }

    /// Hands a drawn frame over; false when the display would not take it.
    private func present(_ screen: Screen) -> Bool {
        switch screen.present(on: ports.display) {
        case .queued:
            screen.scheduler.presentationQueued()
            return true
        case .failed(let reason):
            logger.warning("frame not shown", metadata: ["output": "\(screen.id)", "reason": "\(reason)"])
            presentFailures += 1
            perform(screen.scheduler.presentationFailed(), on: screen)
            return false
        }
    }

    private func retry(_ screen: Screen) {
        // The screen may have been retired since; then its scheduler concerns nobody.
        guard stage.shows(screen) else { return }
        perform(screen.scheduler.retry(), on: screen)
    }
}

/// What the painter remembers between two turns of the loop.
private struct PaintPass {
    /// Counts the stages shown.
    var number = 0
    var scale = Scale.one
    var isScheduled = false
    /// Until then the first frame waits for the application's new layout; nil once it need not.
    var layoutDeadline: Timestamp?
    /// A frame with the content's callbacks is queued and not yet shown.
    var isContentInFlight = false
}
