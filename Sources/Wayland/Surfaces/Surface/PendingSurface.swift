import Geometry
import WaylandBinding

/// The pending state of a surface.
struct PendingSurface {
    /// The attached buffer; `.some(nil)` to remove the contents.
    var attachment: Resource<WlBuffer>??
    /// The other changes.
    var update = SurfaceUpdate()
    /// The subsurface stack with all requests applied.
    private(set) var stack = SubsurfaceStack()

    /// True if the next commit leaves the surface with a buffer.
    var attachesBuffer: Bool {
        if case .some(.some(let buffer)) = attachment { return buffer.isAlive }
        return false
    }

    /// Changes the stack; the change takes effect with the next commit.
    mutating func changeStack<Result>(_ change: (inout SubsurfaceStack) -> Result) -> Result {
        defer { update.stack = stack }
        return change(&stack)
    }

    /// Removes a destroyed subsurface at once, without a commit.
    mutating func remove(_ subsurface: Subsurface) {
        stack.remove(subsurface)
        update.stack?.remove(subsurface)
    }

    /// Takes all pending changes.
    mutating func takeUpdate() -> SurfaceUpdate {
        var result = update
        if let attachment {
            // A buffer that was destroyed before the commit, or that cannot be read, counts as none.
            let buffer = attachment.flatMap { $0.isAlive ? ClientBuffer.of($0) : nil }
            result.content = .some(buffer.map(BufferUse.init))
        }
        attachment = nil
        update = SurfaceUpdate()
        return result
    }
}
