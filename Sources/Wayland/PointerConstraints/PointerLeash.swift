import Geometry

/// Which constraint holds the seat's pointer now. At most one does.
final class PointerLeash {
    private(set) var active: PointerConstraint?
    /// No constraint takes effect until the pointer is moved.
    private var isSlack = false

    /// Lets a constraint take effect on a pointer that is at `local` of its surface, in place of the one before.
    func follow(_ wanted: PointerConstraint?, at local: Point<SurfaceSpace>?) {
        if let active, active !== wanted || active.phase != .active { release() }
        guard active == nil, !isSlack, let wanted, let local, wanted.phase == .waiting, wanted.area.contains(local)
        else { return }
        active = wanted
        wanted.activate()
    }

    /// The constraint is not in effect any more.
    func release() {
        let released = active
        active = nil
        released?.deactivate()
    }

    /// The client has given the constraint up and needs no telling.
    func forget() {
        active = nil
    }

    /// As `release`, until the pointer is moved again: what is under it is about to change.
    func slacken() {
        isSlack = true
        release()
    }

    func pointerMoved() {
        isSlack = false
    }
}
