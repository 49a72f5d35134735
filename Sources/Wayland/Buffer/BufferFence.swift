/// Pixels that a graphics card may still be drawing when their buffer is committed.
protocol BufferFence: AnyObject {
    /// True once the drawing is finished.
    var isDone: Bool { get }

    /// Calls `handler` once when `isDone` may have become true, as long as the result is kept; returns nil if there is
    /// no way to wait.
    func whenDone(_ handler: @escaping () -> Void) -> AnyObject?
}
