/// Makes the buffers of one output, which are all alike.
package protocol Allocator<Buffer> {
    associatedtype Buffer: AnyObject
    associatedtype Failure: Error

    /// A black buffer.
    func allocate() throws(Failure) -> Buffer
}

/// An output's buffers: one on screen, one to draw in and flip to, and more where others read them.
///
///     shown: on screen    drawing: acquired, drawn or, between a flip and its event, pending    free: all others without a lease
///
/// Two buffers suffice for the output alone, because frames are accepted only while no flip is pending. Both are made
/// at once: a display with memory for only one buffer would stay black. Another reader of a buffer leases it, and
/// nothing is drawn in the buffer until the lease ends. `reserve` makes the additional buffers that leases need.
package final class Swapchain<Source: Allocator> {
    package typealias Buffer = Source.Buffer
    package typealias Lease = BufferLease<Buffer>

    private final class Slot {
        let buffer: Buffer
        /// The number of the frame in the buffer, or nil while the buffer is black.
        var frame: Int?
        weak var lease: Lease?

        init(_ buffer: Buffer) {
            self.buffer = buffer
        }

        func leased() -> Lease {
            if let lease { return lease }
            let made = Lease(buffer)
            lease = made
            return made
        }
    }

    private let source: Source
    private var frame = 0
    private var slots: [Slot]
    private var shown: Slot
    /// The buffer for the next frame, from `acquire` until the buffer is on screen.
    private var drawing: Slot?

    /// A swapchain that shows a black buffer.
    package init(_ allocator: Source) throws(Source.Failure) {
        source = allocator
        let front = Slot(try allocator.allocate())
        shown = front
        slots = [front, Slot(try allocator.allocate())]
    }

    /// The buffer on screen.
    package var front: Buffer { shown.buffer }

    /// Makes buffers until there are `count`.
    package func reserve(_ count: Int) throws(Source.Failure) {
        while slots.count < count { slots.append(Slot(try source.allocate())) }
    }

    /// Frees the buffers beyond the first two that are neither on screen nor leased.
    package func trim() {
        for slot in slots.filter({ isFree($0) && $0 !== drawing }) where slots.count > 2 {
            slots.removeAll { $0 === slot }
        }
    }

    /// The buffer for the next frame and its age, or nil where all other buffers are leased.
    ///
    /// The age is the number of frames since the buffer was drawn, or 0 while the buffer is black.
    package func acquire() -> (buffer: Buffer, age: Int)? {
        // The buffer with the newest frame lacks the least.
        if drawing.map({ $0.lease != nil }) ?? true {
            drawing = slots.filter(isFree).max { ($0.frame ?? -1) < ($1.frame ?? -1) }
        }
        return drawing.map { ($0.buffer, $0.frame.map { frame + 1 - $0 } ?? 0) }
    }

    /// Replaces the acquired buffer with another buffer, which is black.
    package func replaceAcquired(with buffer: Buffer) {
        guard let index = slots.firstIndex(where: { $0 === drawing }) else { return }
        slots[index] = Slot(buffer)
        drawing = slots[index]
    }

    /// Records that the next frame is drawn in the acquired buffer; returns the buffer, or nil before `acquire`.
    package func drawn() -> Buffer? {
        guard let drawing else { return nil }
        frame += 1
        drawing.frame = frame
        return drawing.buffer
    }

    /// The buffer with the newest frame, whether it is on screen or waits for its flip.
    package var newest: Buffer { newestSlot.buffer }

    /// Puts the buffer that was drawn last on screen.
    package func flipped() {
        guard let drawing else { return }
        (shown, self.drawing) = (drawing, nil)
    }

    /// Keeps the buffer on screen from being drawn in.
    package func leaseFront() -> Lease { shown.leased() }

    /// Keeps the buffer with the newest frame from being drawn in.
    package func leaseNewest() -> Lease { newestSlot.leased() }

    private var newestSlot: Slot {
        if let drawing, frame > 0, drawing.frame == frame { drawing } else { shown }
    }

    private func isFree(_ slot: Slot) -> Bool { slot !== shown && slot.lease == nil }
}

/// A reader's claim on a buffer of a swapchain: as long as the object lives, nothing is drawn in the buffer.
package final class BufferLease<Buffer: AnyObject> {
    package let buffer: Buffer

    fileprivate init(_ buffer: Buffer) {
        self.buffer = buffer
    }
}
