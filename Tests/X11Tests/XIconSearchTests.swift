import Geometry
import Mirroring
import TestSupport
import Testing

@testable import X11

/// The search for the icon that suits in `_NET_WM_ICON`.
@Suite struct XIconSearchTests {
    /// The icon that is found in the property, and how often that is read; nil for a search that does not end.
    private func search(_ property: [UInt32]) -> (icon: WindowIcon?, reads: Int)? {
        var search = XIconSearch()
        for reads in 1...XIconSearch.mostPictures + 1 {
            let words = property[search.next.clamped(to: property.indices)]
            let left = max(0, property.count - search.next.upperBound)
            if !search.take(Array(words), left: left) { return (search.icon, reads) }
        }
        return nil
    }

    /// Pictures of these sizes, each of one colour, which is its number.
    private func property(_ sizes: [(UInt32, UInt32)]) -> [UInt32] {
        sizes.enumerated().flatMap { number, size in
            [size.0, size.1] + Array(repeating: UInt32(number), count: Int(size.0 * size.1))
        }
    }

    /// The smallest of those that are large enough, else the largest.
    @Test(
        arguments: [
            ([(16, 16), (32, 32), (48, 48)], 2), ([(48, 48), (16, 16)], 0), ([(128, 128), (64, 64), (96, 96)], 1),
            ([(16, 16), (128, 128), (256, 256)], 1), ([(256, 256), (16, 16)], 1), ([(256, 256)], nil),
            ([(64, 16), (32, 32)], 1), ([(1, 1)], 0), ([], nil),
        ] as [([(UInt32, UInt32)], Int?)])
    func theBestPictureIsRead(sizes: [(UInt32, UInt32)], best: Int?) throws {
        let found = try #require(search(property(sizes)))
        #expect(found.icon?.pixels.first == best.map(UInt32.init))
        #expect(found.icon?.size == best.map { Size(width: Int(sizes[$0].0), height: Int(sizes[$0].1)) })
        #expect(found.reads == max(1, sizes.count) + (best == nil ? 0 : 1))
    }

    @Test(
        arguments: [[0, 0, 1], [9, 9, 1], [.max, .max, 1], [0x10000, 0x10000, 0], [5], [0, 5, 1, 1]] as [[UInt32]])
    func sizesThatAreNotThoseOfPicturesEndTheSearch(words: [UInt32]) throws {
        let found = try #require(search(words))
        #expect(found.icon == nil && found.reads == 1)
        // What was found before counts.
        let after = try #require(search(property([(2, 2)]) + words))
        #expect(after.icon?.size == Size(width: 2, height: 2))
    }

    @Test func onlySoManySizesAreRead() throws {
        let found = try #require(search(property(Array(repeating: (1, 1), count: 1000))))
        #expect(found.reads == XIconSearch.mostPictures + 1 && found.icon?.pixels == [0])
    }

    /// The client may change the property between two reads.
    @Test(arguments: 1...20) func aPropertyThatChangesYieldsAnIconOrNone(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            var search = XIconSearch()
            var reads = 0
            var goesOn = true
            while goesOn {
                reads += 1
                let count =
                    Bool.random(using: &generator) ? search.next.count : Int.random(in: 0...4, using: &generator)
                let words = (0..<count).map { _ in UInt32.random(in: 0...9, using: &generator) }
                goesOn = search.take(words, left: Int.random(in: 0...200, using: &generator))
            }
            #expect(reads <= XIconSearch.mostPictures + 1)
            #expect(search.icon.map { $0.pixels.count == $0.size.width * $0.size.height } ?? true)
        }
    }
}
