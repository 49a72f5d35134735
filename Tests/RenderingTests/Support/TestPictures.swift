import Geometry
import Testing
import Mirroring
import TestSupport
import Rendering

extension MemoryBuffer {
    /// A picture with every pixel, padding included, set to `pixel`.
    static func filled(_ width: Int, _ height: Int, with pixel: UInt32 = 0) throws -> MemoryBuffer {
        let size = Size<BufferSpace>(width: width, height: height)
        let buffer = try #require(MemoryBuffer(size: size))
        for y in 0..<height { buffer.row(y).update(repeating: pixel, count: buffer.stride / 4) }
        return buffer
    }

    /// A picture of random words, the unused byte included; rows repeat after a prime number of them.
    static func noise(_ width: Int, _ height: Int, seed: UInt64) throws -> MemoryBuffer {
        var random = SplitMix64(seed: seed)
        let buffer = try #require(MemoryBuffer(size: Size(width: width, height: height)))
        for y in 0..<min(height, period) {
            let row = buffer.row(y)
            for x in 0..<width { row[x] = UInt32(truncatingIfNeeded: random.next()) }
        }
        for y in min(height, period)..<height {
            buffer.row(y).update(from: buffer.row(y % period), count: width)
        }
        return buffer
    }

    private static let period = 61
}

extension Buffer {
    /// The colour of each pixel, row by row, without the unused byte.
    var colors: [UInt32] {
        (0..<size.height).flatMap(colors(ofRow:))
    }

    /// The colours of one row.
    func colors(ofRow y: Int) -> [UInt32] {
        var colors: [UInt32] = []
        _ = withPixels { first in
            let row = (first + y * stride).assumingMemoryBound(to: UInt32.self)
            colors = UnsafeBufferPointer(start: row, count: size.width).map { $0 & 0xFF_FFFF }
        }
        return colors
    }
}

extension MemoryImage {
    /// Random valid pixels: no colour above its alpha where the format has alpha.
    static func noise(
        _ size: Size<BufferSpace>, _ format: PixelFormat, using random: inout SplitMix64
    ) -> MemoryImage {
        let pixels = (0..<size.area).map { _ -> UInt32 in
            let word = UInt32(truncatingIfNeeded: random.next())
            guard format.hasAlpha else { return word }
            let bits: UInt32 = format.isDeep ? 10 : 8
            let (most, mostAlpha) = (1 << bits - 1 as UInt32, UInt32.max >> (3 * bits))
            // Clear, opaque and mixed pixels all matter.
            let alphas = [0, mostAlpha, word >> (3 * bits), word >> (3 * bits)]
            let alpha = alphas.randomElement(using: &random) ?? mostAlpha
            let shares = [2 * bits, bits, 0].map { (shift: UInt32) -> UInt32 in
                let channel = word >> shift & most
                return (channel * alpha / mostAlpha) << shift
            }
            return shares.reduce(alpha << (3 * bits), |)
        }
        return MemoryImage(size: size, format: format, pixels: pixels)
    }
}

/// A source whose pixels are gone.
final class VanishedSource: Buffer {
    let size = Size<BufferSpace>(width: 64, height: 64)
    let stride = 256
    let format = PixelFormat.xrgb8888

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool { false }
}

/// The largest difference of any one channel between two pixels' colours.
///
/// Without closures and generic functions, which take a debug build twenty times as long: pixels are many.
func channelDifference(_ left: UInt32, _ right: UInt32) -> Int {
    let red = distance(left >> 16 & 255, right >> 16 & 255)
    let green = distance(left >> 8 & 255, right >> 8 & 255)
    let blue = distance(left & 255, right & 255)
    let larger = red > green ? red : green
    return Int(larger > blue ? larger : blue)
}

private func distance(_ left: UInt32, _ right: UInt32) -> UInt32 {
    left > right ? left - right : right - left
}

/// The largest difference of any channel of any pixel.
func largestDifference(_ left: [UInt32], _ right: [UInt32]) -> Int {
    guard left.count == right.count else { return .max }
    var largest = 0
    for index in left.indices where left[index] != right[index] {
        let difference = channelDifference(left[index], right[index])
        if difference > largest { largest = difference }
    }
    return largest
}
