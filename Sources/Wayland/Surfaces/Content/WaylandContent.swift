import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// The hosted application as the core sees it: the scene of its surfaces, and its frames.
///
/// Commits only record changes; damage is computed once per turn of the loop, or when the scene is read.
package final class WaylandContent: ContentPort {
    package weak var observer: (any ContentObserver)?
    package weak var windowObserver: (any WindowObserver)?
    package weak var idleObserver: (any IdleObserver)?

    let display: WaylandDisplay
    let output: OutputLayout
    /// The application that tools act on now.
    let tools: ToolPlace
    private let globals: CoreGlobals
    private let presence: OutputPresence
    private var windows: (any WindowStack)?
    private var seat: (any ContentSeat)?
    /// What protocols keep for the application.
    var attachments = Attachments()
    /// The globals of other protocols, which live as long as this object.
    var extensions: [AnyObject] = []
    private var frameFollowers: [any FrameFollower] = []
    private var activityFollowers: [any ActivityFollower] = []
    /// Notified in this order when tools move to another application.
    private(set) var toolFollowers: [any ToolFollower] = []

    private var layout = SceneLayout()
    private var cursorLayout = SceneLayout()
    private var damage = ContentDamage()
    private var inFlight = FrameRequests()
    private var drawing = DrawingClients()
    private var changes = ContentChanges()
    private var lastDescription: ContentDescription?
    private var lastNamedCursor: NamedCursor?
    /// Finds single windows, where there is a desktop.
    weak var windowChoice: (any WindowChoice)?
    var watch: WindowWatch?
    var lastWindowIDs: Set<String> = []

    /// Announces the core globals; `screen` is the output's first description. Tools of `other`, on another display,
    /// act on this application too.
    init(
        display: WaylandDisplay, screen: LogicalScreen, sharingTools other: WaylandContent? = nil
    ) throws(RuntimeError) {
        self.display = display
        output = OutputLayout(screen: screen)
        tools = other?.tools ?? ToolPlace(screen: screen)
        globals = CoreGlobals(layout: output, tools: tools.output)
        presence = OutputPresence(globals)
        tools.add(self)
        try globals.announce(on: display, observer: self)
    }

    /// Sets the shell whose windows are shown and the seat that gets input. Both are retained.
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
        noteRequestedSizes()
    }

    package var scene: [SceneElement] {
        refreshLayout()
        return layout.placed.compactMap(\.element)
    }

    package var cursor: CursorImage {
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
        for follower in frameFollowers { follower.framePresented(presentation) }
    }

    package func frameDiscarded() {
        inFlight.discard(at: Timestamp(microseconds: display.loop.turnTime))
        drawing.told()
        for follower in frameFollowers { follower.frameDiscarded() }
    }

    package func deliver(_ input: ContentInput) {
        tools.userActed()
        changes.isDelivering = true
        seat?.deliver(input)
        changes.isDelivering = false
    }

    /// The user acted in some application of this loop.
    func userWasActive() {
        for follower in activityFollowers { follower.userActed() }
    }

    package func tookKeyboard() {
        tools.move(to: self)
    }
}

extension WaylandContent {
    /// The output as a client sees it.
    func output(for client: Client) -> OutputGlobal { globals.output(for: client) }

    func add(_ follower: any FrameFollower) {
        frameFollowers.append(follower)
    }

    func add(_ follower: any ActivityFollower) {
        activityFollowers.append(follower)
    }

    func add(_ follower: any ToolFollower) {
        toolFollowers.append(follower)
    }
}

// MARK: Hit testing and changes

extension WaylandContent {
    /// The frontmost surface that takes input at the point.
    func surface(at point: Point<LogicalSpace>) -> PlacedSurface? {
        refreshLayout()
        return layout.hit(at: point)
    }

    /// The place of a surface; nil while it is not shown.
    func place(of surface: Surface) -> PlacedSurface? {
        refreshLayout()
        return layout.place(of: surface)
    }

    /// Requests a frame though nothing changed.
    func requestFrame() {
        changes.wantsFrame = true
        settleSoon()
    }

    /// Every surface on the screen, back to front.
    var shownSurfaces: [Surface] {
        refreshLayout()
        return layout.placed.map(\.surface)
    }

    /// True if the surface is the cursor on this screen, or a part of it.
    func shows(cursor surface: Surface) -> Bool { cursorLayout.place(of: surface) != nil }

    /// Windows were mapped, unmapped, moved, restacked or renamed.
    func windowsChanged() {
        changes.layout = true
        settleSoon()
        tellSeat()
    }

    /// The pointer moved over the content, or the cursor changed.
    func cursorChanged() {
        changes.cursor = true
        settleSoon()
    }

    private func settleSoon() {
        if changes.isSettling { return }
        changes.isSettling = true
        display.loop.deferAction { [weak self] in self?.settle() }
    }

    /// Reports the changes to the observer and the seat.
    private func settle() {
        changes.isSettling = false
        tellSeat()
        // Before the damage, which is then drawn and not held back.
        reportSettling()
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

    /// Records that windows may have been asked for new sizes; the observer hears when they have reached them, but never
    /// from within a call of its own.
    func noteRequestedSizes() {
        if !isSettled { changes.wasSettled = false }
        settleSoon()
    }

    /// Reports to the observer when the windows reach the sizes that they were asked for.
    private func reportSettling() {
        let wasSettled = changes.wasSettled
        changes.wasSettled = isSettled
        if !wasSettled, isSettled { observer?.contentSettled() }
    }

    /// Lets the seat update the focus of the pointer and the fingers.
    ///
    /// This happens at once, not in `settle`: a leave event can be sent only while the surface exists.
    private func tellSeat() {
        // During input it would end an incomplete frame; `settle` follows.
        if changes.isTellingSeat || changes.isDelivering { return }
        changes.isTellingSeat = true
        refreshLayout()
        // The seat's events may change windows again; the number of rounds is bounded.
        for _ in 0..<4 where changes.hasNewLayout {
            changes.hasNewLayout = false
            seat?.layoutChanged()
            refreshLayout()
        }
        changes.isTellingSeat = false
    }

    /// Updates the layouts and adds their differences to the damage.
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
        // Only the observer knows the sizes of its own cursors, so it damages them itself.
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
            // The input regions may have changed too.
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

/// One of our own cursors at the pointer.
private struct NamedCursor: Equatable {
    var name: String
    var point: Point<ContentSpace>
}

/// Changes that have not been processed or reported.
private struct ContentChanges {
    /// The windows' layout is out of date.
    var layout = false
    /// The cursor's layout is out of date.
    var cursor = false
    /// Surfaces may have come onto the output or left it.
    var presence = false
    /// The layout changed and the seat has not been notified.
    var hasNewLayout = false
    /// The seat is being notified of the layout.
    var isTellingSeat = false
    /// Input is being delivered through the seat.
    var isDelivering = false
    /// A frame was requested.
    var wantsFrame = false
    /// All windows had the sizes that they were asked for when that was last looked at.
    var wasSettled = true
    /// `settle` is scheduled.
    var isSettling = false
}
