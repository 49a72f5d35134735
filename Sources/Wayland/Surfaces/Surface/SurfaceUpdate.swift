import Geometry
import Mirroring
import WaylandBinding

/// Changes to a surface: its pending state, or cached commits that wait for the parent's commit.
///
/// A nil member keeps the current value.
final class SurfaceUpdate {
    /// The new buffer; `.some(nil)` removes the contents.
    var content: SurfaceContent??
    /// The movement of the surface's corner, in surface coordinates.
    var offset = SurfaceOffset()
    var damage = SurfaceDamage()
    var opaque: Region<SurfaceSpace>?
    /// The new input region; `.some(nil)` for the whole surface.
    var input: Region<SurfaceSpace>??
    var transform: Transform?
    var scale: Int?
    var viewport: ViewportState?
    var prefersTearing: Bool?
    var representation: ColorRepresentation?
    var stack: SubsurfaceStack?
    /// The changes of other protocols' state.
    var parts = SurfaceUpdateParts()
    var frameCallbacks: [Resource<WlCallback>] = []
    var feedback: [any FrameFeedback] = []

    /// Whether the update changes the surface's colour representation.
    func changesMeaning(in state: SurfaceState) -> Bool { representation.map { $0 != state.representation } ?? false }

    /// Merges a later commit. Feedback for contents that were never shown is discarded.
    func merge(_ newer: SurfaceUpdate) {
        if let content = newer.content { self.content = content }
        offset.add(newer.offset)
        damage.formUnion(newer.damage)
        opaque = newer.opaque ?? opaque
        input = newer.input ?? input
        transform = newer.transform ?? transform
        scale = newer.scale ?? scale
        viewport = newer.viewport ?? viewport
        prefersTearing = newer.prefersTearing ?? prefersTearing
        representation = newer.representation ?? representation
        stack = newer.stack ?? stack
        parts.merge(newer.parts)
        frameCallbacks += newer.frameCallbacks
        FrameRequests.discard(feedback)
        feedback = newer.feedback
    }
}

/// A change of another protocol's state that waits for the surface's commit.
protocol SurfaceUpdatePart {
    /// Merges this change with an earlier change that was not applied.
    func following(_ earlier: Self) -> Self

    /// The commit was applied.
    func apply()
}

/// The changes of other protocols' state in one commit, at most one of a type.
struct SurfaceUpdateParts {
    private var parts: [ObjectIdentifier: any SurfaceUpdatePart] = [:]

    /// Adds a change, and merges it with an earlier change of the same type.
    mutating func add<Part: SurfaceUpdatePart>(_ part: Part) {
        let key = ObjectIdentifier(Part.self)
        parts[key] = (parts[key] as? Part).map(part.following) ?? part
    }

    mutating func merge(_ newer: SurfaceUpdateParts) {
        for part in newer.parts.values { add(part) }
    }

    func apply() {
        if parts.isEmpty { return }
        for part in parts.values { part.apply() }
    }
}

/// Another protocol's attachment of a surface, which takes part in what happens to the surface. Every requirement has a default that
/// does nothing.
protocol SurfaceExtension: AnyObject {
    /// Called before each commit, to complete `pending`. False rejects the commit, after a protocol error.
    func willCommit(_ pending: PendingSurface) -> Bool

    /// The part of the buffer that the client wants shown does not fit the buffer.
    func cropFailed(_ failure: SurfaceGeometry.Failure)

    /// The colour representation does not fit the buffer.
    func representationFailed(_ misfit: ColorRepresentation.Misfit)

    /// The window may be shown at another scale.
    func windowScaleChanged()
}

extension SurfaceExtension {
    func willCommit(_ pending: PendingSurface) -> Bool { true }
    func cropFailed(_ failure: SurfaceGeometry.Failure) {}
    func representationFailed(_ misfit: ColorRepresentation.Misfit) {}
    func windowScaleChanged() {}
}

/// An offset in whole surface pixels.
struct SurfaceOffset: Hashable {
    var x = 0
    var y = 0

    mutating func add(_ other: SurfaceOffset) {
        x = x &+ other.x
        y = y &+ other.y
    }
}

/// The damage that a client reported.
struct SurfaceDamage {
    private var surfaceRects = BoundedRegion<SurfaceSpace>(limit: maximumRects)
    private var bufferRects = BoundedRegion<BufferSpace>(limit: maximumRects)

