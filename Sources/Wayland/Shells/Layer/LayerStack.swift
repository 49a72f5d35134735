import Geometry
import Mirroring
import WaylandBinding

/// A surface that belongs to the screen rather than to a window: a layer surface, or an input method's keyboard.
protocol ScreenSurface: AnyObject {
    var surface: Surface { get }
    /// How the surface asks to be placed.
    var current: LayerState { get }
    /// The surface's place on the logical screen.
    var frame: Rect<LogicalSpace> { get }
    var isMapped: Bool { get }
    /// Whether the client may be told a place.
    var isConfigured: Bool { get }
    /// Whether the client has drawn for its place.
    var isSettled: Bool { get }
    /// The on-screen keyboards, of which this surface may be one.
    var keyboards: ScreenKeyboards? { get }
    /// The output that the client names, unless it is the application's or has gone.
    var otherOutput: OutputGlobal? { get }
    /// The client's word for what the surface is, such as a bar.
    var namespace: String { get }
    /// Whether the surface is on the panel, while that is a screen of its own.
    var isOnPanel: Bool { get }

    func place(at frame: Rect<LogicalSpace>)

    /// Moves the surface to another application's screen.
    func move(to desktop: Desktop)
}

extension ScreenSurface {
    /// Whether the surface is an on-screen keyboard.
    var isKeyboard: Bool { keyboards?.contains(surface.client) ?? false }
    var otherOutput: OutputGlobal? { nil }
    var namespace: String { "" }
    var isOnPanel: Bool { false }

    var root: PlacedRoot { PlacedRoot(surface: surface, x: frame.x, y: frame.y) }
}

/// The surfaces of the screen: their order, places and keyboard focus.
final class LayerStack: ToolFollower {
    weak var desktop: Desktop?
    /// The configured surfaces; within a layer the later ones are in front.
    private var surfaces: [any ScreenSurface] = []
    /// The surfaces on their way to another application's screen.
    private var released: [any ScreenSurface] = []
    /// The insets of the screen that windows keep free.
    private(set) var reserved = EdgeInsets.none
    /// The insets of the panel that its windows keep free, while it is a screen of its own.
    private(set) var reservedOnPanel = EdgeInsets.none
    /// The rectangle that on-screen keyboards keep free of windows, even fullscreen ones; nil for none.
    private(set) var keyboardArea: Rect<LogicalSpace>?
    /// The surface that the user gave the keyboard; nil while a window has it.
    private weak var chosen: (any ScreenSurface)?

    /// The frontmost surface with exclusive keyboard interactivity, which has the keyboard whatever the user does.
    var exclusive: (any ScreenSurface)? {
        for layer in ZwlrLayerShellV1.Layer.frontToBack where layer.isAboveWindows {
            if let surface = mapped(in: layer).last(where: { $0.current.keyboard == .exclusive }) { return surface }
        }
        return nil
    }

    /// The surface that has the keyboard; nil if a window may have it.
    var focused: (any ScreenSurface)? {
        if let exclusive { return exclusive }
        guard let chosen, isShown(chosen), chosen.current.keyboard != .none else { return nil }
        return chosen
    }

    /// Surfaces on a panel that is a screen of its own draw for another display.
    var isSettled: Bool { surfaces.allSatisfy { $0.isSettled || isElsewhere($0) || $0.isOnPanel } }

    /// Whether the surface is mapped, is not a hidden keyboard, and is not for another display.
    func isShown(_ surface: any ScreenSurface) -> Bool {
        surface.isMapped && (surface.keyboards?.showsKeyboards ?? true || !surface.isKeyboard) && !isElsewhere(surface)
    }

    /// Whether the surface is for another display alone, which does not show it.
    ///
    /// A bar or a wallpaper has a surface for each output. A notification or a menu that names another display has no such twin here, and is
    /// shown here.
    private func isElsewhere(_ surface: any ScreenSurface) -> Bool {
        surface.otherOutput != nil && !surface.isOnPanel && hasTwin(surface)
    }

    /// Whether the client of a surface has one of the same kind for the application's screen; keyboards need none.
    func hasTwin(_ surface: any ScreenSurface) -> Bool {
        !surface.isKeyboard
            && surfaces.contains {
                $0 !== surface && $0.otherOutput == nil && $0.namespace == surface.namespace
                    && $0.surface.client == surface.surface.client
            }
    }

    /// Mapped surfaces of a layer that are not hidden, back to front.
    private func mapped(in layer: ZwlrLayerShellV1.Layer) -> [any ScreenSurface] {
        surfaces.filter { $0.current.layer == layer && isShown($0) }
    }

    /// Those that are behind the windows of the panel, while it is a screen of its own, or of the other screen.
    func behind(onPanel: Bool) -> [any ScreenSurface] {
        (mapped(in: .background) + mapped(in: .bottom)).filter { $0.isOnPanel == onPanel }
    }

    /// Those that are in front of the windows.
    func inFront(onPanel: Bool) -> [any ScreenSurface] {
        (mapped(in: .top) + mapped(in: .overlay)).filter { $0.isOnPanel == onPanel }
    }

