import Geometry
import Mirroring

/// The pointer's picture as it was last drawn, so that moving it damages just the old place and the new.
struct CursorOverlay {
    private var bounds = Rect<ExternalSpace>.zero

    /// The elements to draw for `picture`, on a screen of the given scale.
    func elements(for picture: CursorPicture, scale: Scale, renderer: any RendererPort) -> [SceneElement] {
        switch picture {
        case .hidden: []
        case .elements(let elements): elements
        case .named(let name, let point): [named(name, at: point, scale: scale, renderer: renderer)]
        }
    }

    /// Takes note of where `elements` lie; the pixels that this changes, empty when nothing moved.
    mutating func moved(to elements: [SceneElement]) -> Region<ExternalSpace> {
        let next = elements.reduce(Rect<ExternalSpace>.zero) { $0.union($1.destination) }
        guard next != bounds else { return Region() }
        defer { bounds = next }
        return Region([bounds, next])
    }

    private func named(
        _ name: String, at point: Point<ExternalSpace>, scale: Scale, renderer: any RendererPort
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