    /// With more rectangles the damage is coarsened, to bound the cost of each further one.
    private static let maximumRects = 256

    var surface: Region<SurfaceSpace> { surfaceRects.region }
    var buffer: Region<BufferSpace> { bufferRects.region }

    var isEmpty: Bool { surfaceRects.isEmpty && bufferRects.isEmpty }

    mutating func add(_ rect: Rect<SurfaceSpace>) {
        surfaceRects.formUnion(rect)
    }

    mutating func add(_ rect: Rect<BufferSpace>) {
        bufferRects.formUnion(rect)
    }

    mutating func formUnion(_ other: SurfaceDamage) {
        surfaceRects.formUnion(other.surfaceRects)
        bufferRects.formUnion(other.bufferRects)
    }
}

/// The pending state of a surface.
final class PendingSurface {
    /// The attached buffer; `.some(nil)` to remove the contents.
    var attachment: Resource<WlBuffer>??
    /// The use of the attached buffer, as the client describes it.
    var use: (any BufferUse)?
    /// The other changes.
    private(set) var update = SurfaceUpdate()
    /// The subsurface stack with all requests applied.
    private(set) var stack = SubsurfaceStack()

    /// True if the next commit leaves the surface with a buffer.
    var attachesBuffer: Bool {
        if case .some(.some(let buffer)) = attachment { return buffer.isAlive }
        return false
    }

    /// True if the next commit leaves the surface without a buffer, whatever it has now.
    var detachesBuffer: Bool { attachment != nil && !attachesBuffer }

    /// Changes the stack; the change takes effect with the next commit.
    func changeStack<Result>(_ change: (inout SubsurfaceStack) -> Result) -> Result {
        defer { update.stack = stack }
        return change(&stack)
    }

    /// Removes a destroyed subsurface at once, without a commit.
    func remove(_ subsurface: Subsurface) {
        stack.remove(subsurface)
        update.stack?.remove(subsurface)
    }

    /// Takes all pending changes.
    func takeUpdate() -> SurfaceUpdate {
        let result = update
        update = SurfaceUpdate()
        if let attachment {
            // A buffer that was destroyed before the commit, or that cannot be read, counts as none.
            let buffer = attachment.flatMap { $0.isAlive ? ClientBuffer.of($0) : nil }
            result.content = .some(buffer.map { SurfaceContent($0, use: use) })
        }
        (attachment, use) = (nil, nil)
        return result
    }
}

/// A surface's commits whose buffers are still being drawn, and the commits after them, oldest first.
///
/// Until these commits are applied, the surface shows its last complete picture.
final class CommitQueue {
    private var updates: [SurfaceUpdate] = []
    private var wait: AnyObject?

    var isEmpty: Bool { updates.isEmpty }

    /// The most commits that may wait.
    ///
    /// A client has about four buffers, so only a client that never finishes them reaches the limit.
    static let limit = 1024

    /// Appends a commit. If too many commits wait already, discards the commit and returns false.
    func append(_ update: SurfaceUpdate) -> Bool {
        guard updates.count < Self.limit else {
            FrameRequests.discard(update)
            return false
        }
        updates.append(update)
        return true
    }

    /// Takes the first commit if all of `fences` are done; else waits for them and then calls `retry`.
    func takeFirst(
        fences: (SurfaceUpdate) -> [any BufferFence], retry: @escaping () -> Void
    ) -> SurfaceUpdate? {
        guard let first = updates.first else { return nil }
        wait = Self.wait(for: fences(first), retry)
        // If there is no way to wait, the commit is taken now. Reading the memory then waits until devices have drawn in it.
        return wait == nil ? updates.removeFirst() : nil
    }

    /// Waits for the first fence that is not done. Later fences get their turn then, because each wait takes a descriptor.
    private static func wait(for fences: [any BufferFence], _ handler: @escaping () -> Void) -> AnyObject? {
        for fence in fences where !fence.isDone {
            if let wait = fence.whenDone(handler) { return wait }
        }
        return nil
    }

    /// Drops all commits.
    func discard() {
        wait = nil
        for update in updates { FrameRequests.discard(update) }
        updates = []
    }
}
