/// Memory that the kernel shares among devices, as a display or a graphics card imports it.
package struct DMABuf: Hashable, Sendable {
    package let layout: PixelLayout
    /// The planes, as many as the format and the modifier have.
    package let planes: [Plane]
    /// Where the rows of each plane lie, without the memory; buffers of one kind have equal rows.
    package let rows: [Rows]

    package init(layout: PixelLayout, planes: [Plane]) {
        self.layout = layout
        self.planes = planes
        rows = planes.map { Rows(offset: $0.offset, stride: $0.stride) }
    }

    /// Where the rows of a plane lie, without the plane's memory.
    package struct Rows: Hashable, Sendable {
        package let offset: Int
        package let stride: Int
    }

    /// Where one plane's rows lie.
    package struct Plane: Hashable, Sendable {
        /// The buffer's own descriptor, open as long as the buffer is kept.
        package let descriptor: CInt
        /// The offset of the first row, in bytes.
        package let offset: Int
        /// Bytes from the start of one row to the start of the next.
        package let stride: Int

        package init(descriptor: CInt, offset: Int, stride: Int) {
            self.descriptor = descriptor
            self.offset = offset
            self.stride = stride
        }
    }
}

/// How pixels lie in memory: a DRM format and its modifier.
package struct PixelLayout: Hashable, Sendable {
    package var format: UInt32
    package var modifier: UInt64

    package init(format: UInt32, modifier: UInt64) {
        self.format = format
        self.modifier = modifier
    }

    /// DRM_FORMAT_MOD_LINEAR of libdrm's drm_fourcc.h: one row after the other.
    package static let linear: UInt64 = 0
    /// DRM_FORMAT_MOD_INVALID: a layout that the driver chooses and keeps to itself.
    package static let implicit: UInt64 = 0x00ff_ffff_ffff_ffff
}
