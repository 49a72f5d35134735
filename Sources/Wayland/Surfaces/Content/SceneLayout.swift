import Geometry

/// The places of all surfaces with contents, back to front.
struct SceneLayout {
    private(set) var placed: [PlacedSurface] = []

    init() {}

    /// Lays out each root with the subsurfaces below and above it.
    init(roots: [PlacedRoot], scale: Scale) {
        for root in roots { place(root.surface, x: root.x, y: root.y, fit: root.fit, scale: scale) }
    }

    /// A subsurface is shown only while all surfaces above it in the tree have contents.
    private mutating func place(_ surface: Surface, x: Int, y: Int, fit: WindowFit?, scale: Scale) {
        guard let geometry = surface.current.geometry else { return }
        for child in surface.current.stack.below {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
        placed.append(PlacedSurface(surface, geometry: geometry, x: x, y: y, fit: fit, scale: scale))
        for child in surface.current.stack.above {
            place(child.subsurface.surface, x: x + child.x, y: y + child.y, fit: fit, scale: scale)
        }
    }

    /// The frontmost surface that takes input at the point.
    func hit(at point: Point<LogicalSpace>) -> PlacedSurface? {
        guard point.isFinite else { return nil }
        return placed.last { $0.takesInput(at: point) }
    }

    func place(of surface: Surface) -> PlacedSurface? {
        placed.first { $0.surface === surface }
    }

    /// True if both layouts show the same surfaces at the same places.
    func isSame(as other: SceneLayout) -> Bool {
        placed.count == other.placed.count && zip(placed, other.placed).allSatisfy { $0.isSame(as: $1) }
    }

    /// The pixels that differ between two layouts whose contents did not change.
    ///
    /// The common start and end of both lists are unchanged; everything between counts as changed, in both.
    func difference(from old: SceneLayout) -> Region<ContentSpace> {
        let common = min(placed.count, old.placed.count)
        var prefix = 0
        while prefix < common, placed[prefix].isSame(as: old.placed[prefix]) { prefix += 1 }
        var suffix = 0
        while suffix < common - prefix,
            placed[placed.count - 1 - suffix].isSame(as: old.placed[old.placed.count - 1 - suffix])
        {
            suffix += 1
        }
        var damage = Region<ContentSpace>()
        for changed in placed[prefix..<(placed.count - suffix)] { damage.formUnion(changed.frame) }
        for changed in old.placed[prefix..<(old.placed.count - suffix)] { damage.formUnion(changed.frame) }
        return damage
    }
}
