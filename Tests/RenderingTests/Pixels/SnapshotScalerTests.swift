import Geometry
import Mirroring
import TestSupport
import Testing

@testable import Rendering

@Suite struct SnapshotScalerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let source: (width: Int, height: Int)
        let scaled: (width: Int, height: Int)

        init(_ sourceWidth: Int, _ sourceHeight: Int, _ scaledWidth: Int, _ scaledHeight: Int) {
            source = (sourceWidth, sourceHeight)
            scaled = (scaledWidth, scaledHeight)
        }

        var testDescription: String {
            "\(source.width)x\(source.height) to \(scaled.width)x\(scaled.height)"
        }
    }

    /// Whole, simple and awkward ratios, both ways; the kernels' own limits lie between some of them.
    static let cases = [
        Case(192, 108, 64, 36), Case(192, 108, 96, 54), Case(192, 108, 48, 27), Case(180, 175, 36, 35),
        Case(242, 121, 22, 11), Case(144, 144, 12, 12), Case(1366, 768, 800, 450), Case(1920, 1080, 1280, 720),
        Case(640, 360, 266, 150), Case(384, 216, 137, 77), Case(257, 257, 1, 1), Case(258, 258, 1, 1),
        Case(1, 1, 1, 1), Case(1, 1, 7, 5), Case(3, 2, 100, 75), Case(64, 36, 192, 108), Case(100, 100, 101, 99),
        Case(37, 1, 5, 1), Case(1, 37, 1, 5), Case(2000, 3, 7, 2), Case(3, 2000, 2, 7), Case(255, 254, 254, 255),
        Case(31, 33, 31, 11), Case(34, 30, 17, 30), Case(64, 48, 64, 48),
    ]

    @Test(arguments: cases) func agreesWithDoublePrecision(size: Case) throws {
        let source = try MemoryBuffer.noise(size.source.width, size.source.height, seed: 7)
        try check(source, size)
    }

    @Test(arguments: cases) func keepsExtremes(size: Case) throws {
        let source = try MemoryBuffer.filled(size.source.width, size.source.height, with: 0xFFFF_00FF)
        let target = try scaled(source, size)
        #expect(Set(target.colors) == [0xFF00FF])
    }

    @Test func agreesAtFullSize() throws {
        try check(try .noise(3840, 2160, seed: 8), Case(3840, 2160, 1280, 720))
    }

    @Test func agreesForRandomSizes() throws {
        var random = SplitMix64(seed: 9)
        for _ in 0..<60 {
            func side() -> Int { Int.random(in: 1...150, using: &random) }
            let size = Case(side(), side(), side(), side())
            try check(try .noise(size.source.width, size.source.height, seed: random.next()), size)
        }
    }

    @Test func identityIsACopy() throws {
        let source = try MemoryBuffer.noise(65, 31, seed: 10)
        #expect(try scaled(source, Case(65, 31, 65, 31)).colors == source.colors)
    }

    @Test(arguments: [Case(192, 108, 64, 36), Case(136, 76, 80, 45), Case(384, 216, 137, 77), Case(64, 36, 100, 60)])
    func partsEqualTheWhole(size: Case) throws {
        let source = try MemoryBuffer.noise(size.source.width, size.source.height, seed: 11)
        let whole = try scaled(source, size).colors
        var random = SplitMix64(seed: 12)
        for _ in 0..<50 {
            let (width, height) = size.scaled
            let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
            let part = Rect<PanelSpace>(
                left: x, top: y, right: Int.random(in: x + 1...width, using: &random),
                bottom: Int.random(in: y + 1...height, using: &random))
            let target = try MemoryBuffer.filled(width, height, with: Self.canary)
            scaler(source, target).draw(part)
            let expected = whole.indices.map { index in
                let point = Point<PanelSpace>(x: Double(index % width), y: Double(index / width))
                return part.contains(point) ? whole[index] : Self.canary
            }
            #expect(target.colors == expected)
        }
    }

    /// Copying on the way leaves the same snapshot, and a copy of all pixels read and of none else.
    @Test(arguments: cases) func copiesOnTheWay(size: Case) throws {
        let source = try MemoryBuffer.noise(size.source.width, size.source.height, seed: 13)
        let expected = try scaled(source, size)
        let (width, height) = size.scaled
        let target = try MemoryBuffer.filled(width, height, with: Self.canary)
        let copy = try MemoryBuffer.filled(size.source.width, size.source.height, with: Self.canary)
        let rows = height / 3..<height
        guard scaler(source, target).draw(rows: rows, copyingTo: PixelPlane(copy)) else {
            #expect(size.source.height > 250 * height, "only what is made tiny may be refused")
            return
        }
        let top = rows.lowerBound * size.source.height / height
        for y in 0..<size.source.height {
            let wanted = y < top ? Array(repeating: Self.canary, count: size.source.width) : source.colors(ofRow: y)
            #expect(copy.colors(ofRow: y) == wanted, "row \(y)")
        }
        for y in rows {
            let isCopied = size.source == size.scaled
            #expect(target.colors(ofRow: y) == (isCopied ? source : expected).colors(ofRow: y))
        }
        #expect(target.colors.prefix(rows.lowerBound * width).allSatisfy { $0 == Self.canary })
    }

    /// A part of a larger picture as the copy: rows that are not aligned for stores past the caches.
    @Test func copiesToAnyAddress() throws {
        let source = try MemoryBuffer.noise(99, 60, seed: 14)
        let whole = try MemoryBuffer.filled(120, 70, with: Self.canary)
        let part = try #require(BufferPart(Rect(x: 3, y: 5, width: 99, height: 60), of: whole))
        let plane = PixelPlane(
            first: whole.bytes + 5 * whole.stride + 3 * 4, stride: whole.stride, size: Size(width: 99, height: 60))
        let target = try MemoryBuffer.filled(33, 20, with: 0)
        #expect(scaler(source, target).draw(rows: 0..<20, copyingTo: plane))
        #expect(part.colors == source.colors)
        #expect(target.colors == (try scaled(source, Case(99, 60, 33, 20))).colors)
        #expect(whole.colors.filter { $0 == Self.canary }.count >= 120 * 70 - 99 * 60)
    }

    /// The ratios named in docs/performance.md, at least 50 dB from the exact average.
    @Test(arguments: [Case(3840, 2160, 1366, 768), Case(2560, 1440, 1024, 576), Case(5120, 1440, 800, 225)])
    func awkwardRatiosKeepTheirQuality(size: Case) throws {
        let source = try MemoryBuffer.noise(size.source.width, size.source.height, seed: 15)
        let target = try scaled(source, size)
        let (width, height) = size.scaled
        var squares = 0, count = 0
        for row in stride(from: 0, to: height, by: height / 30) {
            let exact = AreaAverageReference.colors(ofRow: row, of: source, scaledTo: width, height)
            for (one, other) in zip(target.colors(ofRow: row), exact) {
                let difference = channelDifference(one, other)
                #expect(difference <= 1)
                squares += difference * difference
                count += 1
            }
        }
        // 50 dB is a mean square of 0.65.
        #expect(Double(squares) / Double(count) < 0.65)
    }

    private static let canary: UInt32 = 0x12_3456

    private func scaler(_ source: MemoryBuffer, _ target: MemoryBuffer) -> SnapshotScaler {
        SnapshotScaler(
            source: SourcePixels(
                owner: source, first: source.bytes, stride: source.stride,
                size: source.size),
            target: PixelPlane(target), frame: target.size.bounds.reinterpreted(), workers: PixelWorkers(count: 1))
    }

    private func scaled(_ source: MemoryBuffer, _ size: Case) throws -> MemoryBuffer {
        let target = try MemoryBuffer.filled(size.scaled.width, size.scaled.height, with: Self.canary)
        scaler(source, target).draw(target.size.bounds.reinterpreted())
        return target
    }

    /// Compares some forty rows, the first and the last among them.
    private func check(_ source: MemoryBuffer, _ size: Case) throws {
        let target = try scaled(source, size)
        let (width, height) = size.scaled
        let rows = Set(stride(from: 0, to: height, by: height / 40 + 1)).union([height - 1])
        let difference = rows.map { row in
            largestDifference(
                target.colors(ofRow: row),
                AreaAverageReference.colors(ofRow: row, of: source, scaledTo: width, height))
        }
        #expect(difference.allSatisfy { $0 <= 1 }, "\(size.testDescription): off by \(difference)")
    }
}
