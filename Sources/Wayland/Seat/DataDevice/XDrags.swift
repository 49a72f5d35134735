import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// The seat's drags as the X server shares them.
///
/// A program of X that drags keeps its button or finger. What it drags is shown to Wayland's windows once it has met our window in X and
/// so told its types, until it leaves that window.
package final class XDrags: XDragPort {
    package weak var xDragObserver: (any XDragObserver)?
    /// Tells the X server's programs of the types of Wayland's drag; nil for none.
    var tellTypes: ([String]?) -> Void = { _ in }
    /// Has X's program write a type to a descriptor.
    var want: (String, CInt) -> Void = { _, _ in }
    private let seat: Seat
    /// The button, finger or pen that drags on X.
    private var press: XPress?
    /// The drag of a program of X, as an object of its own; nil for none.
    var currentDrag: AnyObject? { press }
    /// What X's program drags, for the windows of Wayland.
    private var offered: (source: XDragSource, drag: DataDrag)?
    /// What a program of Wayland drags, until a window of X has taken it.
    private(set) var source: (any DragSource)?
    /// Whether the window of X below Wayland's drag would accept a drop now.
    private(set) var isAccepted = false

    init(_ seat: Seat) {
        self.seat = seat
        seat.exchange.xDrags = self
    }

    private func tell(_ event: XDragEvent) {
        xDragObserver?.dragHappened(event)
    }

    // MARK: The drags of Wayland's programs

    func began(_ source: any DragSource) {
        end(with: nil)
        self.source = source
        source.object?.onDestroy { [weak self, weak source] in
            guard let self, let source, self.source === source else { return }
            ended()
        }
        tellTypes(source.types.all)
    }

    func entered(_ window: XWindowID) {
        isAccepted = false
        tell(.entered(window))
    }

    func moved(to point: Point<ContentSpace>) {
        guard let source else { return }
        let action = DragActionChoice.choose(
            source: source.actions, destination: DragActionChoice.known, preferred: [], modifiers: seat.dragModifiers)
        if let action = XDragAction(action) { tell(.moved(point, action)) }
    }

    func left() {
        isAccepted = false
        tell(.left)
    }

    /// The data was dropped on a window of X, which `windowFinished` tells the outcome of.
    func dropped() {
        guard xDragObserver != nil else { return end(with: nil) }
        tell(.dropped)
    }

    /// The drag is over, without a drop on a window of X.
    func ended() {
        guard source != nil else { return }
        source = nil
        isAccepted = false
        tellTypes(nil)
        tell(.ended)
    }

    package func windowAnswered(_ action: XDragAction?) {
        guard let source, source.isAlive else { return }
        isAccepted = action != nil
        source.accepted(action == nil ? nil : source.types.all.first)
        source.chose(action.map { permitted($0, by: source) } ?? [])
        seat.scope.cursorChanged()
    }

    package func windowFinished(_ action: XDragAction?) {
        end(with: action)
    }

    private func end(with action: XDragAction?) {
        guard let source else { return }
        ended()
        guard source.isAlive else { return }
        guard let action else { return source.cancel() }
        source.chose(permitted(action, by: source))
        source.finished()
    }

    /// The action, or copying in place of one that the source does not have: X's windows may choose that in any case.
    private func permitted(_ action: XDragAction, by source: any DragSource) -> WlDataDeviceManager.DndAction {
        source.actions.contains(action.wayland) ? action.wayland : .copy
    }

    // MARK: The drags of X's programs

    package func follow() -> Bool {
        stopFollowing()
        let press = XPress(seat.scope) { [weak self] event, press in
            guard let self, self.press === press else { return }
            if event == .lost { withdraw() }
            tell(event)
        }
        self.press = press
        if seat.followX(press) { return true }
        self.press = nil
        return false
    }

    package func stopFollowing() {
        press = nil
        withdraw()
    }

    /// Shows what X's program drags to the windows of Wayland.
    func offer(as types: [String]) {
        withdraw()
        guard let press else { return }
        let source = XDragSource(types, want: want) { [weak self] event, source in
            guard let self, offered?.source === source else { return }
            tell(event)
        }
        let drag = DataDrag(
            source: source, origin: nil, icon: nil, scope: seat.scope, devices: seat.exchange.devices, xDrags: nil,
            modifiers: { [weak source] in source?.modifiers ?? DragModifiers() })
        offered = (source, drag)
        press.drag = drag
        drag.moved(to: press.point, seat.scope.now)
    }

    func withdraw() {
        let old = offered
        offered = nil
        press?.drag = nil
        old?.drag.cancelled()
    }

    package func propose(_ action: XDragAction) {
        guard let offered, offered.source.proposed != action else { return }
        offered.source.proposed = action
        offered.drag.actionsChanged()
    }

    package func drop() {
        // The types may still be looked up, so that nothing was offered.
        guard let offered else { return tell(.finished(nil)) }
        // Nothing that happens to the button matters any more.
        press = nil
        offered.drag.released(seat.scope.now)
    }

    // MARK: The data

    /// Has the source of Wayland's drag write a type to a descriptor.
    func write(_ type: String, to descriptor: CInt) {
        guard let source, source.isAlive, let descriptor = try? OwnedDescriptor(duplicating: descriptor) else { return }
        source.send(type, to: descriptor)
    }
}

