import Geometry
import Mirroring
import WaylandBinding

/// A client's pointer lock or confinement on a surface.
final class PointerConstraint {
    enum Kind {
        case lock, confinement
    }

    enum Phase {
        /// Becomes active once the pointer is in the region.
        case waiting
        case active
        /// Never becomes active again.
        case over
    }

    let kind: Kind
    let isOneshot: Bool
    private(set) weak var surface: Surface?
    private(set) var phase = Phase.waiting
    /// The region in which the constraint can become active; nil for the whole surface.
    private var region: Region<SurfaceSpace>?
    /// The client's own cursor position, to which the pointer is moved when a lock ends.
    private(set) var hint: Point<SurfaceSpace>?
    /// Sends the client whether the constraint is active.
    var onChange: (_ isActive: Bool) -> Void = { _ in }
    /// Called when the region changes.
    var onRegionChange: () -> Void = {}

    init(_ kind: Kind, surface: Surface, region: Region<SurfaceSpace>?, isOneshot: Bool) {
        self.kind = kind
        self.surface = surface
        self.region = region
        self.isOneshot = isOneshot
    }

    /// The region in surface coordinates, clipped to the input region.
    var area: Region<SurfaceSpace> {
        guard let surface, surface.isAlive else { return Region() }
        let size = surface.current.size
        var area = Region(Rect<SurfaceSpace>(x: 0, y: 0, width: size.width, height: size.height))
        if let input = surface.current.input { area.formIntersection(input) }
        if let region { area.formIntersection(Self.bounded(region, against: area)) }
        return area
    }

    /// The intersection of two regions can have as many rectangles as the product of their counts, so the second is
    /// coarsened.
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

    /// Deactivates the constraint, and ends it if it is oneshot.
    func deactivate() {
        guard phase == .active else { return }
        phase = .waiting
        onChange(false)
        if isOneshot { end() }
    }

    /// Ends the constraint, to make room for another one on its surface.
    func end() {
        phase = .over
        if surface?.attachments[PointerConstraint.self] === self { surface?.attachments[PointerConstraint.self] = nil }
    }

    /// Applies the changes of a surface commit.
    fileprivate func apply(_ update: PointerConstraintUpdate) {
        hint = update.hint ?? hint
        guard let region = update.region else { return }
        self.region = region
        onRegionChange()
    }
}

/// Changes of a constraint that wait for the surface's commit. Nil keeps the current value.
struct PointerConstraintUpdate: SurfaceUpdatePart {
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

    /// Merges this update with an earlier one, which counts only if it is for the same constraint.
    func following(_ earlier: PointerConstraintUpdate) -> PointerConstraintUpdate {
        guard earlier.constraint === constraint else { return self }
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
        pending.update.parts.add(update)
    }
}
