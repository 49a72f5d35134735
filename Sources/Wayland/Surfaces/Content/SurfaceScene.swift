import Geometry
import Mirroring
import Runtime

/// The surfaces on an application's screen at their places, and their changes.
///
/// Commits only record changes; places and damage are computed once per turn of the loop, or when they are read.
final class SurfaceScene {
    weak var observer: (any ContentObserver)?
    /// Follows the keyboards on the handheld screen.
    weak var keyboards: ScreenKeyboards?
    private var followers: [FollowerEntry] = []
    /// Called when surfaces have other pixels, or wait for a frame.
    var needsFrame: () -> Void = {}
    private(set) var windows: (any WindowStack)?
    private(set) var seat: (any ContentSeat)?
    /// The panel's scene beside this one; nil while the application has one screen.
    weak var beside: SurfaceScene?
    /// The part of the logical space that the screen shows; nil for the screen's own size at the origin.
    var area: Rect<LogicalSpace>?
    private let loop: EventLoop
    private let output: OutputLayout
    private let presence: OutputPresence
    let singles = SingleWindows()
    private let beat: SlowBeat

    private var layout = SceneLayout()
    /// The surfaces of the layout that are seen; nil until somebody asks.
    private var seenSurfaces: Set<ObjectIdentifier>?
    /// The surface of the layout that covers the screen; nil for none.
    private var covering: Surface?
    private var cursorLayout = SceneLayout()
    private var tracker = ElementTracker()
    private var changes = SceneChanges()
    /// Created once, for all turns of the loop.
    private lazy var settleAction: () -> Void = { [weak self] in self?.settle() }
    private var lastDescription: ContentDescription?
    /// Our own cursor that the seat shows; nil for none.
    private var namedCursor: NamedCursor?
    /// The hotspot of the client's cursor in `cursorLayout`; nil if no client's cursor is shown.
    private var cursorPoint: Point<ContentSpace>?
    /// The surfaces on the handheld screen, which are left out of `elements`.
    private var handheldPart = HandheldPart()

    private struct FollowerEntry {
        weak var follower: (any SceneFollower)?
    }

    init(loop: EventLoop, output: OutputLayout, presence: OutputPresence) {
        self.loop = loop
        self.output = output
        self.presence = presence
        beat = SlowBeat(loop)
        beat.isDrawn = { [unowned self] in isContentSeen && isDrawn($0) }
    }

    /// Sets the shell whose windows are shown and the seat that gets input. Both are retained.
    func attach(windows: any WindowStack, seat: any ContentSeat) {
        self.windows = windows
        self.seat = seat
        windowsChanged()
    }

    /// Adds a follower, held weakly, which is notified when surfaces may have come, gone or moved.
    func add(_ follower: any SceneFollower) {
        followers.append(FollowerEntry(follower: follower))
    }

    func tellFollowers() {
        for entry in followers { entry.follower?.sceneChanged() }
    }

    var scale: Scale { output.screen.scale }

    /// The pictures of the windows, back to front.
    var elements: [SceneElement] {
        refresh()
        if handheldPart.isEmpty { return layout.elements }
        var elements: [SceneElement] = []
        for placed in layout.placed where !handheldPart.contains(placed) {
            if let element = placed.element { elements.append(element) }
        }
        return elements
    }

    /// The opaque picture that covers the screen; nil for none.
    var cover: ContentCover? {
        refresh()
        return covering.map { ContentCover(prefersTearing: $0.current.prefersTearing) }
    }

    var cursor: CursorImage {
        refresh()
        if let namedCursor { return .named(namedCursor.name, at: namedCursor.point) }
        return cursorPoint.map { .elements(cursorLayout.placed.compactMap(\.element), at: $0) } ?? .hidden
    }

    private var isContentSeen: Bool { observer?.isContentSeen ?? true }

    /// The surfaces of all windows that are seen on a screen, and of the watched window.
    var seen: [Surface] {
        refresh()
        return layout.seen.map(\.surface) + singles.placed.map(\.surface)
    }

    /// Calls `body` with every surface that is drawn: seen on the screen, as the cursor or in the watched window.
    func forEachDrawn(_ body: (Surface) -> Void) {
        refresh()
        for placed in layout.placed where placed.isSeen { body(placed.surface) }
        for placed in cursorLayout.placed { body(placed.surface) }
        for placed in singles.placed { body(placed.surface) }
    }

