import Geometry
import Mirroring

/// The visible parts of a scene within a region, and the uncovered rest.
struct VisibleScene {
    /// Back to front, without the pixels hidden by opaque elements above.
    private(set) var parts: [(element: SceneElement, region: Region<ContentSpace>)] = []
    /// The pixels that no opaque element covers.
    private(set) var uncovered: Region<ContentSpace>
    /// The region examined.
    let region: Region<ContentSpace>

    init(_ elements: [SceneElement], within region: Region<ContentSpace>) {
        self.region = region
        uncovered = region
        for element in elements.reversed() where !uncovered.isEmpty {
            let seen = uncovered.intersection(element.destination)
            guard !seen.isEmpty, element.isDrawable else { continue }
            parts.append((element, seen))
            uncovered.subtract(element.hiding.intersection(element.destination))
        }
        parts.reverse()
    }
}

extension SceneElement {
    /// The opaque pixels of the destination: all of it for a format without alpha.
    var hiding: Region<ContentSpace> { source.format.hasAlpha ? opaque : Region(destination) }

    /// Whether the element has pixels: one without any must not hide those below.
    fileprivate var isDrawable: Bool {
        ElementPlacement(self) != nil && source.withPixels { _ in }
    }
}
