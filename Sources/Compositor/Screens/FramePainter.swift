import Geometry
import Mirroring

/// Draws the planned screens: applications, and controllers from the content's picture, each with its overlays above.
///
/// Each screen has its own frame clock; the content's screen is always served first and never waits for the panel.
final class FramePainter {
    let content: ContentPainter
    private let painters: [HostedApplication: ContentPainter]
    /// The painters of the applications that controllers may show, the content's first.
    private let sources: [ContentPainter]
    let screens: ScreenSet
    private var controllers = OutputTable<ControllerPainter>()
    /// What each frozen output showed when it was frozen.
    private var frozenPictures = OutputTable<MemoryBuffer>()
    /// The stills that outputs show.
    private var stills = OutputTable<Still>()
    /// The outputs whose controllers show a copy of the external.
    private var copies: Set<OutputID> = []
    private let queue: FrameQueue
    private let renderer: any RendererPort
    private var controllerStyle: ControllerConfiguration
    /// Whether controllers follow at the rate for a battery.
    var isSavingPower = false { didSet { adjustControllers() } }
    private var pointerScale = Scale.one
    /// The least size of the content's cursor on the panel.
    private var leastCursor = CursorCopy.Least()

    /// Follows the content's frames, on a screen or in memory.
    weak var observer: (any FrameObserver)?

    init(ports: CompositorPorts, screens: ScreenSet, controllerStyle: ControllerConfiguration) {
        self.screens = screens
        let queue = FrameQueue(display: ports.display, loop: ports.loop, screens: screens)
        self.queue = queue
        renderer = ports.renderer
        let painter = { (port: any ContentPort) in
            ContentPainter(
                port, renderer: ports.renderer, queue: queue, showsTouchDiscs: controllerStyle.showsTouchDiscs)
        }
        let content = painter(ports.content)
        let displays = ports.displayApplications.map(painter)
        var painters = Dictionary(uniqueKeysWithValues: zip(displays.indices.map(HostedApplication.display), displays))
        painters[.content] = content
        painters[.application] = ports.application.map(painter)
        self.content = content
        self.painters = painters
        sources = [content] + displays
        self.controllerStyle = controllerStyle
        content.frameObserver = self
        queue.painter = self
    }

    /// Applies another style to the controller.
    func use(_ style: ControllerConfiguration) {
        controllerStyle = style
        adjustControllers()
        for painter in painters.values { painter.showsTouchDiscs = style.showsTouchDiscs }
    }

    private func adjustControllers() {
        for (id, painter) in controllers { adjust(painter, on: id) }
    }

    /// Gives a controller the look and the pace of the panel's controller, or of a copy. A copy is on black, as smooth
    /// as possible, and has the content's own cursor.
    private func adjust(_ painter: ControllerPainter, on id: OutputID) {
        let isCopy = copies.contains(id)
        var style = controllerStyle
        if isCopy { style.letterboxColor = .black }
        painter.use(style)
        painter.limit(toInterval: isCopy ? nil : snapshotInterval)
        painter.magnifyCursor(to: isCopy ? CursorCopy.Least() : leastCursor)
    }

    /// The least interval between two snapshots, in microseconds; nil for no limit.
    private var snapshotInterval: Int64? {
        let rate = Int64(controllerStyle.batteryRate)
        return isSavingPower && rate > 0 ? 1_000_000 / rate : nil
    }

    /// Sets the least size of the content's cursor on the panel.
    func magnifyCursor(to least: CursorCopy.Least) {
        leastCursor = least
        adjustControllers()
    }

    /// A reason to hide the applications' pointers.
    enum PointerAbsence: Hashable {
        /// Nobody uses the pointers.
        case unused
        /// A presenter's mark takes the pointer's place.
        case marked
    }

    private var absences: Set<PointerAbsence> = []

    /// Hides the applications' pointers for a reason, or withdraws the reason.
    func hide(_ reason: PointerAbsence, _ isHidden: Bool) {
        if isHidden { absences.insert(reason) } else { absences.remove(reason) }
        for painter in painters.values { painter.hidesPointer = !absences.isEmpty }
    }

    /// Frames of the content composed since the start.
    var framesComposed: Int { content.framesComposed }
    /// Frames that a display refused.
    var presentFailures: Int { queue.presentFailures }

