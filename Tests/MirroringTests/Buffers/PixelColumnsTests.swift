import Geometry
import Mirroring
import Testing

/// The layouts that have a parameter for each buffer.
@Suite struct PixelColumnsTests {
    private func layout(_ modifier: UInt64) -> PixelLayout {
        PixelLayout(format: YUVFormat.nv12.code, modifier: modifier)
    }

    /// Broadcom's columns of 32 to 256 bytes, and neither its tiles nor what other vendors have in the same bits.
    @Test func columnsAreListedWithoutTheirHeight() {
        for kind in UInt64(2)...5 {
            let listed = layout(0x0700_0000_0000_0000 | kind)
            #expect(layout(listed.modifier | 1632 << 8).listed == listed)
            #expect(listed.listed == listed)
        }
        for other: UInt64 in [
            PixelLayout.linear, PixelLayout.implicit, 0x0700_0000_0000_0001, 0x0700_0000_0000_1206,
            0x0100_0000_0000_0004, 0x0200_0000_0000_1204,
        ] {
            #expect(layout(other).listed == layout(other))
        }
    }

    @Test func planesEndWithTheLastColumnTheyAreIn() throws {
        let columns = try #require(PixelColumns(layout(PixelLayout.columns | 1632 << 8)))
        #expect(columns.stride == 1632 * 128)
        let (size, planes) = (Size<BufferSpace>(width: 1920, height: 1080), YUVFormat.nv12.planes)
        #expect(columns.end(of: planes[0], size: size, offset: 0) == 14 * 1632 * 128 + 1080 * 128)
        #expect(columns.end(of: planes[1], size: size, offset: 1088 * 128) == 14 * 1632 * 128 + 1628 * 128)
        #expect(columns.end(of: planes[1], size: size, offset: 1093 * 128) == nil)
        let narrow = Size<BufferSpace>(width: 128, height: 1)
        #expect(columns.end(of: planes[0], size: narrow, offset: 0) == 128)
    }

    @Test func heightsThatNoDisplayControllerKnowsAreNone() {
        #expect(PixelColumns(layout(PixelLayout.columns)) == nil)
        #expect(PixelColumns(layout(PixelLayout.columns | 0xffff << 8))?.height == 0xffff)
        #expect(PixelColumns(layout(PixelLayout.columns | 0x1_0000 << 8)) == nil)
        #expect(PixelColumns(layout(PixelLayout.linear)) == nil)
        #expect(PixelColumns(layout(0x0700_0000_0000_0003 | 8 << 8)) == nil, "columns of 64 bytes")
    }
}