    /// Whether `forEachDrawn` comes to a surface.
    private func isDrawn(_ surface: Surface) -> Bool {
        refresh()
        let seen = seenSurfaces ?? Set(layout.placed.lazy.filter(\.isSeen).map { ObjectIdentifier($0.surface) })
        seenSurfaces = seen
        return seen.contains(ObjectIdentifier(surface)) || shows(cursor: surface)
            || singles.placed.contains { $0.surface === surface }
    }

    /// The surface that is drawn from a buffer; nil for none.
    func surface(showing buffer: any Buffer) -> Surface? {
        var found: Surface?
        forEachDrawn { if found == nil, $0.current.content?.buffer === buffer { found = $0 } }
        return found
    }

    /// The frontmost surface that takes input at the point.
    func surface(at point: Point<LogicalSpace>) -> PlacedSurface? {
        let scene = scene(at: point)
        scene.refresh()
        return scene.layout.hit(at: point)
    }

    /// The place of a surface; nil while it is not shown.
    func place(of surface: Surface) -> PlacedSurface? {
        refresh()
        return layout.place(of: surface) ?? beside?.place(of: surface)
    }

    /// True if the surface is the cursor on this screen, or a part of it.
    func shows(cursor surface: Surface) -> Bool { cursorLayout.place(of: surface) != nil }

    var isSettled: Bool { windows?.isSettled ?? true }

    /// The surfaces of the application that are seen, on whichever of its screens.
    var seenOnAllScreens: [Surface] {
        (isContentSeen ? seen : []) + (beside.map { $0.isContentSeen ? $0.seen : [] } ?? [])
    }
}

// MARK: Two screens

/// The application's screens lie side by side in one logical space, as its outputs say. Each screen has a scene of its own, with its
/// own scale. The seat knows only the logical space, and asks the first scene.
extension SurfaceScene {
    /// The scene that shows a point of the logical space.
    private func scene(at point: Point<LogicalSpace>) -> SurfaceScene {
        guard let beside, let area = beside.area, area.contains(point) else { return self }
        return beside
    }

    /// Whether a surface's tree is on this screen.
    func contains(_ surface: Surface) -> Bool {
        refresh()
        let root = surface.root
        return layout.place(of: root) ?? cursorLayout.place(of: root) != nil
    }

    /// The pixel of the screen at a point of the logical space.
    private func pixel(_ point: Point<LogicalSpace>) -> Point<ContentSpace> {
        guard let area else { return scale.physical(point) }
        return scale.physical(Point(x: point.x - Double(area.x), y: point.y - Double(area.y)))
    }

    /// The point of the logical space that a pixel of the screen shows.
    func logical(_ point: Point<ContentSpace>) -> Point<LogicalSpace> {
        let point = scale.logical(point)
        guard let area else { return point }
        return Point(x: point.x + Double(area.x), y: point.y + Double(area.y))
    }

    /// Whether this screen, and no other, shows a point of the logical space.
    private func shows(_ point: Point<LogicalSpace>) -> Bool {
        area.map { $0.contains(point) } ?? (scene(at: point) === self)
    }

    /// Reports that a client holds the pointer at a point.
    func reportPointer(heldAt point: Point<LogicalSpace>) {
        let scene = scene(at: point)
        scene.observer?.contentHeldPointer(at: scene.pixel(point))
    }

    /// Reports where the text cursor is.
    func reportTextCursor(_ place: Rect<LogicalSpace>) {
        let scene = scene(at: Point(x: Double(place.x), y: Double(place.y)))
        let corner = scene.area ?? .zero
        scene.observer?.contentTextCursorMoved(to: scene.scale.physical(place.offset(x: -corner.x, y: -corner.y)))
    }

    /// Whether a client on this screen holds the pointer.
    var holdsPointer: Bool { seat?.heldPointer.map(shows) ?? false }
}

// MARK: Changes

extension SurfaceScene {
    /// A surface on this screen has new state.
    func take(_ change: AppliedChange, of surface: Surface) {
        if change.isDamaged {
            changes.pixels = true
            if shows(cursor: surface) { changes.hasRedrawnCursor = true }
        }
        if change.wantsFrame {
            changes.wantsFrame = true
            beat.add(surface)
        }
        if change.affectsLayout {
            shapeChanged()
            // A leave event can be sent only while the surface exists. All else is told in `settle`: the layout is computed once, however
            // many commits change it.
            if change.hides { tellSeat() }
            // The first contents may be for either screen.
            if !change.hadContent { beside?.shapeChanged() }
        }
        settleSoon()
    }

