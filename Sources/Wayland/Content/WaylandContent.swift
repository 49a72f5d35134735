import Geometry
import Mirroring
import Runtime

/// The hosted application as the core sees it: the scene that its surfaces make, and their frames.
///
/// Commits only note what changed; damage is worked out once in a turn of the loop, or when someone asks for
/// the scene.
package final class WaylandContent: ContentPort {
    package weak var observer: (any ContentObserver)?
    package weak var windowObserver: (any WindowObserver)?
    package weak var idleObserver: (any IdleObserver)?

    let display: WaylandDisplay
    let output: OutputLayout
    /// Where the tools that may serve this application act now.
    let tools: ToolPlace
    private let globals: CoreGlobals
    private let presence: OutputPresence
    private var windows: (any WindowStack)?
    private var seat: (any ContentSeat)?
    /// The same, for its keyboard.
    weak var chosenSeat: Seat?
    /// Held for its globals.
    var extensions: ExtensionGlobals?

    private var layout = SceneLayout()
    private var cursorLayout = SceneLayout()
    private var damage = ContentDamage()
    private var inFlight = FrameRequests()
    private var drawing = DrawingClients()
    private var changes = ContentChanges()
    private var lastDescription: ContentDescription?
    private var lastNamedCursor: NamedCursor?
    /// Single windows, where there is a desktop.
    weak var windowChoice: (any WindowChoice)?
    var watch: WindowWatch?
    var lastWindowIDs: Set<String> = []

    /// Announces the core globals on the display; `screen` is the output's first description. The tools of `other`,
    /// on another display, serve this application too.
    init(
        display: WaylandDisplay, screen: LogicalScreen, sharingTools other: WaylandContent? = nil
    ) throws(WaylandError) {
        self.display = display
        output = OutputLayout(screen: screen)
        tools = other?.tools ?? ToolPlace(screen: screen)
        globals = CoreGlobals(layout: output, tools: tools.screen)
        presence = OutputPresence(globals)
        tools.add(self)
        try globals.announce(on: display, observer: self)
    }

    /// Ties in the shell, whose windows are shown, and the seat, which is fed. Both are kept.
    func attach(windows: any WindowStack, seat: any ContentSeat) {
        self.windows = windows
        self.seat = seat
        windowsChanged()
    }

    package func layOut(on screen: LogicalScreen) {
        tools.screenChanged(of: self, to: screen)
        output.change(to: screen)
        windowsChanged()
        damage.add(Region(screen.size.bounds))
    }

    package var scene: [SceneElement] {
        refreshLayout()
        return layout.placed.compactMap(\.element)
    }

    package var cursor: CursorPicture {
        refreshLayout()
        switch seat?.cursor ?? .hidden {
        case .hidden: return .hidden
        case .surface: return .elements(cursorLayout.placed.compactMap(\.element))
        case .named(let name, let point): return .named(name, at: point)
        }
    }

    package var description: ContentDescription? { windows?.description }

    package var holdsPointer: Bool { seat?.holdsPointer ?? false }

    package var inhibitsShortcuts: Bool { seat?.inhibitsShortcuts ?? false }

    package var isSettled: Bool { windows?.isSettled ?? true }

    package func frameComposed() {
        refreshLayout()
        for placed in layout.placed + cursorLayout.placed + (watch?.layout.placed ?? []) {
            let requests = placed.surface.frameRequests.take()
            if !requests.callbacks.isEmpty { drawing.willTell(placed.surface) }
            inFlight.append(requests)
        }
    }

    package var isDrawing: Bool { drawing.isExpected }

    package func framePresented(_ presentation: Presentation) {
        inFlight.present(presentation, on: globals.outputs)
        drawing.told()
        extensions?.capture.framePresented(presentation)
    }

    package func frameDiscarded() {
        inFlight.discard(at: Timestamp(microseconds: EventLoop.now()))
        drawing.told()
        extensions?.capture.frameDiscarded()
    }

    package func deliver(_ input: ContentInput) {
        tools.userActed()
        changes.isDelivering = true
        seat?.deliver(input)
        changes.isDelivering = false
    }

    package func tookKeyboard() {
        tools.move(to: self)
    }
}

// MARK: Hit testing and changes

extension WaylandContent {
    /// The frontmost surface that takes input at the point.
    func surface(at point: Point<LogicalSpace>) -> PlacedSurface? {
        refreshLayout()
        return layout.hit(at: point)
    }

    /// Where a surface is shown, or nil while it is not.
    func place(of surface: Surface) -> PlacedSurface? {
        refreshLayout()
        return layout.place(of: surface)
    }

    /// Has a frame made though nothing changed.
    func requestFrame() {
        changes.wantsFrame = true
        settleSoon()
    }

    /// Every surface that is on the screen, back to front.
    var shownSurfaces: [Surface] {
        refreshLayout()
        return layout.placed.map(\.surface)
    }

