import Geometry
import Mirroring

/// The layout of the panel menu: rows of tiles on a sheet, each with a sign, a name and a state.
///
/// Lengths are in the panel's pixels: the menu is laid out at its design size.
struct MenuBoxes {
    let scene: MenuScene
    let colors: MenuColors

    /// The tree of boxes: the sheet, its title, its rows, their tiles.
    var layout: HUDLayout {
        let grid = scene.grid
        let rows = (0..<grid.rows).map { row in
            // A tile that is alone in its row fills the row.
            let first = row * grid.columns
            let count = first + 1 == scene.tiles.count ? 1 : grid.columns
            return HUDBox(.row((0..<count).map { tile(at: first + $0) }), spacing: Double(grid.gap))
        }
        return HUDLayout(
            design: grid.frame.size.reinterpreted(),
            root: HUDBox(
                .column(title + rows), padding: Double(grid.gap), spacing: Double(grid.gap), background: colors.sheet,
                style: HUDStyle(font: HUDBox.fonts, fontSize: grid.letter)))
    }

    private var title: [HUDBox] {
        scene.title.map {
            let words = HUDElement(.label, alignment: .center, lines: 2, label: $0)
            return [
                HUDBox(
                    .element(words), length: Double(scene.grid.title),
                    style: HUDStyle(color: colors.tile.text, isBold: true))
            ]
        } ?? []
    }

    /// The width of the line around a tile.
    private var line: Double { max(1, (scene.grid.letter * 0.08).rounded()) }

    /// The places of the scene's tiles in a placed layout.
    func places(in root: PlacedBox) -> [PlacedBox] {
        Array(root.children.dropFirst(title.count).flatMap(\.children).prefix(scene.tiles.count))
    }

    /// The box of a tile's sign.
    static func sign(in tile: PlacedBox) -> PlacedBox? { tile.children.first?.children.first }

    /// A tile within its ring; empty if there is no such entry.
    private func tile(at index: Int) -> HUDBox {
        guard scene.tiles.indices.contains(index) else { return HUDBox(.stack([])) }
        let tile = scene.tiles[index]
        let look = colors.tile(tile)
        let letter = scene.grid.letter
        let widest = max(2, (letter * colors.ring).rounded())
        let ring = tile.isFocused ? widest : line
        let radius = (letter * 0.6).rounded()
        // The content of the tile stays in place when the ring appears.
        let content = HUDBox(
            .column(texts(of: tile, look)), padding: max(0, (letter * 0.4).rounded() - ring), background: look.ground,
            radius: max(0, radius - ring), style: HUDStyle(color: look.text))
        return HUDBox(
            .stack([content]), padding: ring, background: tile.isFocused ? colors.focus : look.edge, radius: radius)
    }

    private func texts(of tile: MenuScene.Tile, _ look: MenuColors.Tile) -> [HUDBox] {
        func label(_ text: String, lines: Int, style: HUDStyle) -> HUDBox {
            HUDBox(
                .element(HUDElement(.label, alignment: .center, lines: lines, label: text)), grow: Double(lines) * 1.3,
                style: style)
        }
        let sign = HUDBox(.element(HUDElement(.label)), grow: 2)
        // All names are at the same height, whether or not their tile has a state.
        guard scene.tiles.contains(where: { !$0.value.isEmpty }) else {
            return [sign, label(tile.name, lines: 3, style: HUDStyle(isBold: true))]
        }
        let name = label(tile.name, lines: 2, style: HUDStyle(isBold: true))
        return [sign, name, label(tile.value, lines: 1, style: HUDStyle(color: look.value))]
    }
}
