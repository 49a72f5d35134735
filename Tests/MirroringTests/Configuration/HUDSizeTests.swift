import Geometry
import Mirroring
import Testing

@Suite struct HUDSizeTests {
    static let cases: [(width: Int, height: Int, density: Double?, bar: Int)] = [
        // Televisions and what does not say how large it is.
        (1920, 1080, nil, 40), (3840, 2160, nil, 80), (7680, 4320, nil, 160), (1280, 800, nil, 40), (800, 480, nil, 40),
        (3840, 2160, 3840 / 1210, 80),
        // 24 inches on a desk, 10 and 7 inches in the hands, a telephone upright.
        (1920, 1080, 3.62, 40), (1280, 800, 5.9, 35), (1280, 800, 8.5, 51), (1080, 1920, 15.9, 95),
        // What cannot be so is kept within the screen.
        (100, 60, nil, 10), (4, 4, nil, 8), (1280, 800, 1000, 133),
    ]

    @Test(arguments: cases.indices)
    func heightIsWhatTheScreenAsksFor(_ index: Int) {
        let (width, height, density, bar) = Self.cases[index]
        #expect(HUDSize.height(on: Size(width: width, height: height), pixelsPerMillimetre: density) == bar)
    }

    @Test func pictureKeepsItsShape() {
        #expect(HUDSize.picture(besideHeight: 40) == Size(width: 320, height: 180))
        #expect(HUDSize.picture(besideHeight: 80) == Size(width: 640, height: 360))
    }
}
