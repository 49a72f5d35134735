import Geometry
import Mirroring

/// The cursor as last drawn, so that moving it damages only its old and new places.
struct CursorOverlay {
    private var bounds = Rect<ContentSpace>.zero
    /// The name of the cursor that was drawn, if it was one of our own.
    private var name: String?

    /// The elements to draw for `picture`, on a screen of the given scale.
    func elements(for picture: CursorImage, scale: Scale, renderer: any RendererPort) -> [SceneElement] {
        switch picture {
        case .hidden: []
        case .elements(let elements): elements
        case .named(let name, let point): [named(name, at: point, scale: scale, renderer: renderer)]
        }
    }

    /// Records where the `elements` for `picture` lie; returns the damage, empty when the same picture stays in place.
    mutating func moved(to elements: [SceneElement], for picture: CursorImage) -> Region<ContentSpace> {
        let next = elements.reduce(Rect<ContentSpace>.zero) { $0.union($1.destination) }
        let nextName: String? = if case .named(let name, _) = picture { name } else { nil }
        guard next != bounds || nextName != name else { return Region() }
        defer { (bounds, name) = (next, nextName) }
        return Region([bounds, next])
    }

    private func named(
        _ name: String, at point: Point<ContentSpace>, scale: Scale, renderer: any RendererPort
    ) -> SceneElement {
        let picture = renderer.cursor(named: name, scale: scale)
        let size = picture.source.size
        let corner = point.offset(x: -picture.hotspot.x, y: -picture.hotspot.y)
        return SceneElement(
            source: picture.source,
            crop: SourceBox(x: 0, y: 0, width: Double(size.width), height: Double(size.height)),
            transform: .normal,
            destination: Rect(
                x: Int(corner.x.rounded()), y: Int(corner.y.rounded()), width: size.width, height: size.height),
            opaque: Region())
    }
}
