import Geometry

/// The damage since the scene was last read.
struct ContentDamage {
    private var bySurface: [ObjectIdentifier: (surface: Surface, damage: SurfaceDamage)] = [:]
    private var pixels = BoundedRegion<ContentSpace>(limit: maximumRects)

    /// With more rectangles the damage is coarsened, so that one surface cannot make the damage of others expensive.
    private static let maximumRects = 256

    mutating func add(_ damage: SurfaceDamage, of surface: Surface) {
        if damage.isEmpty { return }
        bySurface[ObjectIdentifier(surface), default: (surface, SurfaceDamage())].damage.formUnion(damage)
    }

    mutating func add(_ damage: Region<ContentSpace>) {
        pixels.formUnion(damage)
    }

    /// Converts the surfaces' damage to pixels of the scene, by their places in these layouts, backmost first.
    ///
    /// Occluded damage is dropped: updates of a hidden window cost next to nothing.
    mutating func project(_ layouts: [SceneLayout]) {
        if bySurface.isEmpty { return }
        var hidden = Region<ContentSpace>()
        for placed in layouts.reversed().lazy.flatMap({ $0.placed.reversed() }) {
            if let (_, damage) = bySurface[ObjectIdentifier(placed.surface)] {
                pixels.formUnion(placed.project(damage).subtracting(hidden))
            }
            if hidden.rectCount < Self.maximumRects { hidden.formUnion(placed.opaque) }
        }
        bySurface.removeAll(keepingCapacity: true)
    }

    /// Takes the damaged pixels of a screen.
    mutating func take(within screen: Rect<ContentSpace>) -> Region<ContentSpace> {
        defer { pixels = BoundedRegion(limit: Self.maximumRects) }
        return pixels.region.intersection(screen)
    }
}
