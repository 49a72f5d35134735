package import Geometry

/// A buffer for an output's next frame, as its display hands it out.
package enum OutputBuffer {
    /// Ordinary memory in the viewer's orientation, which still holds the frame before.
    case memory(PixelBuffer)
    /// Memory that the display scans out. `transform` takes the viewer's picture to it. `age` is the number of frames since
    /// it was drawn, 0 where its contents are unknown.
    case scanout(any ScanoutBuffer, transform: Transform, age: Int)
}

/// A buffer that a display scans out: 32-bit XRGB in the display's own orientation.
///
/// Its memory is often write-combined: fast to fill in order, slow to read.
package protocol ScanoutBuffer: AnyObject {
    var size: Size<ScanoutSpace> { get }
    /// Bytes from the start of one row to the start of the next.
    var stride: Int { get }

    /// Begins an access by the processor; returns the first pixel's address, or nil where the memory is gone.
    func beginAccess() -> UnsafeMutableRawPointer?

    /// Ends the access: the address is no longer valid.
    func endAccess()
}
