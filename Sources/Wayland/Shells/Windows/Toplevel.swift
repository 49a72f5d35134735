import Geometry
import Mirroring
import WaylandBinding

/// Another protocol's attachment of a toplevel.
protocol ToplevelExtension: AnyObject {
    /// Sends its own part of a configure sequence.
    func willConfigure()

    /// The client destroys the toplevel.
    func toplevelEnds()
}

/// A client's toplevel window.
final class Toplevel {
    private static let maximumDepth = 16

    let wire: any ToplevelWire
    let shell: ShellSurface
    let id: WindowID
    var title: String?
    var appID: AppID?
    var icon: WindowIcon?
    /// The process that shows the window; nil if it is unknown.
    var processID: Int?
    /// The window that this one is a dialog of.
    private(set) weak var parent: Toplevel?
    /// State that other protocols keep for the window.
    var attachments = Attachments()
    var wishes = ToplevelWishes()
    /// The placement that the desktop chose.
    private(set) var placement = ToplevelPlacement()
    /// The effects of the user's rules. Most of them are decided when the window is mapped.
    var ruling = WindowRuling()
    /// Whether the window came up beside a full-screen window of its own client, as a web page's pop-up window does.
    private var isBesideFullscreen = false
    /// The interactive move or resize of the window.
    weak var dragged: (any SeatGrab)?
    private(set) var lastConfiguration: ToplevelConfiguration?
    private var settling = SizeSettling()
    private var kept = KeptSize()
    private var endHandlers: [() -> Void] = []

    init(_ wire: any ToplevelWire, shell: ShellSurface) {
        self.wire = wire
        self.shell = shell
        id = shell.desktop.nextWindowID()
        // The client of X windows is the X server.
        let process = wire.isInPixels ? 0 : shell.client.processID
        processID = process > 0 ? Int(process) : nil
        shell.desktop.created(self)
    }

    static func of<Interface>(_ resource: Resource<Interface>?) -> Toplevel? { resource?.handler as? Toplevel }

    private var desktop: Desktop { shell.desktop }

    /// True if the committed picture has the last configured size.
    var isSettled: Bool { settling.isSettled }

    /// True if the window is sized to fill its area of the screen.
    var fills: Bool {
        if wishes.isFullscreen || wishes.isMaximized { return true }
        if let ruled = ruling.effects.fills { return ruled }
        return desktop.policy == .filling && !wishes.limits.isFixed && parent == nil && !wishes.keepsSize
            && !isBesideFullscreen
    }

    /// The area that a filling window gets.
    var area: Rect<LogicalSpace> {
        let isOnPanel = isOnPanel
        return wishes.isFullscreen
            ? desktop.fullscreenArea(onPanel: isOnPanel) : desktop.usableArea(onPanel: isOnPanel)
    }

    /// The least size of the window: the client's minimum, or a larger size that the client keeps to.
    var leastSize: Size<LogicalSpace> {
        let minimum = wishes.limits.minimum
        return Size(width: max(minimum.width, kept.least.width), height: max(minimum.height, kept.least.height))
    }

    /// Scales down a window whose least size is larger than the screen, or shows a window at its own scale; nil for all
    /// other windows.
    var fit: WindowFit? {
        let isPlacedInPixels = isPlacedInPixels
        if ruledFactor != 1, !isPlacedInPixels { return WindowFit(shell.frame, scaledBy: ruledFactor, within: area) }
        let (smallest, laidOut) = (leastSize, laidOut(area))
        guard desktop.policy == .filling, smallest.width > laidOut.width || smallest.height > laidOut.height else {
            return isPlacedInPixels ? desktop.pixelFit(onPanel: isOnPanel) : nil
        }
        return isPlacedInPixels
            ? WindowFit(shell.frame, scaledBy: ruledFactor, within: area) : WindowFit(shell.frame, within: area)
    }

    /// Called when the resource was created.
    func created() {
        var capabilities: [XdgToplevel.WmCapabilities] = [.maximize, .fullscreen]
        if desktop.policy == .floating { capabilities.append(.minimize) }
        wire.sendCapabilities(capabilities)
        configureUnasked()
    }

    /// Called when the resource was destroyed.
    func objectDestroyed() {
        desktop.destroyed(self)
        shell.roleDestroyed()
        let handlers = endHandlers
        endHandlers = []
        for handler in handlers { handler() }
    }

    /// Calls `handler` when the toplevel is destroyed.
    func onEnd(_ handler: @escaping () -> Void) {
        endHandlers.append(handler)
    }

    /// Sends a configure without the initial commit, under the floating policy or if the protocol has no handshake.
    func configureUnasked() {
        if desktop.policy == .floating || !shell.hasHandshake { configure() }
    }

