import Geometry

/// The constraint on the seat's pointer. At most one is active.
final class PointerLeash {
    private(set) var active: PointerConstraint?
    /// Set until the pointer moves: no constraint becomes active.
    private var isSlack = false

    /// Activates a constraint in place of the current one, if the pointer, at `local` of its surface, is in its area.
    func follow(_ wanted: PointerConstraint?, at local: Point<SurfaceSpace>?) {
        if let active, active !== wanted || active.phase != .active { release() }
        guard active == nil, !isSlack, let wanted, let local, wanted.phase == .waiting, wanted.area.contains(local)
        else { return }
        active = wanted
        wanted.activate()
    }

    /// Deactivates the constraint.
    func release() {
        let released = active
        active = nil
        released?.deactivate()
    }

    /// Drops a constraint that the client has destroyed, without an event.
    func forget() {
        active = nil
    }

    /// Deactivates the constraint until the pointer moves: the surface under the pointer is about to change.
    func slacken() {
        isSlack = true
        release()
    }

    func pointerMoved() {
        isSlack = false
    }
}
