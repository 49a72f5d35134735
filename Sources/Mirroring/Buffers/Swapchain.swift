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
/// Two suffice because frames are accepted only while no flip is pending. The second is allocated with the first frame.
package final class Swapchain<Source: Allocator> {
    package typealias Buffer = Source.Buffer

    private let allocator: Source
    private var frame = 0
    /// The buffer on screen, and the number of the frame in it; nil while it is black.
    private var shown: (buffer: Buffer, frame: Int?)
    private var free: (buffer: Buffer, frame: Int?)?

    /// A chain whose front is black.
    package init(_ allocator: Source) throws(Source.Failure) {
        self.allocator = allocator
        shown = (try allocator.allocate(), nil)
    }

    /// The buffer on screen.
    package var front: Buffer { shown.buffer }

    /// The buffer for the next frame, and its age: the number of frames since it was drawn, 0 while it is black.
    package func acquire() throws(Source.Failure) -> (buffer: Buffer, age: Int) {
        if free == nil { free = (try allocator.allocate(), nil) }
        let back = free ?? shown
        return (back.buffer, back.frame.map { frame + 1 - $0 } ?? 0)
    }

    /// Records that the next frame has been drawn in the acquired buffer; returns that, or nil before `acquire`.
    package func drawn() -> Buffer? {
        guard let back = free?.buffer else { return nil }
        frame += 1
        free = (back, frame)
        return back
    }

    /// Swaps the buffers: the one last drawn is now on screen.
    package func flipped() {
        guard let drawn = free else { return }
        (free, shown) = (shown, drawn)
    }
}
