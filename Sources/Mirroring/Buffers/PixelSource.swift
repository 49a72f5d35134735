package import Geometry

/// Pixels that can be read for the length of a call: a client's shared memory, or an image of ours.
package protocol PixelSource: AnyObject {
    var size: Size<BufferSpace> { get }
    /// Bytes from the start of one row to the start of the next.
    var stride: Int { get }
    var format: PixelFormat { get }
    /// Whether there are pixels to read now: a client may have taken its memory away.
    var hasPixels: Bool { get }

    /// Runs `body` with the first row's address, valid only within the call.
    ///
    /// Returns false, without running `body`, when the pixels are gone. Other threads may call it, too, while the loop's
    /// thread, within a call of its own, waits for them.
    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool
}

extension PixelSource {
    package var hasPixels: Bool { withPixels { _ in } }
}
