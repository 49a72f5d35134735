import Geometry
import Mirroring
import WaylandBinding

/// Holds the pointer to the constraint of the surface below it. At most one constraint is active.
final class PointerLeash: PointerExtension {
    // Weak: the pointer owns its leash.
    private weak var pointer: SeatPointer?
    private var active: PointerConstraint?
    /// True until the pointer moves. Meanwhile no constraint becomes active.
    private var isSlack = false

    private init(_ pointer: SeatPointer) {
        self.pointer = pointer
    }

    /// The pointer's leash, which is created for the first constraint.
    static func of(_ pointer: SeatPointer) -> PointerLeash { pointer.attachments.state { PointerLeash(pointer) } }

    var isHolding: Bool { active != nil }

    func permitted(_ point: Point<LogicalSpace>) -> Point<LogicalSpace> {
        isSlack = false
        guard let active, let pointer, let position = pointer.position, let focus = pointer.focusedSurface,
            let place = pointer.scope.place(of: focus)
        else { return point }
        switch active.kind {
        case .lock: return position
        case .confinement:
            let local = active.area.walk(from: place.local(position), to: place.local(point))
            return place.scenePoint(local)
        }
    }

    func focusMoves(to surface: Surface?) {
        if active?.surface !== surface { release() }
    }

    func update() {
        guard let pointer, let focus = pointer.focusedSurface,
            let constraint = focus.attachments[PointerConstraint.self], !pointer.isDragging,
            let position = pointer.position, pointer.scope.hasKeyboard(focus),
            let local = pointer.scope.place(of: focus)?.local(position)
        else { return release() }
        follow(constraint, at: local)
        if active === constraint { keepWithin(constraint, pointer) }
    }

    func slacken() {
        isSlack = true
        release()
    }

    /// The client has destroyed a constraint.
    func ended(_ constraint: PointerConstraint) {
        let wasActive = active === constraint
        let hint = constraint.hint
        constraint.end()
        if wasActive { active = nil }
        guard wasActive, constraint.kind == .lock, let hint, let pointer, let focus = pointer.focusedSurface,
            focus === constraint.surface, let place = pointer.scope.place(of: focus)
        else { return }
        pointer.put(at: place.scenePoint(place.geometry.size.clamped(hint)), tellsClient: false)
    }

    /// Replaces the active constraint by `wanted` if its area contains `local`, the pointer's position on the surface.
    private func follow(_ wanted: PointerConstraint, at local: Point<SurfaceSpace>) {
        if let active, active !== wanted || active.phase != .active { release() }
        guard active == nil, !isSlack, wanted.phase == .waiting, wanted.area.contains(local) else { return }
        active = wanted
        wanted.activate()
    }

    /// Moves a confined pointer back into its region when the region moves or shrinks.
    private func keepWithin(_ constraint: PointerConstraint, _ pointer: SeatPointer) {
        guard constraint.kind == .confinement, let position = pointer.position, let focus = pointer.focusedSurface,
            let place = pointer.scope.place(of: focus)
        else { return }
        let (area, local) = (constraint.area, place.local(position))
        if area.contains(local) { return }
        guard let nearest = area.nearest(to: local) else { return release() }
        pointer.put(at: place.scenePoint(nearest), tellsClient: true)
    }

    private func release() {
        let released = active
        active = nil
        released?.deactivate()
    }
}
