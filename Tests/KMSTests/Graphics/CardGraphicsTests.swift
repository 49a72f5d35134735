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
        let all = [PixelLayout.linear, PixelLayout.implicit, 7]
        #expect(CardGraphics.modifiers(layouts, isOwn: true, drawsLinear: true) == Set(all))
        #expect(CardGraphics.modifiers(layouts, isOwn: true, drawsLinear: false) == Set(all))
    }

    @Test func anotherDeviceDrawsRows() {
        #expect(CardGraphics.modifiers(layouts, isOwn: false, drawsLinear: true) == [PixelLayout.linear])
        let tiled = PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: 7)
        #expect(CardGraphics.modifiers([tiled], isOwn: false, drawsLinear: true).isEmpty)
    }

    /// A card that took such memory would show what the processor has left there: black.
    @Test func nothingIsShownOfADeviceThatDrawsElsewhere() {
        #expect(CardGraphics.modifiers(layouts, isOwn: false, drawsLinear: false).isEmpty)
    }

    @Test(arguments: [PixelLayout.linear, 7, PixelLayout.implicit]) func aClientsLayoutIsShownWhereItIsKnown(
        modifier: UInt64
    ) {
        let layout = PixelLayout(format: ScanoutFormat.xrgb8888.code, modifier: modifier)
        #expect(CardGraphics.isShown(layout, isOwn: true))
        #expect(CardGraphics.isShown(layout, isOwn: false) == (modifier != PixelLayout.implicit))
    }
}
