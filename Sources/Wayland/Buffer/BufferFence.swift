/// Pixels that may still be on their way when their buffer is committed: a graphics card draws while its client goes on.
protocol BufferFence: AnyObject {
    /// All that was asked to be drawn is drawn.
    var isDone: Bool { get }

    /// Has `handler` called once when `isDone` may hold, as long as the result is kept; nil where that cannot be known.
    func whenDone(_ handler: @escaping () -> Void) -> AnyObject?
}
