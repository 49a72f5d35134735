import Geometry

/// What has changed since the scene was last looked at.
struct ContentDamage {
    private var bySurface: [ObjectIdentifier: (surface: Surface, damage: SurfaceDamage)] = [:]
    private var pixels = BoundedRegion<ExternalSpace>(limit: maximumRects)

    /// With more rectangles than this the damage is coarsened: surfaces must not make those of others dearer.
    private static let maximumRects = 256

    mutating func add(_ damage: SurfaceDamage, of surface: Surface) {
        if damage.isEmpty { return }
        bySurface[ObjectIdentifier(surface), default: (surface, SurfaceDamage())].damage.formUnion(damage)
    }

    mutating func add(_ damage: Region<ExternalSpace>) {
        pixels.formUnion(damage)
    }

    /// Turns the surfaces' damage into pixels, by the places of these layouts, the backmost first.
    ///
    /// What lies hidden is not drawn: windows at work behind another one cost next to nothing.
    mutating func project(_ layouts: [SceneLayout]) {
        if bySurface.isEmpty { return }
        var hidden = Region<ExternalSpace>()
        for placed in layouts.reversed().lazy.flatMap({ $0.placed.reversed() }) {
            if let (_, damage) = bySurface[ObjectIdentifier(placed.surface)] {
                pixels.formUnion(placed.project(damage).subtracting(hidden))
            }
            if hidden.rectCount < Self.maximumRects { hidden.formUnion(placed.opaque) }
        }
        bySurface.removeAll(keepingCapacity: true)
    }

    /// Hands over the damaged pixels of a screen.
    mutating func take(within screen: Rect<ExternalSpace>) -> Region<ExternalSpace> {
        defer { pixels = BoundedRegion(limit: Self.maximumRects) }
        return pixels.region.intersection(screen)
    }
}
