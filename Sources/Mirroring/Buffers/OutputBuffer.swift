package import Geometry

/// A buffer for an output's next frame, as its display hands it out.
package enum OutputBuffer {
    /// Ordinary memory in the viewer's orientation, which still holds the frame before.
    case memory(MemoryBuffer)
    /// Memory that the display scans out. `transform` takes the viewer's picture to it. `age` is the number of frames since
    /// it was drawn, 0 where its contents are unknown.
    case scanout(any ScanoutBuffer, transform: Transform, age: Int)
}

/// A buffer that a display scans out: 32-bit XRGB in the display's own orientation.
///
/// Its memory is often write-combined: fast to fill in order, slow to read.
package protocol ScanoutBuffer: Buffer {
    /// Begins drawing by the processor; returns the first pixel's address, or nil where the memory is gone.
    func beginAccess() -> UnsafeMutableRawPointer?

    /// Ends the drawing: the address is no longer valid.
    func endAccess()
}

extension ScanoutBuffer {
    package var format: PixelFormat { .xrgb8888 }

    package func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard let first = beginAccess() else { return false }
        body(UnsafeRawPointer(first))
        endAccess()
        return true
    }
}
