package import Geometry

/// The arrangement of the menu's entries: a grid of equal tiles on a sheet beside the handle.
///
/// All lengths are in panel pixels.
package struct MenuGrid: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
    /// The sheet's place on the panel.
    package let frame: Rect<PanelSpace>
    /// The room between the tiles and around them.
    package let gap: Int
    /// The size of the letters.
    package let letter: Double
    /// The height of the title above the tiles, or 0 without a title.
    package let title: Int

    /// The least number of tiles: one entry, the entry for further pages and the entry that closes the menu.
    package static let leastCapacity = 3
    /// The size of a tile, with room for a sign, a name and a state; a finger needs 9 mm.
    private static let tileMillimetres = (width: 25.0, height: 18.0)
    private static let gapMillimetres = 1.6
    private static let letterMillimetres = 2.6
    /// The height of a title with two lines of letters.
    private static let titleMillimetres = 7.0
    /// The sheet's distance from the panel's edges.
    private static let marginMillimetres = 2.0

    /// The grid for `count` tiles, including the tile that closes the menu.
    ///
    /// `density` is in pixels per millimetre. `size` is a multiple of the usual size.
    package init(
        count: Int, hasTitle: Bool = false, on panel: Size<PanelSpace>, _ configuration: MenuConfiguration,
        density: Double, size: Double
    ) {
        let scale = density * size
        let handle = MenuHandle(configuration, in: panel.bounds, density: density)
        let edge = configuration.edge
        let gap = max(1, Int(clamping: (Self.gapMillimetres * scale).rounded()))
        let margin = Int(clamping: (Self.marginMillimetres * density).rounded())
        // The handle stays visible.
        let room = Size<PanelSpace>(
            width: max(1, panel.width - 2 * margin - (edge.isSide ? handle.area.width : 0)),
            height: max(1, panel.height - 2 * margin - (edge.isSide ? 0 : handle.area.height)))
        // Where there is hardly any room, the tiles have half of it.
        title = hasTitle ? min(Int(clamping: (Self.titleMillimetres * scale).rounded()), room.height / 2) : 0
        let titled = title > 0 ? title + gap : 0
        func most(_ room: Int, _ millimetres: Double) -> Int {
            max(1, Int(clamping: Double(room - gap) / (millimetres * scale + Double(gap))))
        }
        let most = (
            columns: most(room.width, Self.tileMillimetres.width),
            rows: most(room.height - titled, Self.tileMillimetres.height)
        )
        let (columns, rows) = Self.arrange(max(count, Self.leastCapacity), in: most.columns, most.rows)
        self.columns = columns
        self.rows = rows
        self.gap = gap
        func length(_ count: Int, _ millimetres: Double, _ room: Int, and more: Int = 0) -> Int {
            min(room, Int(clamping: (Double(count) * millimetres * scale).rounded()) + (count + 1) * gap + more)
        }
        let sheet = Size<PanelSpace>(
            width: length(columns, Self.tileMillimetres.width, room.width),
            height: length(rows, Self.tileMillimetres.height, room.height, and: titled))
        frame = Self.place(sheet, beside: handle, on: panel, margin: margin)
        // On a panel without room for tiles of this size, the letters are smaller too.
        let tile = Double(sheet.height - titled - (rows + 1) * gap) / Double(rows)
        letter = max(1, Self.letterMillimetres * min(scale, max(1, tile) / Self.tileMillimetres.height))
    }

    /// The most tiles on one page.
    package var capacity: Int { columns * rows }

    /// A grid about as wide as high, as far as there is room.
    private static func arrange(_ count: Int, in mostColumns: Int, _ mostRows: Int) -> (columns: Int, rows: Int) {
        var columns = 1
        while columns < mostColumns, columns * columns < count || (count + columns - 1) / columns > mostRows {
            columns += 1
        }
        // One tile alone in the last row looks lost.
        func isEven(_ columns: Int) -> Bool {
            columns > 1 && columns <= mostColumns && count % columns != 1 && (count + columns - 1) / columns <= mostRows
        }
        if columns > 1, count % columns == 1 {
            columns = [columns + 1, columns - 1].first { $0 > 1 && isEven($0) } ?? columns
        }
        let rows = min(mostRows, (count + columns - 1) / columns)
        // Where there is hardly any room, tiles shrink.
        return columns * rows >= leastCapacity ? (columns, rows) : (columns, (leastCapacity + columns - 1) / columns)
    }

    /// The sheet's place beside the handle, centred along the edge as far as the panel allows.
    private static func place(
        _ sheet: Size<PanelSpace>, beside handle: MenuHandle, on panel: Size<PanelSpace>, margin: Int
    ) -> Rect<PanelSpace> {
        func along(_ middle: Int, _ length: Int, _ whole: Int) -> Int {
            min(max(middle - length / 2, margin), max(margin, whole - margin - length))
        }
        let area = handle.area
        let x = along(area.x + area.width / 2, sheet.width, panel.width)
        let y = along(area.y + area.height / 2, sheet.height, panel.height)
        return handle.place(sheet, gap: margin, at: (x, y), in: panel.bounds)
    }
}
