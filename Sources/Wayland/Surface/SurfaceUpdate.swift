import Geometry

/// A set of changes to a surface: what its client has asked for since the last commit, or commits that wait
/// for the parent's. What is nil does not change.
struct SurfaceUpdate {
    /// The new contents; `.some(nil)` takes the surface's contents away.
    var content: BufferUse??
    /// How far the contents' corner moves, in surface pixels.
    var offset = SurfaceOffset()
    var damage = SurfaceDamage()
    var opaque: Region<SurfaceSpace>?
    /// The new input region; `.some(nil)` makes the whole surface take input.
    var input: Region<SurfaceSpace>??
    var transform: Transform?
    var scale: Int?
    var viewport: ViewportState?
    var stack: SubsurfaceStack?
    var constraint: PointerConstraintUpdate?
    var frameCallbacks: [Resource<WlCallback>] = []
    var feedback: [Resource<WpPresentationFeedback>] = []

    /// Adds a later commit's changes. Feedback asked for contents that were never shown is discarded.
    mutating func merge(_ newer: SurfaceUpdate) {
        if let content = newer.content { self.content = content }
        offset.add(newer.offset)
        damage.formUnion(newer.damage)
        opaque = newer.opaque ?? opaque
        input = newer.input ?? input
        transform = newer.transform ?? transform
        scale = newer.scale ?? scale
        viewport = newer.viewport ?? viewport
        stack = newer.stack ?? stack
        constraint = newer.constraint?.following(constraint) ?? constraint
        frameCallbacks += newer.frameCallbacks
        FrameRequests.discard(feedback)
        feedback = newer.feedback
    }
}

/// A movement in whole surface pixels.
struct SurfaceOffset: Hashable {
    var x = 0
    var y = 0

    mutating func add(_ other: SurfaceOffset) {
        x = x &+ other.x
        y = y &+ other.y
    }
}

/// Pixels that differ from those shown before, as the client told.
struct SurfaceDamage {
    private var surfaceRects = BoundedRegion<SurfaceSpace>(limit: maximumRects)
    private var bufferRects = BoundedRegion<BufferSpace>(limit: maximumRects)

    /// With more rectangles than this the damage is coarsened: a client must not make each further one dearer.
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
