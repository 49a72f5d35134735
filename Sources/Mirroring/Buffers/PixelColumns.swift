package import Geometry

/// Memory in columns of 128 bytes, as a Raspberry Pi's decoder leaves films: all rows of one column, those of colours after those of
/// brightness, then the rows of the next.
///
/// This is DRM_FORMAT_MOD_BROADCOM_SAND128_COL_HEIGHT of libdrm's drm_fourcc.h. A plane's offset is that of its first row in the first
/// column; its stride, which clients give as that of whole rows, says nothing here.
package struct PixelColumns: Hashable, Sendable {
    /// The rows for which there is memory in each column.
    package let height: Int

    /// Bytes of a row within a column.
    package static let width = 128

    /// The most that the display controller can be told (`SCALER_TILE_HEIGHT` of its driver).
    private static let highest: UInt64 = 0xffff

    /// Nil for a layout without such columns, or where it does not say how high they are.
    package init?(_ layout: PixelLayout) {
        guard layout.listed.modifier == PixelLayout.columns, (1...Self.highest).contains(layout.parameter) else {
            return nil
        }
        height = Int(layout.parameter)
    }

    /// Bytes from the start of one column to that of the next.
    package var stride: Int { height * Self.width }

    /// Where the memory of a plane ends that begins at `offset`; nil where its rows go beyond their column.
    package func end(of plane: YUVFormat.Plane, size: Size<BufferSpace>, offset: Int) -> Int? {
        let samples = plane.samples(of: size)
        let length = offset + samples.height * Self.width
        guard length <= stride else { return nil }
        return (samples.width * plane.bytes - 1) / Self.width * stride + length
    }
}

extension PixelLayout {
    /// DRM_FORMAT_MOD_BROADCOM_SAND128 as it is listed: the height of columns is that of a buffer.
    package static let columns: UInt64 = 0x0700_0000_0000_0004

    /// The layout as planes and devices list it: without the parameter that Broadcom's layouts in columns have for each buffer.
    package var listed: PixelLayout {
        hasParameter ? PixelLayout(format: format, modifier: modifier & ~Self.parameterBits) : self
    }

    /// The height of columns, 0 where none is said.
    fileprivate var parameter: UInt64 { (modifier & Self.parameterBits) >> 8 }

    /// Whether it is one of Broadcom's SAND layouts, with columns of 32 to 256 bytes.
    private var hasParameter: Bool { modifier >> 56 == 0x07 && (2...5).contains(modifier & 0xff) }

    /// Where Broadcom's layouts have their parameter (`fourcc_mod_broadcom_param`).
    private static let parameterBits: UInt64 = 0x00ff_ffff_ffff_ff00
}
