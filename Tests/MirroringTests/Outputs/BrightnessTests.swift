import Mirroring
import Testing

@Suite struct BrightnessTests {
    @Test(
        "A level of a backlight as per cent",
        arguments: [
            (0, 255, 1), (1, 255, 1), (128, 255, 50), (255, 255, 100), (7, 7, 100), (3, 7, 43), (300, 255, 100),
        ])
    func percents(level: Int, levels: Int, percent: Int) {
        #expect(Brightness(level: level, of: levels)?.percent == percent)
    }

    @Test(
        "Per cent as a level, which is never 0",
        arguments: [(1, 7, 1), (50, 255, 128), (100, 96000, 96000), (25, 15, 4)])
    func levels(percent: Int, levels: Int, level: Int) {
        #expect(Brightness(percent: percent).level(of: levels) == level)
    }

    @Test("The menu goes up, and round", arguments: [(1, 10), (10, 25), (42, 50), (75, 100), (99, 100), (100, 10)])
    func steps(percent: Int, next: Int) {
        #expect(Brightness(percent: percent).next == Brightness(percent: next))
    }

    @Test func whatIsOutOfBoundsIsBrought() {
        #expect(Brightness(percent: -5).percent == 1 && Brightness(percent: 500).percent == 100)
        #expect(Brightness(level: 3, of: 0) == nil)
    }
}
