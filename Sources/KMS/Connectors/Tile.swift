import Geometry

/// The part of a monitor that a connector feeds, for monitors that take their picture over several cables.
struct Tile: Hashable, Sendable, CustomStringConvertible {
    /// From 1 on, row by row.
    let number: Int
    let count: Int
    let size: Size<ScanoutSpace>

    /// From the kernel's TILE blob: group, whether all tiles are in one housing, columns, rows, this one's column and row,
    /// width and height, with colons between them; nil for other bytes, and for displays of one tile.
    init?(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            .split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 8, !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap(\.self)
        let (columns, rows, column, row) = (numbers[2], numbers[3], numbers[4], numbers[5])
        guard (1...16).contains(columns), (1...16).contains(rows), (0..<columns).contains(column),
            (0..<rows).contains(row), columns * rows > 1, numbers[6] > 0, numbers[7] > 0
        else { return nil }
        number = row * columns + column + 1
        count = columns * rows
        size = Size(width: numbers[6], height: numbers[7])
    }

    /// What a viewer sees of a picture in this mode, and why; nil where the monitor shows all of it.
    func remark(onModeOf shown: Size<ScanoutSpace>) -> String? {
        guard shown == size else { return nil }
        return
            "the monitor takes its picture over \(count) cables, and this is tile \(number): it shows 1/\(count) of the "
            + "screen; choose a mode of another size, or use a single cable"
    }

    var description: String { "\(number) of \(count)" }
}
