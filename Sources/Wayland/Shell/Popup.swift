import Geometry

/// What a popup may belong to: a window, another popup, or a layer surface.
protocol PopupParent: AnyObject {
    /// Its place on the logical screen; popups' places are relative to its corner.
    var frame: Rect<LogicalSpace> { get }
    var isMapped: Bool { get }
    var mayHavePopups: Bool { get }
}

/// A client's popup: a menu or tooltip at a place of its parent.
final class Popup {
    private let wire: any PopupWire
    let shell: ShellSurface
    private(set) weak var parent: (any PopupParent)?
    private var rules: PositionerRules
    /// The popup's window, relative to its parent's, as the client has taken it up.
    private(set) var place: Rect<LogicalSpace>
    /// The place of the last configure event.
    private var lastConfigured: Rect<LogicalSpace>?
    /// The client has taken up a place.
    private var hasAnswered = false
    /// The popup was taken away by us and its client has been told.
    private(set) var isDismissed = false
    /// The popup takes the keyboard and goes when the user touches something else.
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

    /// Chains of popups are walked by recursion, so their length is bounded; real menus are a handful deep.
    private static let maximumDepth = 64

    static func of(_ parent: (any PopupParent)?) -> Popup? { (parent as? ShellSurface)?.shellRole as? Popup }

    /// The popup still counts: neither destroyed nor dismissed.
    var isCurrent: Bool { isAlive && !isDismissed }

    /// What the first of this chain of popups belongs to.
    var root: (any PopupParent)? {
        var step = parent
        // No surface becomes a popup of its own popups, so the chain ends.
        while let popup = Popup.of(step) { step = popup.parent }
        return step
    }

    /// The toplevel at the root of this chain of popups, if it is one.
    var toplevel: Toplevel? { (root as? ShellSurface)?.shellRole as? Toplevel }

    /// Gives the popup, which was made without a parent, one outside the shell; false when it has one.
    func adopt(_ layer: LayerSurface) -> Bool {
        guard parent == nil, !shell.isConfigured else { return false }
        parent = layer
        // Its client's windows are on another screen than the layer is.
        if layer.desktop !== shell.desktop { dismiss() }
        if shell.desktop.policy == .floating { configureInitially() }
        return true
    }

    /// The object has just been made.
    func created() {
        if depth > Self.maximumDepth { dismiss() }
        configureUnasked()
    }

    /// The client's object is gone.
    func objectDestroyed() {
        isAlive = false
        shell.desktop.popups.removeAll { $0 === self }
        shell.desktop.popupEnded(self)
        shell.roleDestroyed()
    }

    /// Takes the popup away and tells its client; its own popups go first.
    func dismiss() {
        guard isCurrent else { return }
        for child in shell.desktop.popups.reversed() where child.parent === shell { child.dismiss() }
        isDismissed = true
        wire.sendDone()
        shell.unmap()
        shell.desktop.popupEnded(self)
    }

    /// The parent or the screen has changed: a reactive popup is placed again.
    func constrainAgain() {
        guard rules.isReactive, isCurrent, shell.isConfigured else { return }
        let next = solve()
        if next != lastConfigured { configure(next) }
    }

    private func solve() -> Rect<LogicalSpace> {
        let corner = parent?.frame ?? .zero
        let bounds = toplevel?.fit?.laidOut(shell.desktop.bounds) ?? shell.desktop.bounds
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
        // Under the floating policy contents may come before any answer: then where it was told to be counts.
        if !hasAnswered, let lastConfigured { place = lastConfigured }
        guard let parent, parent.isMapped else {
            // A parent that went away takes its popups along; one that never came is the client's mistake.
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

// MARK: What clients ask for

extension Popup {
    /// The client destroys the object, which it must do with the last one first.
    func destroyRequested() {
        guard isCurrent else { return }
        let desktop = shell.desktop
        let isTopmost = !desktop.popups.contains { $0.parent === shell && $0.isCurrent }
        if isTopmost, desktop.popupGrab.mayDestroy(self) { return }
        shell.base.wire.post(.notTheTopmostPopup, "the popup has popups of its own")
    }

    /// Takes the keyboard, if the serial is of something that the user did.
    func grab(serial: UInt32) {
        if shell.isMapped || isGrabbing {
            return wire.post(.invalidGrab, "the popup is mapped or grabs already")
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

    /// Places the popup again; `announce` goes out before the configure event.
    func reposition(_ rules: PositionerRules, announce: () -> Void) {
        self.rules = rules
        guard shell.isConfigured else { return }
        announce()
        configure(solve())
    }
}
