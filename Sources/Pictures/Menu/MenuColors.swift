import Mirroring

/// The colours of the panel menu.
struct MenuColors: Hashable {
    /// The sheet below the tiles.
    let sheet: HUDColor
    let tile: Tile
    let on: Tile
    let pressed: Tile
    let disabled: Tile
    /// The ring around the highlighted tile.
    let focus: HUDColor
    /// The width of the ring, as a share of the letters' size.
    let ring: Double

    struct Tile: Hashable {
        let ground: HUDColor
        /// The line around the tile.
        let edge: HUDColor
        let text: HUDColor
        /// The colour of the state in words.
        let value: HUDColor
    }

    init(_ contrast: Contrast) {
        switch contrast {
        case .normal: self = .normal
        case .high: self = .high
        }
    }

    private init(
        sheet: UInt32, tile: Tile, on: Tile, pressed: Tile, disabled: Tile, focus: UInt32, ring: Double
    ) {
        self.sheet = HUDColor(sheet)
        self.tile = tile
        self.on = on
        self.pressed = pressed
        self.disabled = disabled
        self.focus = HUDColor(focus)
        self.ring = ring
    }

    private static let normal = MenuColors(
        sheet: 0x161C24, tile: Tile(0x28313C, edge: 0x28313C, text: 0xF2F4F7, value: 0xC6D0DB),
        on: Tile(0x1F5A8C, edge: 0x1F5A8C, text: 0xFFFFFF, value: 0xE3EEF8),
        pressed: Tile(0x4A5868, edge: 0x4A5868, text: 0xFFFFFF, value: 0xFFFFFF),
        disabled: Tile(0x1C232C, edge: 0x1C232C, text: 0x8793A1, value: 0x8793A1), focus: 0xFFC94A, ring: 0.25)

    private static let high = MenuColors(
        sheet: 0x000000, tile: Tile(0x000000, edge: 0xFFFFFF, text: 0xFFFFFF, value: 0xFFFFFF),
        on: Tile(0xFFFFFF, edge: 0xFFFFFF, text: 0x000000, value: 0x000000),
        pressed: Tile(0xFFE45C, edge: 0xFFE45C, text: 0x000000, value: 0x000000),
        disabled: Tile(0x000000, edge: 0x6E6E6E, text: 0xB4B4B4, value: 0xB4B4B4), focus: 0xFFE100, ring: 0.35)

    /// The colours of one tile.
    func tile(_ tile: MenuScene.Tile) -> Tile {
        if tile.isPressed { return pressed }
        if !tile.entry.canBeChosen { return disabled }
        return tile.entry.isOn ? on : self.tile
    }
}

extension MenuColors.Tile {
    fileprivate init(_ ground: UInt32, edge: UInt32, text: UInt32, value: UInt32) {
        self.init(ground: HUDColor(ground), edge: HUDColor(edge), text: HUDColor(text), value: HUDColor(value))
    }
}
