import Geometry
import Mirroring
import Testing

@Suite struct GammaTableTests {
    @Test(arguments: [2, 16, 256, 1024, 4096])
    func straightCurvesStayStraightAtEveryLength(size: Int) {
        let straight = GammaTable(straight: 256).resampled(to: size)
        #expect(straight.size == size)
        #expect(straight.red.first == 0 && straight.red.last == .max)
        let furthest = zip(straight.green, GammaTable(straight: size).green).map { abs(Int($0) - Int($1)) }.max()
        #expect((furthest ?? .max) <= 1)
    }

    @Test func valuesInBetweenLieOnStraightLines() throws {
        let table = try #require(
            GammaTable(red: [0, 100, 0], green: [65535, 0, 65535], blue: [7, 7, 7])
        ).resampled(to: 5)
        #expect(table.red == [0, 50, 100, 50, 0])
        #expect(table.green == [65535, 32768, 0, 32767, 65535])
        #expect(table.blue == [7, 7, 7, 7, 7])
    }

    @Test func curvesOfOtherLengthsAreNone() {
        #expect(GammaTable(red: [0], green: [0], blue: [0]) == nil)
        #expect(GammaTable(red: [0, 1], green: [0, 1, 2], blue: [0, 1]) == nil)
    }

    @Test func aPictureIsShownByTheTable() throws {
        let table = try #require(
            GammaTable(red: [0, .max], green: [0, 0x8000], blue: [.max, 0]))
        let picture = MemoryImage(size: Size(width: 2, height: 1), format: .xrgb8888, pixels: [0xff_ffff, 0])
        let shown = try #require(table.shown(picture))
        #expect([shown.row(0)[0], shown.row(0)[1]].map { $0 & 0xff_ffff } == [0xff_8000, 0x00_00ff])
    }
}
