/// Commits of a surface whose buffers are still being drawn, and those after them, oldest first.
///
/// Until they are applied the surface shows its last complete picture.
final class CommitQueue {
    private var updates: [SurfaceUpdate] = []
    private var waits: [AnyObject] = []

    var isEmpty: Bool { updates.isEmpty }

    /// Appends a commit.
    func append(_ update: SurfaceUpdate) {
        updates.append(update)
    }

    /// Takes the first commit if all of `fences` are done; else waits for them and then calls `retry`.
    func takeFirst(
        fences: (SurfaceUpdate) -> [any BufferFence], retry: @escaping () -> Void
    ) -> SurfaceUpdate? {
        guard let first = updates.first else { return nil }
        let pending = fences(first).filter { !$0.isDone }
        waits = pending.compactMap { $0.whenDone(retry) }
        // Without a way to wait, the commit is taken now and the read blocks.
        return waits.isEmpty ? updates.removeFirst() : nil
    }

    /// Drops all commits.
    func discard() {
        waits = []
        for update in updates { FrameRequests.discard(update) }
        updates = []
    }
}