/// The button or finger with which a program of X drags.
private final class XPress: PressFollower {
    private let scope: InputScope
    private let tell: (XDragEvent, XPress) -> Void
    private(set) var point = Point<LogicalSpace>(x: 0, y: 0)
    private var isOverWayland = false
    /// What is dragged, for the windows of Wayland.
    var drag: DataDrag?

    init(_ scope: InputScope, tell: @escaping (XDragEvent, XPress) -> Void) {
        (self.scope, self.tell) = (scope, tell)
    }

    func moved(to point: Point<LogicalSpace>, _ time: Timestamp) {
        self.point = point
        let isOver = scope.anySurface(at: point).map { !$0.surface.client.usesPixels } ?? false
        if isOver != isOverWayland {
            isOverWayland = isOver
            tell(.overWayland(isOver), self)
        }
        drag?.moved(to: point, time)
    }

    func released(_ time: Timestamp) {
        tell(.lifted, self)
    }

    func cancelled() {
        tell(.lost, self)
    }
}

/// A program of X as the source of a drag.
private final class XDragSource: DragSource {
    let object: AnyResource? = nil
    private(set) var types = OfferedTypes()
    private(set) var isUsed = false
    /// What the program proposes to do.
    var proposed = XDragAction.copy
    private var isTypeAccepted = false
    private var action: XDragAction?
    private let want: (String, CInt) -> Void
    private let tell: (XDragEvent, XDragSource) -> Void

    init(_ types: [String], want: @escaping (String, CInt) -> Void, tell: @escaping (XDragEvent, XDragSource) -> Void) {
        (self.want, self.tell) = (want, tell)
        for type in types { self.types.add(type) }
    }

    /// What is proposed, and copying, which X's programs must be ready for in any case.
    var actions: WlDataDeviceManager.DndAction {
        switch proposed {
        case .copy: .copy
        case .move: [.copy, .move]
        case .ask: DragActionChoice.known
        }
    }

    /// The keys that say the same: the program has its own keys for its actions.
    var modifiers: DragModifiers { DragModifiers(isShift: proposed == .move, isControl: proposed == .copy) }

    func becomeSelection() {}

    func becomeDrag() {
        isUsed = true
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        want(type, descriptor.number)
    }

    func accepted(_ type: String?) {
        isTypeAccepted = type != nil
        answer()
    }

    func chose(_ action: WlDataDeviceManager.DndAction) {
        self.action = XDragAction(action)
        answer()
    }

    private func answer() {
        tell(.answered(isTypeAccepted ? action : nil), self)
    }

    func dropped() {}

    func finished() {
        tell(.finished(action ?? .copy), self)
    }

    func cancel() {
        tell(.finished(nil), self)
    }
}

extension XDragAction {
    fileprivate var wayland: WlDataDeviceManager.DndAction {
        switch self {
        case .copy: .copy
        case .move: .move
        case .ask: .ask
        }
    }

    /// Nil for no action, or several.
    fileprivate init?(_ action: WlDataDeviceManager.DndAction) {
        guard let found = Self.allCases.first(where: { $0.wayland == action }) else { return nil }
        self = found
    }
}
