import Geometry
import Mirroring

/// The area average by its definition, in double precision: slow, and written without regard to the kernels.
enum AreaAverageReference {
    /// The colours of `source` scaled to a size, row by row, each channel rounded to nearest.
    static func colors(of source: MemoryBuffer, scaledTo width: Int, _ height: Int) -> [UInt32] {
        (0..<height).flatMap { colors(ofRow: $0, of: source, scaledTo: width, height) }
    }

    /// One row of those.
    static func colors(ofRow y: Int, of source: MemoryBuffer, scaledTo width: Int, _ height: Int) -> [UInt32] {
        let rows = overlaps(of: y, among: height, source: source.size.height)
        return (0..<width).map { x in
            pixel(of: source, columns: overlaps(of: x, among: width, source: source.size.width), rows: rows)
        }
    }

    private static func pixel(
        of source: MemoryBuffer, columns: [(at: Int, share: Double)], rows: [(at: Int, share: Double)]
    ) -> UInt32 {
        var sums = (red: 0.0, green: 0.0, blue: 0.0)
        for row in rows {
            for column in columns {
                let pixel = source.row(row.at)[column.at]
                let share = row.share * column.share
                sums.red += share * Double(pixel >> 16 & 255)
                sums.green += share * Double(pixel >> 8 & 255)
                sums.blue += share * Double(pixel & 255)
            }
        }
        return UInt32(sums.red.rounded()) << 16 | UInt32(sums.green.rounded()) << 8 | UInt32(sums.blue.rounded())
    }

    /// The source pixels under target pixel `index`, with the part of it that each one fills.
    static func overlaps(of index: Int, among count: Int, source: Int) -> [(at: Int, share: Double)] {
        let low = Double(index) * Double(source) / Double(count)
        let high = Double(index + 1) * Double(source) / Double(count)
        return (Int(low)..<min(source, Int(high.rounded(.up)))).map { pixel in
            (pixel, (min(high, Double(pixel + 1)) - max(low, Double(pixel))) / (high - low))
        }
    }
}
