import Geometry
import WaylandBinding

/// A possible parent of a popup: a window, another popup, or a layer surface.
protocol PopupParent: AnyObject {
    /// The place on the logical screen; popups are placed relative to its corner.
    var frame: Rect<LogicalSpace> { get }
    var isMapped: Bool { get }
    var mayHavePopups: Bool { get }
}

/// A client's popup: a menu or tooltip, placed relative to its parent.
final class Popup {
    private let wire: any PopupWire
    let shell: ShellSurface
    private(set) weak var parent: (any PopupParent)?
    private var rules: PositionerRules
    /// The popup's window geometry relative to the parent's, as last committed.
    private(set) var place: Rect<LogicalSpace>
    /// The place of the last configure event.
    private var lastConfigured: Rect<LogicalSpace>?
    /// True once the client has committed a configured place.
    private var hasAnswered = false
    /// True once the service has dismissed the popup and sent `popup_done`.
    private(set) var isDismissed = false
    /// True while the popup has a grab: it takes the keyboard and is dismissed when the user presses elsewhere.
    private(set) var isGrabbing = false
    private var isAlive = true
    private let depth: Int

    init(_ wire: any PopupWire, shell: ShellSurface, parent: (any PopupParent)?, rules: PositionerRules) {
        self.wire = wire
        self.shell = shell
        self.parent = parent
        self.rules = rules
        place = Rect(x: 0, y: 0, width: rules.size.width, height: rules.size.height)
        depth = (Popup.of(parent)?.depth ?? 0) + 1
        shell.desktop.popupCreated(self)
    }

    /// Popup chains are walked recursively, so their length is bounded; real menus are a handful deep.
    private static let maximumDepth = 64

    static func of(_ parent: (any PopupParent)?) -> Popup? { (parent as? ShellSurface)?.shellRole as? Popup }

    /// True while the popup is neither destroyed nor dismissed.
    var isCurrent: Bool { isAlive && !isDismissed }

    /// The window or layer surface at the root of this popup chain.
    var root: (any PopupParent)? {
        var step = parent
        // No surface becomes a popup of its own popups, so the chain ends.
        while let popup = Popup.of(step) { step = popup.parent }
        return step
    }

    /// The toplevel at the root of this popup chain; nil for a layer surface.
    var toplevel: Toplevel? { (root as? ShellSurface)?.shellRole as? Toplevel }

    /// Gives the popup a layer surface as its parent; false if it already has a parent or is configured.
    func adopt(_ layer: LayerSurface) -> Bool {
        guard parent == nil, !shell.isConfigured else { return false }
        parent = layer
        // The client's windows are not on the layer surface's screen.
        if layer.desktop !== shell.desktop { dismiss() }
        if shell.desktop.policy == .floating { configureInitially() }
        return true
    }

    /// Called when the resource was created.
    func created() {
        if depth > Self.maximumDepth { dismiss() }
        configureUnasked()
    }

    /// Called when the resource was destroyed.
    func objectDestroyed() {
        isAlive = false
        shell.desktop.popups.removeAll { $0 === self }
        shell.desktop.popupEnded(self)
        shell.roleDestroyed()
    }

    /// Dismisses the popup, after its own popups, and sends `popup_done`.
    func dismiss() {
        guard isCurrent else { return }
        for child in shell.desktop.popups.reversed() where child.parent === shell { child.dismiss() }
        isDismissed = true
        wire.sendDone()
        shell.unmap()
        shell.desktop.popupEnded(self)
    }

    /// Places a reactive popup again after a change of the parent or the screen.
    func constrainAgain() {
        guard rules.isReactive, isCurrent, shell.isConfigured else { return }
        let next = solve()
        if next != lastConfigured { configure(next) }
    }

    private func solve() -> Rect<LogicalSpace> {
        let corner = parent?.frame ?? .zero
        let screen = shell.desktop.bounds(onPanel: isOnPanel)
        let bounds = toplevel?.fit?.laidOut(screen) ?? screen
        return PositionerSolver.solve(
            rules, within: bounds.offset(x: 0.subtractingClamped(corner.x), y: 0.subtractingClamped(corner.y)))
    }

    private func configure(_ next: Rect<LogicalSpace>) {
        lastConfigured = next
        wire.sendConfigure(next)
        shell.sendConfigure(.popup(next))
    }
}