    /// The number of ancestors.
    private var depth: Int {
        var depth = 0
        var step = parent
        while let window = step {
            depth += 1
            step = window.parent
        }
        return depth
    }

    /// Sets or clears the window's parent; a parent at the maximum depth counts as none.
    func setParent(_ parent: Toplevel?) {
        self.parent = parent.flatMap { $0.depth < Self.maximumDepth ? $0 : nil }
        desktop.parentChanged(self)
        reconfigure()
    }

    func setActivated(_ isActivated: Bool) {
        placement.isActivated = isActivated
        reconfigure()
    }

    /// Minimises or restores the window.
    func setMinimized(_ isMinimized: Bool) { mark(\.isMinimized, isMinimized) }

    var isMinimized: Bool { placement.isMinimized }

    /// Marks the window as one that asks for attention, or no longer does; see `Desktop.askForAttention`.
    func setUrgent(_ isUrgent: Bool) { mark(\.isUrgent, isUrgent) }

    var isUrgent: Bool { placement.isUrgent }

    /// Changes a state that Wayland has no event for.
    private func mark(_ state: WritableKeyPath<ToplevelPlacement, Bool>, _ isSet: Bool) {
        guard placement[keyPath: state] != isSet else { return }
        placement[keyPath: state] = isSet
        wire.marksChanged(isMinimized: isMinimized, isUrgent: isUrgent)
        desktop.descriptionChanged(of: self)
    }

    /// Tells the client whether anybody sees its window, if its protocol version has such a state.
    func setSuspended(_ isSuspended: Bool) {
        guard wire.knowsSuspended else { return }
        placement.isSuspended = isSuspended
        reconfigure()
    }

    var isSuspended: Bool { placement.isSuspended }

    /// Forgets the place that the user gave the window.
    func forgetPlace() {
        placement.chosen = nil
    }

    /// Moves the corner of the window geometry to the place that the user chose.
    func move(to origin: WindowOrigin) {
        let geometry = shell.geometry
        placement.chosen = ChosenPlace(
            origin: origin,
            corner: WindowOrigin(
                x: origin.x.subtractingClamped(geometry.x), y: origin.y.subtractingClamped(geometry.y)))
        desktop.windowMoved(self)
    }

    /// Configures another size during an interactive resize by these edges; nil ends the resize with the current size.
    func resize(to size: Size<LogicalSpace>?, by edges: XdgToplevel.ResizeEdge = .none) {
        placement.resizing = size == nil ? nil : edges
        if let size { placement.chosenSize = wishes.limits.clamp(size) }
        reconfigure()
    }

    /// Leaves the size to the client again, unless the user is resizing the window.
    func forgetSize() {
        guard placement.resizing == nil else { return }
        placement.chosenSize = nil
        reconfigure()
    }

    /// Configures the size of another place that shows the window; nil restores the size of its own place.
    func lend(_ size: Size<LogicalSpace>?) {
        placement.lentSize = size.map(wishes.limits.clamp)
        reconfigure()
    }

    /// The usable area of the screen has changed.
    func screenChanged() {
        kept.moved(to: screen.name)
        sendBounds()
        fitScreen()
        reconfigure()
    }

    /// Keeps the size of a dialog that is larger than the screen, which is then configured as far as there is room.
    private func fitScreen() {
        guard !fills, desktop.policy == .filling, shell.isConfigured else { return }
        let size = Size<LogicalSpace>(width: shell.geometry.width, height: shell.geometry.height)
        guard isLargerThanScreen(size), !(placement.chosenSize.map(isLargerThanScreen) ?? false) else { return }
        placement.chosenSize = wishes.limits.clamp(size)
        reconfigure()
    }

    private func isLargerThanScreen(_ size: Size<LogicalSpace>) -> Bool {
        let bounds = laidOut(desktop.bounds(onPanel: isOnPanel))
        return size.width > bounds.width || size.height > bounds.height
    }

    /// The size, as far as the screen has room for it and the window's limits allow.
    private func fitted(_ size: Size<LogicalSpace>) -> Size<LogicalSpace> {
        guard desktop.policy == .filling, isLargerThanScreen(size) else { return size }
        let bounds = laidOut(desktop.bounds(onPanel: isOnPanel))
        return wishes.limits.clamp(
            Size(width: min(size.width, bounds.width), height: min(size.height, bounds.height)))
    }

    /// Sends the window's state if it differs from the last configured one.
    func reconfigure() {
        if shell.isConfigured, lastConfiguration != configuration { configure() }
    }

    /// Sends the window's state, as an answer to a request.
    func configure() {
        if lastConfiguration == nil { sendBounds() }
        for part in attachments.all((any ToplevelExtension).self) { part.willConfigure() }
        let next = configuration
        send(next)
        settling.configured(next.size)
        lastConfiguration = next
        desktop.watcher?.toplevelChanged(self)
    }

