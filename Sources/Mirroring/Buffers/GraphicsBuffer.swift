package import Geometry

/// Makes memory that a graphics device draws in and displays show.
package protocol GraphicsAllocator: AnyObject {
    /// A black buffer in `xrgb8888` with one of the modifiers, of which `PixelLayout.implicit` is the layout that the driver
    /// keeps to itself; nil where the device makes none.
    func allocate(_ size: Size<BufferSpace>, modifiers: Set<UInt64>) -> (any GraphicsBuffer)?
}

/// Memory of a graphics device, in rows from the top.
package protocol GraphicsBuffer: AnyObject {
    var size: Size<BufferSpace> { get }
    var dmabuf: DMABuf { get }
    /// Whether the device draws here no more.
    var isLost: Bool { get }

    /// Gives the processor access, which is slow; nil where that is impossible.
    func map() -> MappedPixels?

    /// Ends the access; what was drawn is then in the buffer.
    func unmap()
}

/// A buffer's pixels while the processor has access.
package struct MappedPixels {
    package let first: UnsafeMutableRawPointer
    /// Bytes from one row to the next.
    package let stride: Int

    package init(first: UnsafeMutableRawPointer, stride: Int) {
        self.first = first
        self.stride = stride
    }
}
