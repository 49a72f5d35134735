/// Makes the buffers of one output, all alike.
package protocol Allocator<Buffer> {
    associatedtype Buffer: AnyObject
    associatedtype Failure: Error

    /// A black buffer.
    func allocate() throws(Failure) -> Buffer
}

/// An output's two buffers: one on screen, one to draw in and flip to.
///
///     front: on screen    back: free or, between a flip and its event, pending
///
/// Two suffice because frames are accepted only while no flip is pending. Both are made at once: a display that has memory
/// for one only would stay black.
package final class Swapchain<Source: Allocator> {
    package typealias Buffer = Source.Buffer

    private var frame = 0
    /// The buffer on screen, and the number of the frame in it; nil while it is black.
    private var shown: (buffer: Buffer, frame: Int?)
    private var free: (buffer: Buffer, frame: Int?)
    /// Whether any frame has been begun.
    private var isAcquired = false

    /// A chain whose front is black.
    package init(_ allocator: Source) throws(Source.Failure) {
        shown = (try allocator.allocate(), nil)
        free = (try allocator.allocate(), nil)
    }

    /// The buffer on screen.
    package var front: Buffer { shown.buffer }

    /// The buffer for the next frame, and its age: the number of frames since it was drawn, 0 while it is black.
    package func acquire() -> (buffer: Buffer, age: Int) {
        isAcquired = true
        return (free.buffer, free.frame.map { frame + 1 - $0 } ?? 0)
    }

    /// Records that the next frame has been drawn in the acquired buffer; returns that, or nil before `acquire`.
    package func drawn() -> Buffer? {
        guard isAcquired else { return nil }
        frame += 1
        free.frame = frame
        return free.buffer
    }

    /// The buffer with the newest frame, be it on screen or yet to be shown.
    package var newest: Buffer { free.frame == frame && frame > 0 ? free.buffer : shown.buffer }

    /// Swaps the buffers: the one last drawn is now on screen.
    package func flipped() {
        guard isAcquired else { return }
        (free, shown) = (shown, free)
    }
}
