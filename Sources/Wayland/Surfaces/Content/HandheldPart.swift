import Geometry
import Mirroring

/// The part of a scene that is on the handheld screen: the surfaces of on-screen keyboards.
struct HandheldPart {
    private var area = Rect<ContentSpace>.zero
    private var placed: [PlacedSurface] = []
    /// The pixels that the surfaces take.
    private var place = Rect<ContentSpace>.zero
    private var reportedPlace = Rect<ContentSpace>.zero

    /// Whether nothing is there.
    var isEmpty: Bool { placed.isEmpty }

    func contains(_ surface: PlacedSurface) -> Bool { !surface.frame.intersection(area).isEmpty }

    /// Finds what a new layout has in the handheld screen's area, nil for no such screen.
    mutating func find(in layout: SceneLayout, _ area: Rect<ContentSpace>?) {
        self.area = area ?? .zero
        placed = self.area.isEmpty ? [] : layout.placed.filter(contains)
        place = placed.isEmpty ? .zero : Region(placed.map(\.frame)).extents.intersection(self.area)
    }

    /// Whether the place is another one than at the last call.
    mutating func takeMove() -> Bool {
        defer { reportedPlace = place }
        return place != reportedPlace
    }

    /// The damage of the scene as far as it lies here.
    func part(of damage: Region<ContentSpace>) -> Region<ContentSpace> { damage.intersection(place) }

    /// What is there, on a handheld screen with this area of the logical screen; nil for nothing.
    func keyboard(on area: Rect<LogicalSpace>, _ scale: Scale) -> HandheldKeyboard? {
        guard !place.isEmpty else { return nil }
        let corner = scale.logical(Point(x: Double(place.x), y: Double(place.y)))
        let end = scale.logical(Point(x: Double(place.maxX), y: Double(place.maxY)))
        return HandheldKeyboard(
            elements: placed.compactMap(\.element), place: place,
            frame: Rect(
                left: Int(corner.x.rounded()) - area.x, top: Int(corner.y.rounded()) - area.y,
                right: Int(end.x.rounded()) - area.x, bottom: Int(end.y.rounded()) - area.y))
    }
}
