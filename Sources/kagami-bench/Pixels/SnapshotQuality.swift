import Foundation
import Geometry
import Mirroring

/// Compares a snapshot with the exact area average in double precision.
enum SnapshotQuality {
    /// The peak signal-to-noise ratio in decibels, over all channels of all pixels of `frame`.
    /// The reference is not rounded, so even a perfect snapshot has rounding noise.
    static func psnr(of panel: MemoryBuffer, showing external: MemoryBuffer, at frame: Rect<PanelSpace>) -> Double {
        let columns = (0..<frame.width).map { overlaps($0, external.size.width, frame.width) }
        var squares = 0.0
        for y in 0..<frame.height {
            let rows = overlaps(y, external.size.height, frame.height)
            for x in 0..<frame.width {
                let shown = panel.row(frame.y + y)[frame.x + x]
                let exact = average(of: external, columns: columns[x], rows: rows)
                squares += square(exact.x - Double(shown >> 16 & 255)) + square(exact.y - Double(shown >> 8 & 255))
                squares += square(exact.z - Double(shown & 255))
            }
        }
        let mean = squares / Double(3 * frame.size.area)
        return 10 * log10(255 * 255 / mean)
    }

    private static func square(_ value: Double) -> Double { value * value }

    private static func average(
        of picture: MemoryBuffer, columns: [(at: Int, share: Double)], rows: [(at: Int, share: Double)]
    ) -> SIMD3<Double> {
        var sum = SIMD3<Double>()
        for row in rows {
            let pixels = picture.row(row.at)
            for column in columns {
                let pixel = pixels[column.at]
                let channels = SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                sum += channels * (row.share * column.share)
            }
        }
        return sum
    }

    private static func overlaps(_ index: Int, _ source: Int, _ scaled: Int) -> [(at: Int, share: Double)] {
        let low = Double(index) * Double(source) / Double(scaled)
        let high = Double(index + 1) * Double(source) / Double(scaled)
        return (Int(low)..<min(source, Int(high.rounded(.up)))).map { pixel in
            (pixel, (min(high, Double(pixel + 1)) - max(low, Double(pixel))) / (high - low))
        }
    }
}
