import CWayland
package import Geometry
import Logging
package import Mirroring
package import Runtime
import WaylandBinding

/// The X windows on the desktop: toplevels like all others, and windows that place themselves.
///
/// Their surfaces belong to the X server's Wayland client. The window manager says which surface belongs to which window; either may
/// come first.
package final class XWindows: XWindowPort {
    package weak var xWindowObserver: (any XWindowObserver)?
    let clock: any LivenessClock
    let logger = Logger(label: "kagami.x11")
    private let content: WaylandContent
    private let desktop: Desktop
    private weak var server: Client?
    private var toplevels: [XWindowID: XToplevel] = [:]
    private var unmanaged: [XWindowID: UnmanagedWindow] = [:]
    /// The windows whose surfaces have not come yet.
    private var waiting: [XWindowID: Waiting] = [:]
    private var serials: [UInt64: XServerSurface] = [:]
    private var global: Global<XwaylandShellV1>?
    private var toldScale = Scale.one
    private var toldOrder: [XWindowID] = []

    private struct Waiting {
        let surface: XSurfaceName
        var kind: Kind

        enum Kind {
            case toplevel(XWindowDescription)
            case unmanaged(WindowOrigin, XUnmanagedKind)
        }

        /// Takes over what the window is to be shown with.
        mutating func take(_ wish: XWindowWish) {
            guard case .toplevel(var description) = kind else { return }
            switch wish {
            case .fullscreen(let isFullscreen, let x):
                (description.state.isFullscreen, description.state.fullscreenX) = (isFullscreen, x)
            case .maximized(let isMaximized): description.state.isMaximized = isMaximized
            case .attention(let isUrgent): description.isUrgent = isUrgent
            case .minimize, .activate, .ownSize, .drag: break
            }
            kind = .toplevel(description)
        }
    }

    init(_ content: WaylandContent, _ desktop: Desktop) throws(RuntimeError) {
        self.content = content
        self.desktop = desktop
        clock = content.display.loop
        global = try Global(content.display, version: 1, audience: .some(\.usesPixels)) { _ in XServerShell() }
        content.surfaces.add(self)
        toldScale = scale
        content.output.add(self as any ScreenFollower)
    }

    /// Makes the other end of the descriptor the X server's client; false if there is no memory.
    package func serve(descriptor: CInt) -> Bool {
        guard let client = content.display.addClient(descriptor: descriptor) else { return false }
        client.attachments[PixelClient.self] = PixelClient { [weak self] in self?.committed($0) }
        server = client
        return true
    }

    // MARK: XWindowPort

    package var scale: Scale { content.output.screen.scale }

    package func show(_ window: XWindowID, _ surface: XSurfaceName, _ description: XWindowDescription) {
        start(window, Waiting(surface: surface, kind: .toplevel(description)))
    }

    package func showUnmanaged(
        _ window: XWindowID, _ surface: XSurfaceName, at place: Rect<ContentSpace>, _ kind: XUnmanagedKind
    ) {
        let corner = WindowOrigin(x: place.x, y: place.y)
        start(window, Waiting(surface: surface, kind: .unmanaged(corner, kind)))
    }

    package func moveUnmanaged(_ window: XWindowID, to place: Rect<ContentSpace>) {
        let corner = WindowOrigin(x: place.x, y: place.y)
        if let shown = unmanaged[window] { return shown.move(to: corner) }
        if case .unmanaged(_, let kind) = waiting[window]?.kind { waiting[window]?.kind = .unmanaged(corner, kind) }
    }

    package func describe(_ window: XWindowID, _ description: XWindowDescription) {
        if let shown = toplevels[window] { return shown.take(description, parent: parent(in: description)) }
        if case .toplevel = waiting[window]?.kind { waiting[window]?.kind = .toplevel(description) }
    }

    package func change(_ window: XWindowID, _ wish: XWindowWish) {
        guard let shown = toplevels[window] else {
            waiting[window]?.take(wish)
            return
        }
        switch wish {
        case .fullscreen(let isFullscreen, let x): shown.take(fullscreen: isFullscreen, x: x)
        case .maximized(let isMaximized): shown.take(maximized: isMaximized)
        case .minimize: shown.toplevel.minimizeRequested()
        case .ownSize: shown.toplevel.forgetSize()
        case .drag(let drag): shown.take(drag)
        case .attention(let isUrgent): shown.take(attention: isUrgent)
        case .activate:
            guard shown.toplevel.ruling.effects.takesFocus ?? true else { return }
            desktop.giveUpKeyboard()
            desktop.activate(shown.toplevel)
        }
    }

    package func hide(_ window: XWindowID) {
        waiting[window] = nil
        toplevels.removeValue(forKey: window)?.end()
        unmanaged.removeValue(forKey: window)?.end()
    }

    package func answered(_ window: XWindowID, serial: UInt32) {
        toplevels[window]?.answered(serial: serial)
    }

    package func hideAll() {
        xWindowObserver = nil
        for window in Array(waiting.keys) + Array(toplevels.keys) + Array(unmanaged.keys) { hide(window) }
        toldOrder = []
        server?.destroy()
    }

    // MARK: Surfaces

    private func start(_ window: XWindowID, _ next: Waiting) {
        hide(window)
        guard let surface = surface(next.surface) else { return waiting[window] = next }
        show(window, surface, next.kind)
    }

    private func show(_ window: XWindowID, _ surface: Surface, _ kind: Waiting.Kind) {
        defer { if surface.isAlive { surface.attachments[XWindowMark.self] = XWindowMark(window) } }
        switch kind {
        case .toplevel(let description):
            guard let shown = XToplevel(window, surface, on: desktop, self) else { return }
            toplevels[window] = shown
            shown.show(description, parent: parent(in: description))
        case .unmanaged(let corner, let kind):
            guard surface.assign(.xWindow) else { return }
            let owner = desktop.active.flatMap { $0.wire.isInPixels ? $0 : nil }
            unmanaged[window] = UnmanagedWindow(surface, at: corner, owner: owner, kind, desktop: desktop)
        }
    }

    private func parent(in description: XWindowDescription) -> Toplevel? {
        description.parent.flatMap { toplevels[$0]?.toplevel }
    }

    /// The surface of this name. X clients can make names up, so that any object may have it.
    private func surface(_ name: XSurfaceName) -> Surface? {
        switch name {
        case .serial(let serial): return serials[serial]?.surface
        case .object(let number):
            guard let client = server?.handle, let object = wl_client_get_object(client, number),
                String(cString: wl_resource_get_class(object)) == WlSurface.name
            else { return nil }
            return Resource<WlSurface>.lookUp(object).flatMap(Surface.of)
        }
    }

    /// A surface of the X server without a role has new contents.
    private func committed(_ surface: Surface) {
        var names = [XSurfaceName.object(surface.resource.id)]
        if let named = surface.attachments[XServerSurface.self], let serial = named.commit() {
            names.append(.serial(serial))
            serials[serial] = named
            surface.resource.onDestroy { [weak self] in self?.serials[serial] = nil }
        }
        guard let found = waiting.first(where: { names.contains($0.value.surface) }) else { return }
        waiting[found.key] = nil
        show(found.key, surface, found.value.kind)
    }
}

extension XWindows: SceneFollower {
    /// Keeps the X server's places and order the same as the desktop's, so that X clients find their windows where they are seen.
    func sceneChanged() {
        guard let observer = xWindowObserver else { return }
        for shown in toplevels.values { shown.tellPlace(observer) }
        let ids = Dictionary(
            toplevels.values.map { (ObjectIdentifier($0.toplevel), $0.id) }, uniquingKeysWith: { first, _ in first })
        let order = desktop.layered(desktop.mappedToplevels).compactMap { ids[ObjectIdentifier($0)] }
        guard order != toldOrder else { return }
        toldOrder = order
        observer.restack(order)
    }
}

extension XWindows: ScreenFollower {
    func screenChanged() {
        guard scale != toldScale else { return }
        toldScale = scale
        xWindowObserver?.scaleChanged(to: scale)
    }
}

extension WaylandContent {
    /// Lets X windows be shown on the desktop.
    package func makeXWindows() throws(RuntimeError) -> XWindows? {
        guard let desktop = attachments[Desktop.self] else { return nil }
        return try XWindows(self, desktop)
    }
}
