import Geometry
import Mirroring

/// What of a scene can be seen within some region, and what nothing covers.
struct VisibleScene {
    /// Back to front; no part has pixels that an opaque element above it hides.
    private(set) var parts: [(element: SceneElement, region: Region<ExternalSpace>)] = []
    /// The pixels that no opaque element covers.
    private(set) var uncovered: Region<ExternalSpace>
    /// The region asked about.
    let region: Region<ExternalSpace>

    init(_ elements: [SceneElement], within region: Region<ExternalSpace>) {
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
    /// The pixels of the destination that hide what is below; a format without alpha hides everywhere.
    var hiding: Region<ExternalSpace> { source.format.hasAlpha ? opaque : Region(destination) }

    /// There are pixels to show: what an element without any covers must be drawn as if it were not there.
    fileprivate var isDrawable: Bool {
        ElementPlacement(self) != nil && source.withPixels { _ in }
    }
}
