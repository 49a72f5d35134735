import Mirroring
import Testing

@testable import KMS

@Suite struct DrawnFormatTests {
    private func format(of codes: [ScanoutFormat], modifier: UInt64 = PixelLayout.linear) -> ScanoutFormat? {
        PlaneLimits(
            id: PlaneID(1), kind: .primary, possibleCRTCs: 1,
            layouts: Set(codes.map { PixelLayout(format: $0.code, modifier: modifier) })
        ).drawnFormat()
    }

    @Test func theBestIsChosen() {
        #expect(format(of: ScanoutFormat.allCases) == .xrgb8888)
        // As AM335x and ZynqMP have them.
        #expect(format(of: [.rgb565, .bgr888]) == .bgr888)
        #expect(format(of: [.argb8888, .rgb565]) == .argb8888)
        #expect(format(of: [.rgb565]) == .rgb565)
        #expect(format(of: [.rgb565, .xbgr8888]) == .xbgr8888)
    }

    @Test func tiledMemoryCannotBeDrawn() {
        #expect(format(of: [.xrgb8888], modifier: 0x0100_0000_0000_0001) == nil)
        #expect(format(of: [.xrgb8888], modifier: PixelLayout.implicit) == .xrgb8888)
        #expect(format(of: []) == nil)
    }
}
