import Geometry
import Mirroring

/// A client's wish that the pointer stay where it is, or within a region, while it is on a surface.
final class PointerConstraint {
    enum Kind {
        case lock, confinement
    }

    enum Phase {
        /// Takes effect once the pointer is there.
        case waiting
        case active
        /// Will never take effect again.
        case over
    }

    let kind: Kind
    let isOneshot: Bool
    private(set) weak var surface: Surface?
    private(set) var phase = Phase.waiting
    /// Where the pointer has to be for the constraint to take effect; nil for the whole surface.
    private var region: Region<SurfaceSpace>?
    /// Where the client draws a cursor of its own; taken up when a lock is given up.
    private(set) var hint: Point<SurfaceSpace>?
    /// Tells the client whether the constraint is in effect.
    var onChange: (_ isActive: Bool) -> Void = { _ in }
    /// The region is another one.
    var onRegionChange: () -> Void = {}

    init(_ kind: Kind, surface: Surface, region: Region<SurfaceSpace>?, isOneshot: Bool) {
        self.kind = kind
        self.surface = surface
        self.region = region
        self.isOneshot = isOneshot
    }

    /// The pixels of the surface that the constraint is about.
    var area: Region<SurfaceSpace> {
        guard let surface, surface.isAlive else { return Region() }
        let size = surface.current.size
        var area = Region(Rect<SurfaceSpace>(x: 0, y: 0, width: size.width, height: size.height))
        if let input = surface.current.input { area.formIntersection(input) }
        if let region { area.formIntersection(Self.bounded(region, against: area)) }
        return area
    }

    /// Two regions can have as many rectangles in common as their numbers' product: the second one is coarsened then.
    private static func bounded(
        _ region: Region<SurfaceSpace>, against other: Region<SurfaceSpace>
    ) -> Region<SurfaceSpace> {
        let isSmall = region.rectCount * other.rectCount <= maximumCommonRects
        return isSmall ? region : region.coarsened(toRects: max(2, maximumCommonRects / other.rectCount))
    }

    private static let maximumCommonRects = 16 * 1024

    func activate() {
        guard phase == .waiting else { return }
        phase = .active
        onChange(true)
    }

    /// The constraint is no longer in effect; one for a single time is over.
    func deactivate() {
        guard phase == .active else { return }
        phase = .waiting
        onChange(false)
        if isOneshot { end() }
    }

    /// The constraint makes room for another one on its surface.
    func end() {
        phase = .over
        if surface?.pointerConstraint === self { surface?.pointerConstraint = nil }
    }

    /// Takes over what the client has asked for once the surface is committed.
    fileprivate func apply(_ update: PointerConstraintUpdate) {
        hint = update.hint ?? hint
        guard let region = update.region else { return }
        self.region = region
        onRegionChange()
    }
}

/// Changes of a constraint that wait for the surface's commit. What is nil does not change.
struct PointerConstraintUpdate {
    private(set) weak var constraint: PointerConstraint?
    /// The new region; `.some(nil)` for the whole surface.
    var region: Region<SurfaceSpace>??
    var hint: Point<SurfaceSpace>?

    init(_ constraint: PointerConstraint) {
        self.constraint = constraint
    }

    func apply() {
        constraint?.apply(self)
    }

    /// This update after an earlier one, which counts only if it is of the same constraint.
    func following(_ earlier: PointerConstraintUpdate?) -> PointerConstraintUpdate {
        guard let earlier, earlier.constraint === constraint else { return self }
        var whole = self
        whole.region = region ?? earlier.region
        whole.hint = hint ?? earlier.hint
        return whole
    }
}

extension Surface {
    /// Changes a constraint of this surface with the next commit.
    func change(_ constraint: PointerConstraint, _ change: (inout PointerConstraintUpdate) -> Void) {
        var update = PointerConstraintUpdate(constraint)
        change(&update)
        pending.update.constraint = update.following(pending.update.constraint)
    }
}
