package import Geometry

/// A buffer for an output's next frame, as its display hands it out.
package enum OutputBuffer {
    /// Ordinary memory in the viewer's orientation, which still holds the frame before.
    case memory(MemoryBuffer)
    /// Memory that the display scans out. `transform` takes the viewer's picture to it. `age` is the number of frames since
    /// it was drawn, 0 where its contents are unknown.
    case scanout(any ScanoutBuffer, transform: Transform, age: Int)
}

/// Memory that a display scans out, in the display's own orientation and format.
///
/// It is often write-combined: fast to fill in order, slow to read.
package protocol ScanoutBuffer: AnyObject {
    var size: Size<BufferSpace> { get }
    /// Bytes from one row to the next, during an access.
    var stride: Int { get }
    var scanoutFormat: ScanoutFormat { get }
    /// The same memory for the graphics device that it belongs to; nil for the processor's.
    var graphics: (any GraphicsBuffer)? { get }

    /// Begins drawing by the processor; returns the first pixel's address, or nil where the memory is gone.
    func beginAccess() -> UnsafeMutableRawPointer?

    /// Ends the drawing: the address is no longer valid.
    func endAccess()
}

extension ScanoutBuffer {
    package var graphics: (any GraphicsBuffer)? { nil }
}

/// Makes memory that a graphics device draws in and displays show.
package protocol GraphicsAllocator: AnyObject {
    /// A black buffer in a format that is drawn, with one of the modifiers, of which `PixelLayout.implicit` is the layout that the driver
    /// keeps to itself; nil where the device makes none.
    func allocate(_ size: Size<BufferSpace>, _ format: ScanoutFormat, modifiers: Set<UInt64>) -> (any GraphicsBuffer)?
}

/// Memory of a graphics device, in rows from the top.
package protocol GraphicsBuffer: AnyObject {
    var size: Size<BufferSpace> { get }
    var dmabuf: DMABuf { get }
    /// Whether the device draws here no more.
    var isLost: Bool { get }

    /// Whether the device keeps the alpha of what is drawn here in the byte that displays do not read otherwise.
    func keepsAlpha() -> Bool

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
