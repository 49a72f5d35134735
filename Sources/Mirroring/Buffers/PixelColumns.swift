package import Geometry

/// Memory in columns of 128 bytes, in which a Raspberry Pi's decoder leaves films.
///
/// A column holds all of its rows of brightness and then all of its rows of colour. The next column follows.
///
/// This is DRM_FORMAT_MOD_BROADCOM_SAND128_COL_HEIGHT of libdrm's drm_fourcc.h. A plane's offset is the offset of its
/// first row in the first column. A plane's stride, which clients give for whole rows, has no meaning here.
package struct PixelColumns: Hashable, Sendable {
    /// The number of rows that each column has memory for.
    package let height: Int

    /// Bytes of a row within a column.
    package static let width = 128

    /// The largest height that the display controller accepts (`SCALER_TILE_HEIGHT` of its driver).
    private static let highest: UInt64 = 0xffff

    /// The columns of a layout, or nil for a layout without columns of 128 bytes or without their height.
    package init?(_ layout: PixelLayout) {
        guard layout.listed.modifier == PixelLayout.columns, (1...Self.highest).contains(layout.parameter) else {
            return nil
        }
        height = Int(layout.parameter)
    }

    /// Bytes from the start of one column to the start of the next.
    package var stride: Int { height * Self.width }

    /// The end of a plane's memory, or nil where the plane's rows exceed their column.
    package func end(of plane: YUVFormat.Plane, size: Size<BufferSpace>, offset: Int) -> Int? {
        let samples = plane.samples(of: size)
        let length = offset + samples.height * Self.width
        guard length <= stride else { return nil }
        return (samples.width * plane.bytes - 1) / Self.width * stride + length
    }
}

extension PixelLayout {
    /// DRM_FORMAT_MOD_BROADCOM_SAND128 as planes list it, without the height of a buffer's columns.
    package static let columns: UInt64 = 0x0700_0000_0000_0004

    /// The layout as planes and devices list it, without the parameter that Broadcom's layouts have for each buffer.
    package var listed: PixelLayout {
        hasParameter ? PixelLayout(format: format, modifier: modifier & ~Self.parameterBits) : self
    }

    /// The height of the columns, or 0 if the modifier has none.
    fileprivate var parameter: UInt64 { (modifier & Self.parameterBits) >> 8 }

    /// Whether the layout is one of Broadcom's SAND layouts, with columns of 32 to 256 bytes.
    private var hasParameter: Bool { modifier >> 56 == 0x07 && (2...5).contains(modifier & 0xff) }

    /// The bits of the parameter in Broadcom's modifiers (`fourcc_mod_broadcom_param`).
    private static let parameterBits: UInt64 = 0x00ff_ffff_ffff_ff00
}
