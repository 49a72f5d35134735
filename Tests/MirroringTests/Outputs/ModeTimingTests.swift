import Geometry
import Mirroring
import Testing

@Suite struct ModeTimingTests {
    struct Figures: Sendable {
        let size: (width: Int, height: Int)
        let milliHertz: Int
        let isReduced: Bool
        /// Clock in kilohertz; displayed, beginning and end of the sync pulse, total, of lines and of columns.
        let numbers: [Int]

        init(_ width: Int, _ height: Int, _ milliHertz: Int, reduced: Bool = false, _ numbers: [Int]) {
            size = (width, height)
            self.milliHertz = milliHertz
            isReduced = reduced
            self.numbers = numbers
        }
    }

    /// What libxcvt 0.1.2 prints.
    static let figures = [
        Figures(640, 480, 60_000, [23_750, 640, 664, 720, 800, 480, 483, 487, 500]),
        Figures(800, 480, 60_000, [29_500, 800, 824, 896, 992, 480, 483, 493, 500]),
        Figures(800, 600, 75_000, [49_000, 800, 840, 920, 1040, 600, 603, 607, 629]),
        Figures(1024, 600, 60_000, [49_000, 1024, 1072, 1168, 1312, 600, 603, 613, 624]),
        Figures(1024, 768, 60_000, [63_500, 1024, 1072, 1176, 1328, 768, 771, 775, 798]),
        Figures(1280, 800, 60_000, [83_500, 1280, 1352, 1480, 1680, 800, 803, 809, 831]),
        Figures(1280, 1024, 60_000, [109_000, 1280, 1368, 1496, 1712, 1024, 1027, 1034, 1063]),
        Figures(1920, 1080, 60_000, [173_000, 1920, 2048, 2248, 2576, 1080, 1083, 1088, 1120]),
        Figures(1920, 1080, 59_940, [172_750, 1920, 2048, 2248, 2576, 1080, 1083, 1088, 1120]),
        Figures(1920, 1080, 50_000, [141_500, 1920, 2032, 2232, 2544, 1080, 1083, 1088, 1114]),
        Figures(1920, 1200, 60_000, [193_250, 1920, 2056, 2256, 2592, 1200, 1203, 1209, 1245]),
        Figures(3840, 2160, 30_000, [338_750, 3840, 4080, 4488, 5136, 2160, 2163, 2168, 2200]),
        Figures(480, 1920, 60_000, [78_250, 480, 520, 568, 656, 1920, 1923, 1933, 1989]),
        Figures(1366, 768, 60_000, [84_750, 1366, 1431, 1567, 1776, 768, 771, 781, 798]),
        Figures(1024, 600, 60_000, reduced: true, [43_750, 1024, 1072, 1104, 1184, 600, 603, 613, 619]),
        Figures(1280, 800, 60_000, reduced: true, [71_000, 1280, 1328, 1360, 1440, 800, 803, 809, 823]),
        Figures(1920, 1080, 60_000, reduced: true, [138_500, 1920, 1968, 2000, 2080, 1080, 1083, 1088, 1111]),
        Figures(1920, 1200, 60_000, reduced: true, [154_000, 1920, 1968, 2000, 2080, 1200, 1203, 1209, 1235]),
        Figures(2560, 1440, 60_000, reduced: true, [241_500, 2560, 2608, 2640, 2720, 1440, 1443, 1448, 1481]),
        Figures(2560, 1440, 120_000, reduced: true, [497_250, 2560, 2608, 2640, 2720, 1440, 1443, 1448, 1525]),
        Figures(3840, 2160, 60_000, reduced: true, [533_000, 3840, 3888, 3920, 4000, 2160, 2163, 2168, 2222]),
    ]

    @Test(arguments: figures) func isWhatTheStandardSays(_ figures: Figures) {
        let timing = ModeTiming(
            Size(width: figures.size.width, height: figures.size.height), refreshMilliHertz: figures.milliHertz,
            isReduced: figures.isReduced)
        let axes = [timing.horizontal, timing.vertical]
        let numbers = [timing.kiloHertz] + axes.flatMap { [$0.displayed, $0.syncStart, $0.syncEnd, $0.total] }
        if figures.size.width == 1366 {
            // Counted in whole cells there, and shifted by the six pixels that are none.
            #expect(numbers[5...] == figures.numbers[5...] && timing.horizontal.displayed == 1366)
        } else {
            #expect(numbers == figures.numbers)
        }
        #expect(timing.horizontal.isSyncPositive == figures.isReduced)
        #expect(timing.vertical.isSyncPositive == !figures.isReduced)
        #expect(timing.isPossible)
        // A step of the pixel clock is much of a small picture.
        #expect(abs(timing.refreshMilliHertz - figures.milliHertz) < 1000)
    }

    @Test func saysWhatNoDisplayCanBeSent() {
        for (width, height, milliHertz) in [
            (0, 0, 60_000), (16_384, 16_384, 1_000_000), (100_000, 10, 60_000), (64, 64, 0),
        ] {
            for isReduced in [false, true] {
                let timing = ModeTiming(
                    Size(width: width, height: height), refreshMilliHertz: milliHertz, isReduced: isReduced)
                #expect(!timing.isPossible)
            }
        }
    }
}
