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