    private func send(_ configuration: ToplevelConfiguration) {
        wire.sendConfigure(configuration)
        shell.sendConfigure(.toplevel(configuration))
    }

    /// Sends the configured size again to a window that was mapped at another size.
    ///
    /// Some clients (mpv 0.35) ignore sizes until they are mapped, and later ignore any size equal to the ignored one.
    /// So another size is sent in between.
    private func insistOnSize() {
        let geometry = shell.geometry
        guard fills, Size(width: geometry.width, height: geometry.height) != configuration.size else { return }
        var other = configuration
        other.size.height = max(1, other.size.height - 1)
        send(other)
        configure()
    }

    private func sendBounds() {
        wire.sendBounds(laidOut(desktop.usableArea(onPanel: isOnPanel)).size)
    }

    /// The state to configure.
    var configuration: ToplevelConfiguration {
        let fills = fills
        return ToplevelConfiguration(
            size: placement.lentSize ?? (fills ? laidOut(area).size : placement.chosenSize.map(fitted) ?? .zero),
            isMaximized: wishes.isMaximized || (fills && !wishes.isFullscreen), isFullscreen: wishes.isFullscreen,
            resizing: fills ? nil : placement.resizing, isActivated: placement.isActivated,
            isSuspended: placement.isSuspended)
    }
}

extension Toplevel: ShellRole {
    /// A window that fills the screen but does not have its size (yet) is centred.
    var origin: WindowOrigin {
        let geometry = shell.geometry
        let size = Size<LogicalSpace>(width: geometry.width, height: geometry.height)
        let bounds = isPlacedInPixels ? laidOut(area) : area
        if !fills, let chosen = placement.chosen {
            if shell.hasSetGeometry { return chosen.origin }
            return WindowOrigin(
                x: chosen.corner.x.addingClamped(geometry.x), y: chosen.corner.y.addingClamped(geometry.y))
        }
        if !fills, let offset = wishes.offset, let parent, parent.shell.isMapped {
            let corner = parent.shell.root
            return WindowOrigin(x: corner.x.addingClamped(offset.x), y: corner.y.addingClamped(offset.y))
        }
        let anchor = fills ? bounds : parent.flatMap { $0.shell.isMapped ? $0.shell.frame : nil } ?? bounds
        let frame = WindowPlacement.centred(size, over: anchor, within: bounds)
        return WindowOrigin(x: frame.x, y: frame.y)
    }

    func configureInitially() {
        // A mapped window becomes active. With this state in the first configure, the client need not draw twice.
        applyRules()
        isBesideFullscreen = desktop.hasFullscreenWindow(of: shell.client, onPanel: isOnPanel)
        placement.isActivated = desktop.policy == .filling && desktop.wouldActivate(self)
        configure()
    }

    func willCommit() -> Bool {
        // Everything else that changes the window's state has already configured the window.
        guard wishes.hasNewLimits else { return true }
        guard wishes.applyLimits() else {
            wire.post(.invalidSize, "the maximum size is below the minimum")
            return false
        }
        reconfigure()
        return true
    }

    func didCommit(answering configuration: ShellConfiguration?) {
        if case .toplevel(let configuration) = configuration { settling.committed(configuration.size) }
        fitScreen()
        watchSize()
    }

    /// The size of the picture, and the size that the client was asked for; nil while they do not show what the client can do.
    private var answer: (drawn: Size<LogicalSpace>, asked: Size<LogicalSpace>)? {
        guard desktop.policy == .filling, fills, isSettled, shell.isMapped, placement.lentSize == nil else {
            return nil
        }
        let geometry = shell.geometry
        return (Size(width: geometry.width, height: geometry.height), laidOut(area).size)
    }

    /// Schedules another check of a window that is larger than its requested size.
    private func watchSize() {
        kept.moved(to: screen.name)
        guard let answer, kept.drawn(answer.drawn, for: answer.asked) else { return }
        desktop.afterPatience { [weak self] in
            guard let self, let answer = self.answer, kept.waited(answer.drawn, for: answer.asked) else { return }
            desktop.descriptionChanged(of: self)
        }
    }

    func map() -> Bool {
        applyRules()
        reconfigure()
        insistOnSize()
        fitScreen()
        return true
    }

    func unmap() {
        placement.isUrgent = false
        desktop.unmapped(self)
        guard shell.hasHandshake else { return }
        parent = nil
        title = nil
        icon = nil
        appID = nil
        (wishes, ruling) = (ToplevelWishes(), WindowRuling())
        // The place that the user gave the window is not client state, so it survives unmapping.
        placement = ToplevelPlacement(chosen: placement.chosen)
        lastConfiguration = nil
        (settling, kept) = (SizeSettling(), KeptSize())
    }
}
