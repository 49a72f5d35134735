import Geometry

/// A client's window.
final class Toplevel {
    private static let maximumDepth = 16

    let wire: any ToplevelWire
    let shell: ShellSurface
    let id: WindowID
    var title: String?
    var appID: String?
    /// The window that this one is a dialog of.
    private(set) weak var parent: Toplevel?
    weak var decoration: Decoration?
    var wishes = ToplevelWishes()
    /// What the desktop has made of the window.
    private(set) var placement = ToplevelPlacement()
    private(set) var lastConfiguration: ToplevelConfiguration?
    private var settling = SizeSettling()
    private var endHandlers: [() -> Void] = []

    init(_ wire: any ToplevelWire, shell: ShellSurface) {
        self.wire = wire
        self.shell = shell
        id = shell.desktop.nextWindowID()
        shell.desktop.created(self)
    }

    static func of<Interface>(_ resource: Resource<Interface>?) -> Toplevel? { resource?.handler as? Toplevel }

    private var desktop: Desktop { shell.desktop }

    /// The committed picture is for the size that was last asked for.
    var isSettled: Bool { settling.isSettled }

    /// The window has the screen for itself, or as much of it as it takes.
    var fills: Bool {
        if wishes.isFullscreen || wishes.isMaximized { return true }
        return desktop.policy == .filling && parent == nil && !wishes.limits.isFixed
    }

    /// Where the window is laid out.
    private var area: Rect<LogicalSpace> { wishes.isFullscreen ? desktop.output.fullscreenArea : desktop.usableArea }

    /// How a window whose smallest size is too large for the screen is shown there; nil for all others.
    var fit: WindowFit? {
        let (smallest, area) = (wishes.limits.minimum, area)
        guard desktop.policy == .filling, smallest.width > area.width || smallest.height > area.height else {
            return nil
        }
        return WindowFit(shell.frame, within: area)
    }

    /// The object has just been made.
    func created() {
        var capabilities: [XdgToplevel.WmCapabilities] = [.maximize, .fullscreen]
        if desktop.policy == .floating { capabilities.append(.minimize) }
        wire.sendCapabilities(capabilities)
        configureUnasked()
    }

    /// The client's object is gone.
    func objectDestroyed() {
        desktop.destroyed(self)
        shell.roleDestroyed()
        let handlers = endHandlers
        endHandlers = []
        for handler in handlers { handler() }
    }

    /// Calls `handler` when the toplevel ends.
    func onEnd(_ handler: @escaping () -> Void) {
        endHandlers.append(handler)
    }

    /// Under the floating policy a window need not ask for its first configure, nor where the protocol lets it not.
    func configureUnasked() {
        if desktop.policy == .floating || !shell.hasHandshake { configure() }
    }

    /// How many windows this one is a dialog of, one behind the other.
    private var depth: Int {
        var depth = 0
        var step = parent
        while let window = step {
            depth += 1
            step = window.parent
        }
        return depth
    }

    /// Makes the window another one's dialog, or nobody's; chains of absurd length are not made any longer.
    func setParent(_ parent: Toplevel?) {
        self.parent = parent.flatMap { $0.depth < Self.maximumDepth ? $0 : nil }
        desktop.parentChanged(self)
        reconfigure()
    }

    func setActivated(_ isActivated: Bool) {
        placement.isActivated = isActivated
        reconfigure()
    }

    /// Shown or put away; the client is not told.
    func setMinimized(_ isMinimized: Bool) {
        guard placement.isMinimized != isMinimized else { return }
        placement.isMinimized = isMinimized
        desktop.descriptionChanged(of: self)
    }

    var isMinimized: Bool { placement.isMinimized }

    /// Forgets where the user has put the window.
    func forgetPlace() {
        placement.chosen = nil
    }

    /// Puts the corner of the window geometry there, for good.
    func move(to origin: WindowOrigin) {
        let geometry = shell.geometry
        placement.chosen = ChosenPlace(
            origin: origin,
            corner: WindowOrigin(
                x: origin.x.subtractingClamped(geometry.x), y: origin.y.subtractingClamped(geometry.y)))
        desktop.windowMoved(self)
    }

    /// Asks for another size in the course of the user's dragging by these edges; nil ends it with the size that it
    /// has.
    func resize(to size: Size<LogicalSpace>?, by edges: XdgToplevel.ResizeEdge = .none) {
        placement.resizing = size == nil ? nil : edges
        if let size { placement.chosenSize = wishes.limits.clamp(size) }
        reconfigure()
    }

    /// Asks for the size of another place that the window is shown at, or with nil again for that of its own.
    func lend(_ size: Size<LogicalSpace>?) {
        placement.lentSize = size.map(wishes.limits.clamp)
        reconfigure()
    }

    /// The screen's size has changed.
    func screenChanged() {
        sendBounds()
        fitScreen()
        reconfigure()
    }

    /// Asks a dialog that is larger than the screen to become smaller, as far as it says it can.
    private func fitScreen() {
        guard !fills, desktop.policy == .filling, shell.isConfigured else { return }
        let (geometry, bounds) = (shell.geometry, desktop.bounds)
        guard geometry.width > bounds.width || geometry.height > bounds.height else { return }
        placement.chosenSize = wishes.limits.clamp(
            Size(width: min(geometry.width, bounds.width), height: min(geometry.height, bounds.height)))
        reconfigure()
    }

    /// Sends the window's state if it differs from what the client was told last.
    func reconfigure() {
        if shell.isConfigured, lastConfiguration != configuration { configure() }
    }

    /// Sends the window's state, as an answer to a request.
    func configure() {
        if lastConfiguration == nil { sendBounds() }
        decoration?.configure()
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

    /// Tells a window that has come up at another size its own again.
    ///
    /// Some clients take no size before they are on the screen, and after that only one that differs from the one
    /// that they have not taken (mpv 0.35 does so): they are told another one in between.
    private func insistOnSize() {
        let geometry = shell.geometry
        guard fills, Size(width: geometry.width, height: geometry.height) != configuration.size else { return }
        var other = configuration
        other.size.height = max(1, other.size.height - 1)
        send(other)
        configure()
    }

    private func sendBounds() {
        wire.sendBounds(desktop.usableArea.size)
    }

    /// The state that the window is to have.
    var configuration: ToplevelConfiguration {
        ToplevelConfiguration(
            size: placement.lentSize ?? (fills ? area.size : placement.chosenSize ?? .zero),
            isMaximized: wishes.isMaximized || (fills && !wishes.isFullscreen), isFullscreen: wishes.isFullscreen,
            resizing: fills ? nil : placement.resizing, isActivated: placement.isActivated)
    }
}

extension Toplevel: ShellRole {
    /// A window that fills the screen, but has not (yet) its size, is centred on it.
    var origin: WindowOrigin {
        let geometry = shell.geometry
        let size = Size<LogicalSpace>(width: geometry.width, height: geometry.height)
        let bounds = area
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
        // Whoever is mapped becomes the active window: told at once, the client need not draw twice.
        placement.isActivated = desktop.policy == .filling
        configure()
    }

    func willCommit() -> Bool {
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
    }

    func map() -> Bool {
        insistOnSize()
        return true
    }

    func unmap() {
        desktop.unmapped(self)
        guard shell.hasHandshake else { return }
        parent = nil
        title = nil
        appID = nil
        wishes = ToplevelWishes()
        // Where the user has put it is no attribute of the client's: it comes back there.
        placement = ToplevelPlacement(chosen: placement.chosen)
        lastConfiguration = nil
        settling = SizeSettling()
    }
}