    /// The on-screen keyboards that are shown.
    var keyboards: [any ScreenSurface] { surfaces.filter { $0.isKeyboard && isShown($0) } }

    /// The surface's state has changed. `isNew` puts it in front of its layer.
    func update(_ surface: any ScreenSurface, isNew: Bool) {
        if isNew {
            let shown = surfaces.filter { $0 !== surface && isShown($0) }
            surfaces.removeAll { $0 === surface }
            surfaces.append(surface)
            for other in shown where !isShown(other) { desktop?.willTakeAway(other) }
        }
        arrange()
        desktop?.layersChanged()
        surface.keyboards?.surfacesChanged()
    }

    func remove(_ surface: any ScreenSurface) {
        surfaces.removeAll { $0 === surface }
        arrange()
        desktop?.layerUnmapped(surface)
        surface.keyboards?.surfacesChanged()
    }

    /// The surface was mapped. It gets the keyboard if it may have it and no other surface has it.
    func mapped(_ surface: any ScreenSurface) {
        guard let desktop, surface.current.keyboard != .none, desktop.keyboardTarget == nil else { return }
        choose(surface)
    }

    /// The user pressed on a layer surface.
    func pressed(_ surface: any ScreenSurface) {
        if surface.current.keyboard != .none { choose(surface) }
    }

    /// Gives the keyboard back to windows, unless a surface has it exclusively.
    func giveUpKeyboard() {
        chosen = nil
    }

    /// Places all surfaces: keyboards on the handheld screen if there is one.
    func arrange() {
        guard let desktop else { return }
        let handheld = desktop.output.screen.handheldArea
        var screen = LayerArrangement(screen: desktop.bounds, reserved: desktop.output.reserved)
        let here = surfaces.filter { !isElsewhere($0) && !$0.isOnPanel }
        var placed = place(here.filter { handheld == nil || !$0.isKeyboard }, in: &screen)
        if let handheld {
            var hand = LayerArrangement(screen: handheld, reserved: desktop.output.handheldReserved)
            placed += place(here.filter(\.isKeyboard), in: &hand)
        }
        var panel = LayerArrangement(
            screen: desktop.bounds(onPanel: true), reserved: desktop.panelScreen?.layout.reserved ?? .none)
        placed += place(surfaces.filter(\.isOnPanel), in: &panel)
        for surface in surfaces where isElsewhere(surface) {
            guard let output = surface.otherOutput else { continue }
            var display = LayerArrangement(screen: output.layout.bounds)
            placed += place([surface], in: &display)
        }
        let exclusive = placed.filter { surface, _ in
            handheld == nil && surface.isKeyboard && isShown(surface) && surface.current.exclusiveZone > 0
        }
        let area = exclusive.isEmpty ? nil : Region(exclusive.map(\.1)).extents.intersection(desktop.bounds)
        if screen.reserved != reserved || panel.reserved != reservedOnPanel || area != keyboardArea {
            (reserved, reservedOnPanel, keyboardArea) = (screen.reserved, panel.reserved, area)
            desktop.usableAreaChanged()
        }
        for (surface, frame) in placed where surface.isConfigured { surface.place(at: frame) }
    }

    /// Places surfaces on a screen: first the surfaces with an exclusive zone, then the others, each front to back.
    private func place(
        _ surfaces: [any ScreenSurface], in arrangement: inout LayerArrangement
    ) -> [(any ScreenSurface, Rect<LogicalSpace>)] {
        let ordered = ZwlrLayerShellV1.Layer.frontToBack.flatMap { layer in
            surfaces.filter { $0.current.layer == layer }
        }
        let edges = ordered.filter { $0.current.exclusiveZone > 0 }
        let others = ordered.filter { $0.current.exclusiveZone <= 0 }
        return (edges + others).map { ($0, arrangement.place($0.current, reserves: isShown($0))) }
    }

    var keyboardPixels: Rect<ContentSpace>? {
        desktop.flatMap { desktop in keyboardArea.map(desktop.output.screen.scale.physical) }
    }

    var hasKeyboard: Bool { surfaces.contains { $0.isMapped && $0.isKeyboard } }

    func keyboardsChanged() {
        for surface in surfaces where surface.isMapped && !isShown(surface) { desktop?.willTakeAway(surface) }
        arrange()
        desktop?.layersChanged()
    }

    /// Releases all surfaces to the application that tools move to.
    func toolsLeave() {
        released = surfaces
        guard !released.isEmpty else { return }
        for surface in released where surface.isMapped { desktop?.willTakeAway(surface) }
        surfaces = []
        chosen = nil
        arrange()
        desktop?.layersChanged()
    }

    /// Adds the surfaces that another screen has released, in front of the present ones.
    func toolsCame(from old: WaylandContent) {
        let adopted = old.attachments[Desktop.self]?.layers.takeReleased() ?? []
        guard let desktop, !adopted.isEmpty else { return }
        for surface in adopted { surface.move(to: desktop) }
        surfaces += adopted
        arrange()
        desktop.layersChanged()
    }

    private func takeReleased() -> [any ScreenSurface] {
        defer { released = [] }
        return released
    }

    private func choose(_ surface: any ScreenSurface) {
        chosen = surface
        desktop?.layersChanged()
    }
}