    /// Surfaces have other sizes, input regions or subsurfaces, or their first contents.
    private func shapeChanged() {
        changes.layout = true
        changes.windows = true
        changes.cursor = true
        // The input regions may have changed too.
        changes.hasNewLayout = true
        settleSoon()
    }

    /// The application may be seen now, or no longer.
    func seenChanged() {
        tellWindows()
        noteRequestedSizes()
    }

    func surfaceLost() {
        changes.layout = true
        changes.windows = true
        changes.cursor = true
        settleSoon()
        beside?.surfaceLost()
    }

    /// The screen has another size or scale.
    func screenChanged() {
        windowsChanged()
        changes.screen = true
        noteRequestedSizes()
    }

    /// Windows were mapped, unmapped, moved, restacked or renamed. The seat has left windows that are to be hidden (`willHide`).
    func windowsChanged() {
        changes.layout = true
        changes.windows = true
        settleSoon()
        beside?.windowsChanged()
    }

    /// The pointer moved over the content, or the cursor changed.
    func cursorChanged() {
        changes.cursor = true
        settleSoon()
        beside?.cursorChanged()
    }

    /// Requests a frame although nothing has changed.
    func requestFrame() {
        changes.wantsFrame = true
        settleSoon()
    }

    /// Records that windows may have been asked for new sizes.
    ///
    /// The observer is told when the windows reach them, but never within a call that it made itself.
    func noteRequestedSizes() {
        if !isSettled { changes.wasSettled = false }
        settleSoon()
    }

    /// Delivers input through the seat, which is notified of a new layout only when the input is complete.
    func deliver(_ input: ContentInput) {
        tellSeat()
        beside?.tellSeat()
        changes.isDelivering = true
        beside?.changes.isDelivering = true
        seat?.deliver(input)
        changes.isDelivering = false
        beside?.changes.isDelivering = false
    }

    private func settleSoon() {
        if changes.isSettling { return }
        changes.isSettling = true
        loop.deferAction(settleAction)
    }

    /// Reports the changes to the observers and the seat.
    private func settle() {
        changes.isSettling = false
        tellSeat()
        let haveWindowsChanged = changes.windows
        changes.windows = false
        if haveWindowsChanged { tellWindows() }
        // This comes before the damage, so that the damage is drawn and not held back.
        if haveWindowsChanged || !changes.wasSettled { reportSettling() }
        let all = takeDamage()
        if !handheldPart.isEmpty || haveWindowsChanged { reportHandheld(all) }
        let pixels = all.intersection(output.screen.size.bounds)
        if !pixels.isEmpty {
            observer?.contentDamaged(pixels)
        } else if changes.wantsFrame {
            observer?.contentNeedsFrame()
        }
        if !pixels.isEmpty || changes.wantsFrame { needsFrame() }
        changes.wantsFrame = false
        if changes.hasRedrawnCursor {
            observer?.contentCursorChanged(.redrawn)
        } else if changes.hasNewCursor {
            observer?.contentCursorChanged(.moved)
        }
        (changes.hasRedrawnCursor, changes.hasNewCursor) = (false, false)
        if haveWindowsChanged { singles.reportWindows(windows) }
        if singles.isWatching { singles.reportDamage() }
        if haveWindowsChanged {
            reportDescription()
            tellFollowers()
        }
        beat.follow()
    }

    /// Tells the windows which of them are seen.
    private func tellWindows() {
        windows?.seenChanged(to: isContentSeen ? seen : [])
    }

    /// The pixels that have changed since the last call, whether or not a screen shows them.
    private func takeDamage() -> Region<ContentSpace> {
        refresh()
        guard changes.pixels || changes.screen else { return Region() }
        let damage = tracker.update(layout.placed.compactMap { $0.isSeen ? $0.element : nil })
        defer { (changes.pixels, changes.screen) = (false, false) }
        return changes.screen ? damage.union(Region(output.screen.size.bounds)) : damage
    }

