import Geometry
import Mirroring

/// The panel menu on the glass: drawn above all that the panel shows, which goes on living behind it.
///
/// While it is open it has all fingers, pens, mice and keys of the panel, but for what an application held before.
final class MenuOverlay: OverlayInputSink {
    private unowned let compositor: Compositor
    private var shown: Shown?
    /// Numbers the openings, so that the timer of one that has ended is ignored.
    private var number = 0

    private struct Shown {
        var menu: PanelMenu
        let grid: MenuGrid
        let panel: Size<PanelSpace>
        let border: PiPBorder
        var scene: MenuScene?
        var places: [Rect<PanelSpace>] = []
    }

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    var isOpen: Bool { shown != nil }

    /// Opens the menu; `isFocused` highlights the first entry, for keys. False without a panel to show it on, and where
    /// it cannot be drawn.
    func open(isFocused: Bool) -> Bool {
        guard shown == nil else { return true }
        guard compositor.ports.menu != nil, let panel = compositor.panelSize else { return false }
        let scanning = configuration.scanMicroseconds > 0
        let entries = compositor.menuEntries
        let density = compositor.panelDensity
        let grid = MenuGrid(
            count: entries.count + 1, on: panel, configuration, density: density, size: interface.size)
        shown = Shown(
            menu: PanelMenu(entries, in: grid, isFocused: isFocused || scanning), grid: grid, panel: panel,
            border: PiPBorder(density: density))
        guard draw() else {
            shown = nil
            return false
        }
        number += 1
        compositor.setOverlayInput(.menu, area: OverlayArea(own: Region(panel.bounds), isModal: true), sink: self)
        if scanning { scheduleScan() }
        compositor.hints.follow()
        return true
    }

    func close() {
        guard shown != nil else { return }
        shown = nil
        compositor.setOverlayInput(.menu, area: nil, sink: nil)
        compositor.setOverlay(.menu, to: nil, on: .panel)
        compositor.hints.follow()
    }

    /// Does what the bound key asks for: opens or closes the menu, or chooses the highlighted entry while scanning.
    func act() {
        if shown == nil {
            _ = open(isFocused: true)
        } else if configuration.scanMicroseconds > 0 {
            handle(.key(.choose))
        } else {
            close()
        }
    }

    /// Shows the present state of the entries; closes the menu where it has lost its place.
    func refresh() {
        guard let shown else { return }
        guard compositor.panelSize == shown.panel, compositor.blanked != .all else { return close() }
        self.shown?.menu.update(compositor.menuEntries)
        _ = draw()
    }

    /// The entries on the panel; nil while the menu is closed.
    var entries: [MenuStatus.Entry]? {
        guard let shown, let scene = shown.scene else { return nil }
        return zip(scene.tiles, shown.places).map { tile, place in
            MenuStatus.Entry(
                item: tile.entry.item.name, name: tile.name, value: tile.value, isAvailable: tile.entry.canBeChosen,
                isFocused: tile.isFocused, frame: place)
        }
    }

    private var configuration: MenuConfiguration { compositor.configuration.menu }
    private var interface: InterfaceConfiguration { compositor.configuration.interface }

    // MARK: Drawing

    /// Draws the menu where it has changed; false where it cannot be drawn.
    private func draw() -> Bool {
        guard let shown else { return false }
        let scene = MenuScene(tiles(of: shown.menu), in: shown.grid, contrast: interface.contrast)
        guard scene != shown.scene else { return true }
        guard let picture = compositor.ports.menu?.picture(of: scene) else { return false }
        let frame = shown.grid.frame
        self.shown?.scene = scene
        self.shown?.places = picture.places.map { $0.offset(x: frame.x, y: frame.y).reinterpreted() }
        var overlay = ScreenOverlay(picture: picture.buffer, frame: frame.reinterpreted())
        shown.border.surround(&overlay, at: frame)
        compositor.setOverlay(.menu, to: overlay, on: .panel)
        return true
    }

    private func tiles(of menu: PanelMenu) -> [MenuScene.Tile] {
        let language = compositor.language
        return menu.shown.map { entry in
            MenuScene.Tile(
                entry, name: entry.name(in: language, commands: configuration.commands),
                value: entry.valueText(in: language), isFocused: menu.focus == entry.item,
                isPressed: menu.pressed.contains(entry.item))
        }
    }

    // MARK: Input

    func take(_ input: OverlayInput) {
        switch input {
        case .down(let contact, let means, let point, _):
            if means.isPrimary { handle(.down(contact, hit(at: point))) }
        case .motion(let contact, let point, _): handle(.move(contact, hit(at: point)))
        case .up(let contact, _): handle(.up(contact))
        case .cancel(let contact): handle(.cancel(contact))
        case .hover(let point, _): handle(.hover(hit(at: point)))
        case .hoverEnded: handle(.hoverEnded)
        case .key(let keys, _): PanelMenu.Key(keys).map { handle(.key($0)) }
        case .scroll: break
        }
    }

    private func hit(at point: Point<PanelSpace>) -> PanelMenu.Hit {
        guard let shown, shown.grid.frame.contains(point) else { return .outside }
        let index = shown.places.firstIndex { $0.contains(point) }
        return index.flatMap { shown.scene?.tiles[$0].entry.item }.map { .item($0) } ?? .sheet
    }

    private func handle(_ input: PanelMenu.Input) {
        guard let outcome = shown?.menu.handle(input) else { return }
        switch outcome {
        case .none: _ = draw()
        case .close: close()
        case .choose(let item):
            if !item.keepsMenu { close() }
            compositor.choose(item)
            refresh()
        }
    }

    private func scheduleScan() {
        compositor.ports.loop.schedule(afterMicroseconds: max(1, configuration.scanMicroseconds)) {
            [weak self, number] in
            guard let self, self.number == number, shown != nil, configuration.scanMicroseconds > 0 else { return }
            handle(.scan)
            if shown != nil { scheduleScan() }
        }
    }
}
