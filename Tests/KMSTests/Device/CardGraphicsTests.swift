import Mirroring
import Testing

@testable import KMS

@Suite struct CardGraphicsTests {
    private let layouts: Set<PixelLayout> = [
        PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: PixelLayout.linear),
        PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: PixelLayout.implicit),
        PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: 7),
        PixelLayout(format: ScanoutFormat.argb8888.code, modifier: 8),
    ]

    @Test func theCardsOwnDeviceDrawsInEveryLayoutOfThePlane() {
        #expect(CardGraphics.modifiers(layouts, isOwn: true) == [PixelLayout.linear, PixelLayout.implicit, 7])
    }

    @Test func anotherDeviceDrawsRows() {
        #expect(CardGraphics.modifiers(layouts, isOwn: false) == [PixelLayout.linear])
        #expect(
            CardGraphics.modifiers([PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: 7)], isOwn: false)
                .isEmpty)
    }
}