    private func reportDescription() {
        let description = windows?.description
        guard description != lastDescription else { return }
        lastDescription = description
        observer?.contentDescriptionChanged()
    }

    /// Reports to the observer when the windows reach the sizes that they were asked for.
    private func reportSettling() {
        let wasSettled = changes.wasSettled
        changes.wasSettled = isSettled
        if !wasSettled, isSettled { observer?.contentSettled() }
    }

    /// Lets the seat update the focus of the pointer and the fingers.
    private func tellSeat() {
        // During input the call would end an incomplete frame; `settle` follows.
        if changes.isTellingSeat || changes.isDelivering { return }
        changes.isTellingSeat = true
        refresh()
        // The seat's events may change windows again; the number of rounds is bounded.
        for _ in 0..<4 where changes.hasNewLayout {
            changes.hasNewLayout = false
            seat?.layoutChanged()
            refresh()
        }
        changes.isTellingSeat = false
    }

    /// Updates the layouts.
    private func refresh() {
        if changes.layout {
            changes.layout = false
            let next = SceneLayout(roots: windows?.roots ?? [], scale: scale, area: area, after: layout)
            if !next.isSame(as: layout) {
                changes.hasNewLayout = true
                changes.pixels = true
            }
            layout = next
            layout.findSeen(on: screens)
            seenSurfaces = nil
            covering = layout.covering(output.screen.size.bounds)
            handheldPart.find(in: layout, handheldArea)
            changes.presence = true
            singles.refresh(windows, scale)
        }
        if changes.cursor {
            changes.cursor = false
            refreshCursor()
        }
        if changes.presence {
            changes.presence = false
            presence.update(layout.placed + cursorLayout.placed, screens: screens, onPanel: area != nil)
        }
    }

    private func refreshCursor() {
        var roots: [PlacedRoot] = []
        var named: NamedCursor?
        cursorPoint = nil
        switch seat?.cursor ?? .hidden {
        case .surface(let root, let point) where shows(point): (roots, cursorPoint) = ([root], pixel(point))
        case .named(let name, let point) where shows(point): named = NamedCursor(name: name, point: pixel(point))
        case .surface, .named, .hidden: break
        }
        let next = SceneLayout(roots: roots, scale: scale, area: area)
        if named != namedCursor || !next.isSame(as: cursorLayout) { changes.hasNewCursor = true }
        namedCursor = named
        changes.presence = changes.presence || next.placed.map(\.frame) != cursorLayout.placed.map(\.frame)
        cursorLayout = next
    }
}

// MARK: The handheld screen

extension SurfaceScene {
    /// The keyboards on the handheld screen; nil if there are none.
    var handheld: HandheldKeyboard? {
        refresh()
        return output.screen.handheldArea.flatMap { handheldPart.keyboard(on: $0, scale) }
    }

    /// Reports a new place of the keyboards on the handheld screen, and their damage. The observer then reads `handheld`.
    private func reportHandheld(_ damage: Region<ContentSpace>) {
        if handheldPart.takeMove() { keyboards?.handheldMoved() }
        let pixels = handheldPart.part(of: damage)
        if !pixels.isEmpty { keyboards?.handheldDamaged(pixels) }
    }

    private var screens: Region<ContentSpace> {
        Region([output.screen.size.bounds, handheldArea].compactMap(\.self))
    }

    private var handheldArea: Rect<ContentSpace>? { output.screen.handheldArea.map(scale.physical) }
}

/// One of our own cursors at the pointer.
private struct NamedCursor: Equatable {
    var name: String
    var point: Point<ContentSpace>
}

/// Changes of the scene that have not been processed or reported.
private struct SceneChanges {
    /// The windows' layout is out of date.
    var layout = false
    /// The windows' pixels or places have changed since their damage was last reported.
    var pixels = false
    /// The screen has another size or scale, and all of it must be drawn.
    var screen = false
    /// Windows may have come, gone or been renamed, resized or restacked, and the observers have not been notified.
    var windows = false
    /// The cursor's layout is out of date.
    var cursor = false
    /// The cursor has moved or changed, and the observer has not been notified.
    var hasNewCursor = false
    /// The cursor's client has redrawn it, and the observer has not been notified.
    var hasRedrawnCursor = false
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
    /// All windows had their requested sizes at the last check.
    var wasSettled = true
    /// `settle` is scheduled.
    var isSettling = false
}
