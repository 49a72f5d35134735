import Geometry
import Mirroring

extension SeatPointer {
    /// Where the pointer may go when a device moves it to a point of the scene.
    func permitted(_ point: Point<LogicalSpace>) -> Point<LogicalSpace> {
        guard let constraint = leash.active, let position, let focus = focusedSurface,
            let place = scope.place(of: focus)
        else { return point }
        switch constraint.kind {
        case .lock: return position
        case .confinement:
            let local = constraint.area.walk(from: place.local(position), to: place.local(point))
            return place.scenePoint(local)
        }
    }

    /// Activates or deactivates constraints after a change of the pointer, the keyboard focus or a surface's
    /// constraint.
    func constraintsChanged() {
        guard let focus = focusedSurface, let constraint = focus.pointerConstraint, !isDragging, let position,
            scope.hasKeyboard(focus), let local = scope.place(of: focus)?.local(position)
        else { return leash.release() }
        leash.follow(constraint, at: local)
        if leash.active === constraint { keepWithin(constraint) }
    }

    /// Moves a confined pointer back into its region when that moves or shrinks.
    private func keepWithin(_ constraint: PointerConstraint) {
        guard constraint.kind == .confinement, let position, let focus = focusedSurface,
            let place = scope.place(of: focus)
        else { return }
        let (area, local) = (constraint.area, place.local(position))
        if area.contains(local) { return }
        guard let nearest = area.nearest(to: local) else { return leash.release() }
        put(at: place.scenePoint(nearest), tellsClient: true)
    }

    /// The client has destroyed a constraint.
    func ended(_ constraint: PointerConstraint) {
        let wasActive = leash.active === constraint
        let hint = constraint.hint
        constraint.end()
        if wasActive { leash.forget() }
        guard wasActive, constraint.kind == .lock, let hint, let focus = focusedSurface, focus === constraint.surface,
            let place = scope.place(of: focus)
        else { return }
        put(at: place.scenePoint(place.geometry.size.clamped(hint)), tellsClient: false)
    }
}