    /// Follows the plan: redraws what is composed elsewhere, at another scale or through another view.
    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        pointerScale = plan.panel?.scale ?? .one
        copies = Set((plan.copies + plan.own).filter { $0.role != .controller }.map(\.output.id))
        for application in changes.repainted {
            let isHidden = if case .memory? = plan.places[application] { true } else { false }
            painter(of: application)?.show(
                on: screens.screen(of: application, in: plan), scale: plan.layouts[application]?.scale ?? .one,
                isHidden: isHidden)
        }
        for id in changes.stills {
            stills[id] = still(on: plan.screens[id], plan)
            guard stills[id] != nil, let screen = screens[id] else { continue }
            // A still is drawn: without this, the display would keep a client's buffer on a plane.
            screen.drawAll()
            queue.redrawAll(screen)
        }
        for id in changes.controllers { showController(on: id, plan.controller(on: id), plan) }
        for (id, painter) in controllers { painter.cover(plan.screens[id]?.isCovered ?? false) }
    }

    /// Keeps what the content's screen shows as the still of outputs that are not frozen yet; false without memory for
    /// the still.
    func takeStill(for ids: Set<OutputID>) -> Bool {
        let next = ids.filter { frozenPictures[$0] == nil }
        guard let picture = next.isEmpty ? nil : content.still() else { return next.isEmpty }
        for id in next { frozenPictures[id] = picture }
        return true
    }

    /// Keeps the still of an output for further outputs that show it.
    func shareStill(of id: OutputID, with ids: Set<OutputID>) {
        for other in ids where frozenPictures[other] == nil { frozenPictures[other] = frozenPictures[id] }
    }

    /// Forgets the still of an output that is no longer frozen.
    func dropStill(of id: OutputID) {
        frozenPictures[id] = nil
    }

    /// The still that an output shows, or its black; nil for none. A copy that comes to a frozen output shows the same
    /// picture.
    private func still(on screen: PlannedScreen?, _ plan: ScreenPlan) -> Still? {
        guard let screen, screen.base == .still else { return nil }
        let source = plan.places[.content]?.output
        let picture = screen.isFrozen ? frozenPictures[screen.output.id] ?? source.flatMap { frozenPictures[$0] } : nil
        guard picture != nil || screen.isBlank else { return nil }
        return Still(picture: picture, isBlank: screen.isBlank, view: screen.view?.viewport)
    }

    /// Draws an application; nil where the service has none in its place.
    func painter(of application: HostedApplication) -> ContentPainter? { painters[application] }

    /// Draws the application that an output shows or composes in memory; nil where it shows none.
    private func painter(on screen: Screen) -> ContentPainter? {
        if screen === content.screen { return content }
        return painters.values.first { $0.screen === screen }
    }

    private func showController(on id: OutputID, _ view: ControllerView?, _ plan: ScreenPlan) {
        // A controller shows the live content, even while the content's own output shows a still.
        let application = view.map { plan.application(on: $0.source) } ?? .content
        guard let view, let screen = screens[id], let content = painters[application],
            let source = screens.screen(of: application, in: plan)
        else {
            controllers[id]?.show(nil)
            controllers[id] = nil
            return
        }
        let last = controllers[id].flatMap { $0.shows(content) ? $0 : nil }
        if last == nil { controllers[id]?.show(nil) }
        let painter =
            last ?? ControllerPainter(of: content, queue: queue, renderer: renderer, style: controllerStyle)
        controllers[id] = painter
        adjust(painter, on: id)
        painter.show(ControllerPainter.Scene(of: source, on: screen, through: view.viewport))
    }

    /// Redraws all of an output's screen.
    func redraw(_ id: OutputID) {
        if let screen = screens[id] { queue.redrawAll(screen) }
    }

    /// Reports that the frame last queued on `id` has been presented.
    func presented(on id: OutputID, _ presentation: Presentation) {
        guard let screen = screens[id] else { return }
        if let painter = painter(on: screen) {
            painter.framePresented(presentation)
        } else if stills[id] != nil {
            queue.finish(screen, presentation)
        } else {
            controllers[id]?.framePresented(presentation)
        }
    }

    /// Calls `body` with what a screen shows. The picture is valid during the call. Nil without memory for the picture.
    func withPicture<Result>(of id: OutputID, _ body: (any Buffer) -> Result) -> Result? {
        let gamma = queue.display.state(of: id).pictureGamma
        return screens[id]?.withLayers(renderer, below: controllers[id]?.missing ?? []) { picture in
            guard let gamma else { return body(picture) }
            return gamma.shown(picture).map(body)
        }.flatMap(\.self)
    }

    /// Calls `body` with what a screen shows, with the cursor or without. The picture is valid during the call. Nil
    /// without memory for the picture.
    ///
    /// The still of a frozen screen keeps its cursor.
    func withFrame<Result>(of id: OutputID, cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        guard let screen = screens[id] else { return nil }
        if let painter = painter(on: screen) { return painter.withFrame(cursor: cursor, body) }
        guard let controller = controllers[id] else { return screen.withLayers(renderer, body) }
        return controller.withFrame(cursor: cursor, body)
    }

    /// Requests a frame of a screen, which redraws nothing that has not changed.
    func requestFrame(of id: OutputID) {
        if let screen = screens[id] { queue.request(screen) }
    }

    /// A still of a screen; nil before its first frame, and without memory for the still.
    ///
    /// The still is drawn, because reading a display's own memory can take much longer than a frame.
    func still(of id: OutputID) -> MemoryBuffer? {
        guard let screen = screens[id], screen.counters.framesPresented > 0 else { return nil }
        if let painter = painter(on: screen) { return painter.still() }
        return controllers[id]?.still()
    }

    /// Whether an application's screen is not drawn yet, because it has not laid itself out.
    func awaitsLayout(of application: HostedApplication) -> Bool {
        painter(of: application)?.awaitsLayout ?? false
    }

    // MARK: Overlays

    /// Sets, moves or removes an overlay of the screen in a role; the overlay waits while no screen has the role.
    func setOverlay(_ id: OverlayID, to elements: [SceneElement], on role: OutputRole) {
        guard let stack = screens.overlays(of: role) else { return }
        redraw(stack.set(id, to: elements), under: stack)
    }

    /// Sets what the only overlay of a screen draws while the session is locked, nothing to remove it.
    func setLockedOverlay(_ elements: [SceneElement], on role: OutputRole) {
        guard let stack = screens.lockedOverlays[role] else { return }
        redraw(stack.set(.locker, to: elements), under: stack)
    }

    /// What an overlay draws, back to front; nothing while it is not shown.
    func overlay(_ id: OverlayID, on role: OutputRole) -> [SceneElement] { screens.overlays(of: role)?[id] ?? [] }

    /// Reports damage to the picture of an overlay's first element, in the picture's own pixels.
    func overlayDamaged(_ id: OverlayID, on role: OutputRole, _ damage: Region<OutputSpace>) {
        guard let stack = screens.overlays(of: role) else { return }
        redraw(stack.damage(of: id, damage), under: stack)
    }

    /// Draws the pointer above all overlays at a point of the panel, or with nil hides it.
    func showPointer(at point: Point<PanelSpace>?) {
        let arrow = point.flatMap {
            PlacedCursor(.named("default", at: $0.reinterpreted()), scale: pointerScale, renderer: renderer)
        }
        setOverlay(.pointer, to: arrow?.elements ?? [], on: .panel)
    }

    private func redraw(_ damage: Region<OutputSpace>, under stack: OverlayStack) {
        guard !damage.isEmpty else { return }
        for screen in screens.showing(stack) {
            screen.invalidate(damage)
            queue.request(screen)
        }
    }

    // MARK: The content in memory

    /// Requests the next frame of content that is on no screen; it is composed at the next change.
    func awaitBackgroundFrame() {
        backgroundScreen.map(queue.awaitFrame)
    }

    /// Withdraws the request for a frame of content that is on no screen.
    func forgetBackgroundFrame() {
        backgroundScreen?.isAwaited = false
    }

    private var backgroundScreen: Screen? {
        content.screen.flatMap { $0.output == nil ? $0 : nil }
    }

    /// Reports that a frame that goes to no display has been composed.
    func madeInMemory(_ screen: Screen) {
        guard screen === content.screen else { return }
        content.framePresented(
            Presentation(
                time: queue.loop.now, refreshNanoseconds: screen.memoryRefresh, sequence: 0, isHardwareClock: false))
    }

    /// When to draw a screen's queued frame: before its own next vertical blank. The content is drawn a little earlier
    /// where a controller, which is drawn together with it, would otherwise miss its blank.
    func deadline(of screen: Screen) -> Timestamp {
        let own = screen.pacing.deadline(for: screen.extent, at: queue.loop.now)
        guard own > queue.loop.now, let source = sources.first(where: { $0.screen === screen }) else { return own }
        let extent = screen.extent
        return controllers.reduce(own) { $1.value.shows(source) ? $1.value.deadline(upTo: $0, extent: extent) : $0 }
    }

    /// Draws the due controllers together with what they show, where that has a frame soon. The source's rows are then
    /// read once, and drawing the panel alone does not make the source late.
    private func pairControllers(of source: ContentPainter) {
        guard let screen = source.screen else { return }
        for (_, controller) in controllers where controller.shows(source) {
            switch controller.pairing(with: screen) {
            case .alone: break
            case .now: queue.drawAlong(screen)
            case .later(let instant): controller.postpone(to: instant)
            }
        }
    }

    /// Draws the due frames and presents them, the content's first.
    ///
    /// An application is drawn together with the controllers that show it. The panel application follows, because
    /// pictures made of the content may be above it.
    func paint() {
        for source in sources { paint(source) }
        if let application = painters[.application] {
            if let pass = application.record() { renderer.submit([pass]) }
            application.finish()
        }
        for (id, still) in stills { screens[id].map { paint(still, on: $0) } }
    }

    /// Draws an application together with the controllers that show it.
    private func paint(_ source: ContentPainter) {
        pairControllers(of: source)
        var passes: [RenderPass] = []
        passes.reserveCapacity(2)
        if let pass = source.record() { passes.append(pass) }
        let damage = source.recordedDamage
        // A frame that only planes show need not wait for the panel's part.
        if passes.isEmpty { source.finish() }
        if let damage {
            for (_, controller) in controllers where controller.shows(source) { controller.mirror(damage) }
        }
        // The old picture must not appear in a corner of the new screen's snapshot either.
        if !source.awaitsLayout {
            for (_, controller) in controllers where controller.shows(source) {
                if let pass = controller.record() { passes.append(pass) }
            }
        }
        if !passes.isEmpty { renderer.submit(passes) }
        source.finish()
        for (_, controller) in controllers where controller.shows(source) { controller.finish() }
    }

    /// Draws a frozen output: its still, or black.
    private func paint(_ still: Still, on screen: Screen) {
        guard screen.isDue(at: queue.loop.now) else { return }
        queue.begin(screen)
        // The still includes the cursor.
        screen.leaveCursorToSource()
        guard queue.acquire(screen) else { return }
        let elements: [SceneElement] =
            [.fill(.black)] + (still.isBlank ? [] : [still.element(on: screen.size)].compactMap(\.self))
        renderer.submit([RenderPass(target: screen.target, damage: screen.takeStale(), elements: elements)])
        _ = queue.present(screen)
    }
}

