import CPixelKernels
import TestSupport
import Testing

/// The box around differing pixels, compared with a search pixel by pixel.
@Suite struct DifferenceTests {
    private struct Box: Equatable {
        var left: Int, top: Int, right: Int, bottom: Int
    }

    private struct Pair {
        let width: Int, height: Int
        /// In pixels, the two pictures' rows.
        let strides: (Int, Int)
        var first: [UInt32]
        var second: [UInt32]

        /// Equal pictures, in rows that end with what differs.
        init(_ width: Int, _ height: Int, padding: (Int, Int)) {
            (self.width, self.height) = (width, height)
            strides = (width + padding.0, width + padding.1)
            first = Array(repeating: 1, count: strides.0 * height)
            second = Array(repeating: 2, count: strides.1 * height)
            for y in 0..<height { for x in 0..<width { second[y * strides.1 + x] = 1 } }
        }

        mutating func change(_ x: Int, _ y: Int) { second[y * strides.1 + x] ^= 0x0100_0000 }

        var found: Box {
            let box = first.withUnsafeBytes { one in
                second.withUnsafeBytes { other in
                    kagami_difference(
                        one.baseAddress, strides.0 * 4, other.baseAddress, strides.1 * 4, Int32(width), Int32(height))
                }
            }
            return Box(left: Int(box.left), top: Int(box.top), right: Int(box.right), bottom: Int(box.bottom))
        }

        var expected: Box {
            var box: Box?
            for y in 0..<height {
                for x in 0..<width where first[y * strides.0 + x] != second[y * strides.1 + x] {
                    let old = box ?? Box(left: x, top: y, right: x + 1, bottom: y + 1)
                    box = Box(
                        left: min(old.left, x), top: old.top, right: max(old.right, x + 1), bottom: y + 1)
                }
            }
            return box ?? Box(left: 0, top: 0, right: 0, bottom: 0)
        }
    }

    @Test func equalPicturesHaveNone() {
        let pair = Pair(67, 5, padding: (3, 1))
        #expect(pair.found == Box(left: 0, top: 0, right: 0, bottom: 0))
    }

    @Test func eachPixelIsFoundByItself() {
        for width in [1, 7, 8, 9, 16, 33] {
            for place in 0..<width * 3 {
                var pair = Pair(width, 3, padding: (0, 2))
                pair.change(place % width, place / width)
                #expect(pair.found == pair.expected, "\(place) of \(width)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<100) func theBoxIsTheSmallest(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            var pair = Pair(
                Int.random(in: 1...300, using: &random), Int.random(in: 1...12, using: &random),
                padding: (Int.random(in: 0...5, using: &random), Int.random(in: 0...5, using: &random)))
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                pair.change(
                    Int.random(in: 0..<pair.width, using: &random), Int.random(in: 0..<pair.height, using: &random))
            }
            #expect(pair.found == pair.expected)
        }
    }
}
