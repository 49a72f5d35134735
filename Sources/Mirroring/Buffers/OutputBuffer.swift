package import Geometry

/// A buffer for an output's next frame, as the output's display hands it out.
package enum OutputBuffer {
    /// Ordinary memory in the viewer's orientation, which still holds the previous frame.
    case memory(MemoryBuffer)
    /// Memory that the display scans out.
    ///
    /// `transform` takes the viewer's picture to this memory. `age` is the number of frames since the buffer was drawn,
    /// or 0 where the contents are unknown.
    case scanout(any ScanoutBuffer, transform: Transform, age: Int)
}

/// Memory that a display scans out, in the display's own orientation and format.
///
/// The memory is often write-combined: fast to fill in order, slow to read.
package protocol ScanoutBuffer: AnyObject {
    var size: Size<BufferSpace> { get }
    /// Bytes from one row to the next during an access.
    var stride: Int { get }
    var scanoutFormat: ScanoutFormat { get }
    /// The memory for the graphics device that owns it, or nil for memory of the processor.
    var graphics: (any GraphicsBuffer)? { get }

    /// Begins drawing by the processor; returns the first pixel's address, or nil where the memory is gone.
    func beginAccess() -> UnsafeMutableRawPointer?

    /// Ends drawing by the processor; the address is no longer valid.
    func endAccess()
}

extension ScanoutBuffer {
    package var graphics: (any GraphicsBuffer)? { nil }
}

/// Makes buffers that a graphics device draws in and displays show.
package protocol GraphicsAllocator: AnyObject {
    /// Makes a black buffer with one of the modifiers, or returns nil where the device cannot make one.
    ///
    /// The format is one that renderers draw in. `PixelLayout.implicit` stands for a layout that the driver keeps to
    /// itself.
    func allocate(_ size: Size<BufferSpace>, _ format: ScanoutFormat, modifiers: Set<UInt64>) -> (any GraphicsBuffer)?
}

/// Memory of a graphics device, in rows from the top.
package protocol GraphicsBuffer: AnyObject {
    var size: Size<BufferSpace> { get }
    var dmabuf: DMABuf { get }
    /// Whether the device can no longer draw in this memory.
    var isLost: Bool { get }

    /// Whether the device stores alpha in the byte that displays ignore.
    func keepsAlpha() -> Bool

    /// Gives the processor slow access to the pixels, or returns nil where that is impossible.
    func map() -> MappedPixels?

    /// Ends the access; the buffer then holds what the processor drew.
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
