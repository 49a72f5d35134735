import Geometry

/// What a client has asked of a surface since its last commit.
struct PendingSurface {
    /// The buffer attached last; `.some(nil)` when contents are to be taken away.
    var attachment: Resource<WlBuffer>??
    /// The other changes.
    var update = SurfaceUpdate()
    /// The subsurfaces as they will be once everything asked for has been applied.
    private(set) var stack = SubsurfaceStack()

    /// The next commit will leave the surface with contents, as far as it says.
    var attachesBuffer: Bool {
        if case .some(.some(let buffer)) = attachment { return buffer.isAlive }
        return false
    }

    /// Changes the stack with the next commit.
    mutating func changeStack<Result>(_ change: (inout SubsurfaceStack) -> Result) -> Result {
        defer { update.stack = stack }
        return change(&stack)
    }

    /// Forgets a subsurface without a commit.
    mutating func remove(_ subsurface: Subsurface) {
        stack.remove(subsurface)
        update.stack?.remove(subsurface)
    }

    /// Hands over all changes; nothing is pending afterwards.
    mutating func takeUpdate() -> SurfaceUpdate {
        var result = update
        if let attachment {
            // A buffer destroyed before the commit counts as none, and so does one that cannot be read.
            let buffer = attachment.flatMap { $0.isAlive ? ClientBuffer.of($0) : nil }
            result.content = .some(buffer.map(BufferUse.init))
        }
        attachment = nil
        update = SurfaceUpdate()
        return result
    }
}