extension FramePainter: FrameObserver {
    func frameComposed(_ damage: Region<OutputSpace>) {
        observer?.frameComposed(damage)
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        observer?.cursorMoved(damage)
    }

    func framePresented(_ presentation: Presentation) {
        observer?.framePresented(presentation)
    }
}

/// Follows the frames of one application.
protocol FrameObserver: AnyObject {
    /// Reports a composed frame, on a screen or in memory, with the pixels that were redrawn.
    func frameComposed(_ damage: Region<OutputSpace>)

    /// Reports that the cursor on a plane has moved: the pixels look different, though the frame is the same.
    func cursorMoved(_ damage: Region<OutputSpace>)

    /// Reports that the last composed frame has been presented.
    func framePresented(_ presentation: Presentation)
}

/// The picture that a frozen output keeps, or the black of an output beside others that show the content.
private struct Still {
    let picture: MemoryBuffer?
    let isBlank: Bool
    /// The view of the content that the output had; nil where it showed the content itself.
    let view: PanelViewport?

    /// The picture as the output showed it, or on as much of the screen as its shape allows where the display's mode has changed.
    func element(on screen: Size<OutputSpace>) -> SceneElement? {
        guard let picture else { return nil }
        if let view, view.external == picture.size.reinterpreted(), view.panel == screen.reinterpreted() {
            return SceneElement(picture, at: view.frame.reinterpreted())
        }
        let largest = Double(MemoryBuffer.maximumSide)
        let frame = PanelViewport(
            panel: screen.reinterpreted(), external: picture.size.reinterpreted(), maximumScale: largest
        ).frame
        return SceneElement(picture, at: frame.reinterpreted())
    }
}