extension Popup: ShellRole {
    var origin: WindowOrigin {
        let corner = parent?.frame ?? .zero
        return WindowOrigin(x: corner.x.addingClamped(place.x), y: corner.y.addingClamped(place.y))
    }

    func configureInitially() {
        guard !isDismissed else { return }
        guard let parent, parent.mayHavePopups else {
            return shell.base.wire.post(.invalidPopupParent, "the popup has no parent")
        }
        configure(solve())
    }

    func configureUnasked() {
        if !shell.hasHandshake, parent?.mayHavePopups == true { configureInitially() }
    }

    func willCommit() -> Bool { true }

    func didCommit(answering configuration: ShellConfiguration?) {
        guard case .popup(let place) = configuration else { return }
        self.place = place
        hasAnswered = true
    }

    func map() -> Bool {
        if isDismissed { return false }
        // Under the floating policy a client may commit contents before it acknowledges: use the last configured place.
        if !hasAnswered, let lastConfigured { place = lastConfigured }
        guard let parent, parent.isMapped else {
            // If the parent was unmapped, the popup is dismissed; if it was never mapped, that is a client error.
            if parent?.mayHavePopups != true || Popup.of(parent)?.isDismissed == true {
                dismiss()
            } else {
                shell.base.wire.post(.invalidPopupParent, "the parent is not mapped")
            }
            return false
        }
        return true
    }

    func unmap() {
        lastConfigured = nil
        hasAnswered = false
        shell.desktop.unmapped(self)
    }
}

// MARK: Requests

extension Popup {
    /// Handles `destroy`; popups must be destroyed topmost first.
    func destroyRequested() {
        guard isCurrent else { return }
        let desktop = shell.desktop
        let isTopmost = !desktop.popups.contains { $0.parent === shell && $0.isCurrent }
        if isTopmost, desktop.popupGrab.mayDestroy(self) { return }
        shell.base.wire.post(.notTheTopmostPopup, "the popup has popups of its own")
    }

    /// Starts a grab if the serial belongs to a user action.
    func grab(serial: UInt32) {
        if shell.isMapped || isGrabbing {
            return wire.post(.invalidGrab, "the popup is already mapped or has a grab")
        }
        if isDismissed { return }
        if let parent = Popup.of(parent) {
            if parent.isDismissed { return dismiss() }
            guard parent.isGrabbing else {
                return wire.post(.invalidGrab, "the parent is a popup without a grab")
            }
        }
        let desktop = shell.desktop
        guard desktop.seat?.isUserAction(serial, of: shell.client) == true else { return dismiss() }
        switch desktop.popupGrab.begin(self) {
        case .granted: isGrabbing = true
        case .denied: dismiss()
        case .notTopmost:
            shell.base.wire.post(.notTheTopmostPopup, "the parent is not the topmost popup")
        }
    }

    /// Places the popup again; `announce` is called before the configure event is sent.
    func reposition(_ rules: PositionerRules, announce: () -> Void) {
        self.rules = rules
        guard shell.isConfigured else { return }
        announce()
        configure(solve())
    }
}

/// The chain of grabbing popups of one client, each the parent of the next.
struct PopupGrab {
    enum Outcome {
        case granted, denied, notTopmost
    }

    private(set) var chain: [Popup] = []

    /// The client of the grabbing popups.
    var client: Client? { chain.last?.shell.client }

    /// The popup with keyboard focus: the last mapped one.
    var keyboardTarget: Surface? { chain.last { $0.shell.isMapped }?.shell.surface }

    /// Whether the popup may be destroyed: it is the last of the chain, or not in the chain.
    func mayDestroy(_ popup: Popup) -> Bool {
        chain.last === popup || !chain.contains { $0 === popup }
    }

    /// Adds a popup, which must be a child of the last one or start a chain.
    mutating func begin(_ popup: Popup) -> Outcome {
        if let last = chain.last {
            if popup.parent === last.shell {
                chain.append(popup)
                return .granted
            }
            return last.shell.client == popup.shell.client ? .notTopmost : .denied
        }
        chain = [popup]
        return .granted
    }

    mutating func remove(_ popup: Popup) {
        chain.removeAll { $0 === popup }
    }
}