    /// The surface is the pointer's picture here, or a part of it.
    func shows(cursor surface: Surface) -> Bool { cursorLayout.place(of: surface) != nil }

    /// Windows were mapped, unmapped, moved, restacked or renamed.
    func windowsChanged() {
        changes.layout = true
        settleSoon()
        tellSeat()
    }

    /// The pointer moved over the content, or its picture is another one.
    func cursorChanged() {
        changes.cursor = true
        settleSoon()
    }

    private func settleSoon() {
        if changes.isSettling { return }
        changes.isSettling = true
        display.loop.deferAction { [weak self] in self?.settle() }
    }

    /// Tells the observer and the seat what has changed.
    private func settle() {
        changes.isSettling = false
        tellSeat()
        let pixels = damage.take(within: output.screen.size.bounds)
        if !pixels.isEmpty {
            observer?.contentDamaged(pixels)
        } else if changes.wantsFrame {
            observer?.contentNeedsFrame()
        }
        changes.wantsFrame = false
        settleWindows()
        if lastDescription != description {
            lastDescription = description
            observer?.contentDescriptionChanged()
        }
    }

    /// Lets the seat find what now lies under the pointer and the fingers.
    ///
    /// At once, not when all is settled: a surface can be told that they left it only as long as it lives.
    private func tellSeat() {
        // Amid input it would close a frame that is not complete; it is told when all is settled.
        if changes.isTellingSeat || changes.isDelivering { return }
        changes.isTellingSeat = true
        refreshLayout()
        // What the seat does may change windows again, but only so often.
        for _ in 0..<4 where changes.hasNewLayout {
            changes.hasNewLayout = false
            seat?.layoutChanged()
            refreshLayout()
        }
        changes.isTellingSeat = false
    }

    /// Brings the layouts up to date and turns what changed into damage.
    private func refreshLayout() {
        let scale = output.screen.scale
        if changes.layout {
            changes.layout = false
            let next = SceneLayout(roots: windows?.roots ?? [], scale: scale)
            damage.add(next.difference(from: layout))
            if !next.isSame(as: layout) { changes.hasNewLayout = true }
            layout = next
            changes.presence = true
            watch?.refresh(windowChoice, scale: scale)
        }
        if changes.cursor {
            changes.cursor = false
            refreshCursor(scale)
        }
        if changes.presence {
            changes.presence = false
            presence.update(layout.placed + cursorLayout.placed, screen: output.screen.size.bounds)
        }
        damage.project([layout, cursorLayout])
    }

    private func refreshCursor(_ scale: Scale) {
        var roots: [PlacedRoot] = []
        var named: NamedCursor?
        switch seat?.cursor ?? .hidden {
        case .surface(let root): roots = [root]
        case .named(let name, let point): named = NamedCursor(name: name, point: point)
        case .hidden: break
        }
        // Only the observer knows how large its own pictures are: it damages them itself.
        if named != lastNamedCursor { changes.wantsFrame = true }
        lastNamedCursor = named
        let next = SceneLayout(roots: roots, scale: scale)
        damage.add(next.difference(from: cursorLayout))
        changes.presence = changes.presence || next.placed.map(\.frame) != cursorLayout.placed.map(\.frame)
        cursorLayout = next
    }
}

extension WaylandContent: SurfaceObserver {
    func surfaceApplied(_ surface: Surface, _ change: AppliedChange) {
        tools.host(of: surface, at: self).take(surface, change)
    }

    /// A surface on this screen has new state.
    private func take(_ surface: Surface, _ change: AppliedChange) {
        drawing.committed(surface)
        damage.add(change.damage, of: surface)
        watch?.add(change.damage, of: surface)
        if change.wantsFrame { changes.wantsFrame = true }
        if change.affectsLayout {
            changes.layout = true
            changes.cursor = true
            // Other places of input count as well.
            changes.hasNewLayout = true
            tellSeat()
        }
        settleSoon()
    }

    func surfaceDestroyed(_ surface: Surface) {
        guard surface.client.privilege == .tool else { return surfaceLost(surface) }
        for content in tools.contents { content.surfaceLost(surface) }
    }

    private func surfaceLost(_ surface: Surface) {
        drawing.committed(surface)
        changes.layout = true
        changes.cursor = true
        settleSoon()
    }
}

/// One of our own pictures at the pointer.
private struct NamedCursor: Equatable {
    var name: String
    var point: Point<ExternalSpace>
}

/// What is still to be worked out or told.
private struct ContentChanges {
    /// The windows' layout is out of date.
    var layout = false
    /// The cursor's layout is out of date.
    var cursor = false
    /// Surfaces may have come onto the output or left it.
    var presence = false
    /// A new layout that the seat has not heard of.
    var hasNewLayout = false
    /// The seat is looking at the layout.
    var isTellingSeat = false
    /// Input is on its way through the seat.
    var isDelivering = false
    /// Someone waits for a frame.
    var wantsFrame = false
    /// `settle` is on its way.
    var isSettling = false
}
