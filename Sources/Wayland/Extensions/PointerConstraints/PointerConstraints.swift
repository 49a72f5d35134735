import Geometry
import Runtime
import WaylandBinding

/// `zwp_pointer_constraints_v1`: lets clients lock the pointer or confine it to a region.
///
/// A constraint is active only while its surface has both the pointer and the keyboard focus.
final class PointerConstraints: ZwpPointerConstraintsV1Requests {
    static func announce(_ display: WaylandDisplay) throws(RuntimeError) -> AnyGlobal {
        try Global<ZwpPointerConstraintsV1>(display, version: 1) { _ in PointerConstraints() }
    }

    func lockPointer(
        _ resource: Resource<ZwpPointerConstraintsV1>, id: NewResource<ZwpLockedPointerV1>,
        surface: Resource<WlSurface>, pointer: Resource<WlPointer>, region: Resource<WlRegion>?, lifetime: UInt32
    ) {
        guard let surface = free(surface, resource) else { return }
        let object = id.createInert()
        guard object.isAlive, let pointer = PointerObject.of(pointer)?.pointer else { return }
        let constraint = PointerConstraint(
            .lock, surface: surface, region: region.flatMap(RegionObject.of)?.region, isOneshot: isOneshot(lifetime))
        constraint.onChange = { [weak object] in $0 ? object?.sendLocked() : object?.sendUnlocked() }
        object.handler = LockedPointer(constraint)
        attach(constraint, to: surface, of: object, pointer)
    }

    func confinePointer(
        _ resource: Resource<ZwpPointerConstraintsV1>, id: NewResource<ZwpConfinedPointerV1>,
        surface: Resource<WlSurface>, pointer: Resource<WlPointer>, region: Resource<WlRegion>?, lifetime: UInt32
    ) {
        guard let surface = free(surface, resource) else { return }
        let object = id.createInert()
        guard object.isAlive, let pointer = PointerObject.of(pointer)?.pointer else { return }
        let constraint = PointerConstraint(
            .confinement, surface: surface, region: region.flatMap(RegionObject.of)?.region,
            isOneshot: isOneshot(lifetime))
        constraint.onChange = { [weak object] in $0 ? object?.sendConfined() : object?.sendUnconfined() }
        object.handler = ConfinedPointer(constraint)
        attach(constraint, to: surface, of: object, pointer)
    }

    private func attach(
        _ constraint: PointerConstraint, to surface: Surface, of object: AnyResource, _ pointer: SeatPointer
    ) {
        surface.attach(constraint, until: object)
        let leash = PointerLeash.of(pointer)
        constraint.onRegionChange = { [weak leash] in leash?.update() }
        object.onDestroy { [weak leash] in leash?.ended(constraint) }
        leash.update()
    }

    /// The surface; nil, after a protocol error, if it already has a constraint.
    private func free(
        _ surface: Resource<WlSurface>, _ resource: Resource<ZwpPointerConstraintsV1>
    ) -> Surface? {
        guard let surface = Surface.of(surface) else { return nil }
        if surface.attachments[PointerConstraint.self] == nil { return surface }
        resource.post(
            ZwpPointerConstraintsV1.ErrorCode.alreadyConstrained, "the surface already has a constraint for this seat")
        return nil
    }

    /// The protocol defines no error for other numbers; they count as oneshot, the safer lifetime.
    private func isOneshot(_ lifetime: UInt32) -> Bool {
        ZwpPointerConstraintsV1.Lifetime(rawValue: lifetime) != .persistent
    }
}

/// One `zwp_locked_pointer_v1`.
private final class LockedPointer: ZwpLockedPointerV1Requests {
    private let constraint: PointerConstraint

    init(_ constraint: PointerConstraint) {
        self.constraint = constraint
    }

    func setCursorPositionHint(_ resource: Resource<ZwpLockedPointerV1>, surfaceX: Double, surfaceY: Double) {
        constraint.surface?.change(constraint) { $0.hint = Point(x: surfaceX, y: surfaceY) }
    }

    func setRegion(_ resource: Resource<ZwpLockedPointerV1>, region: Resource<WlRegion>?) {
        constraint.surface?.change(constraint) { $0.region = .some(region.flatMap(RegionObject.of)?.region) }
    }
}

/// One `zwp_confined_pointer_v1`.
private final class ConfinedPointer: ZwpConfinedPointerV1Requests {
    private let constraint: PointerConstraint

    init(_ constraint: PointerConstraint) {
        self.constraint = constraint
    }

    func setRegion(_ resource: Resource<ZwpConfinedPointerV1>, region: Resource<WlRegion>?) {
        constraint.surface?.change(constraint) { $0.region = .some(region.flatMap(RegionObject.of)?.region) }
    }
}
