import Geometry
import Mirroring
import TestSupport
import Testing

@Suite struct DamageHistoryTests {
    private let size = Size<OutputSpace>(width: 16, height: 16)

    private func cell(_ x: Int) -> Region<OutputSpace> { Region(Rect(x: x, y: 0, width: 1, height: 1)) }

    @Test func aBufferLacksTheDamageSinceItWasDrawn() {
        var history = DamageHistory(size: size, capacity: 3)
        for x in 0..<5 { history.record(cell(x)) }
        #expect(history.damage(forAge: 1) == cell(4))
        #expect(history.damage(forAge: 3) == Region(Rect(x: 2, y: 0, width: 3, height: 1)))
    }

    @Test func unknownAndOldBuffersLackEverything() {
        var history = DamageHistory(size: size, capacity: 3)
        #expect(history.damage(forAge: 1) == Region(size.bounds))
        for x in 0..<5 { history.record(cell(x)) }
        for age in [.min, -1, 0, 4, .max] { #expect(history.damage(forAge: age) == Region(size.bounds)) }
    }

    @Test func damageIsCutToThePicture() {
        var history = DamageHistory(size: size)
        history.record(Region(Rect(x: 10, y: -5, width: 100, height: 100)))
        #expect(history.damage(forAge: 1) == Region(Rect(x: 10, y: 0, width: 6, height: 16)))
    }

    /// Buffers in random rotation, each repaired from the history, always end up with the newest picture.
    @Test func repairedBuffersAlwaysHoldTheNewestPicture() {
        for seed in UInt64(0)..<40 {
            var random = SplitMix64(seed: seed)
            var history = DamageHistory(size: size, capacity: 3)
            var picture = [Int](repeating: 0, count: 256)
            var buffers = [[Int]](repeating: [Int](repeating: -1, count: 256), count: 4)
            var drawnAt = [Int?](repeating: nil, count: 4)
            for frame in 1...40 {
                let damage = Region<OutputSpace>(
                    (0..<2).map { _ in
                        Rect(
                            x: Int.random(in: 0..<16, using: &random), y: Int.random(in: 0..<16, using: &random),
                            width: Int.random(in: 0..<6, using: &random), height: Int.random(in: 0..<6, using: &random))
                    }
                ).intersection(size.bounds)
                for pixel in pixels(of: damage) { picture[pixel] = frame }
                history.record(damage)
                let buffer = Int.random(in: 0..<4, using: &random)
                let age = drawnAt[buffer].map { frame - $0 } ?? 0
                for pixel in pixels(of: history.damage(forAge: age)) { buffers[buffer][pixel] = picture[pixel] }
                drawnAt[buffer] = frame
                #expect(buffers[buffer] == picture, "seed \(seed), frame \(frame), age \(age)")
            }
        }
    }

    private func pixels(of region: Region<OutputSpace>) -> [Int] {
        region.rects.flatMap { rect in
            (rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { y * 16 + $0 } }
        }
    }
}
