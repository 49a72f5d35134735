package import Geometry
package import Mirroring

/// The visible parts of operations within a region, and the uncovered rest.
package struct VisibleOperations {
    package struct Part {
        package let operation: DrawOperation
        package var region: Region<ContentSpace>
    }

    /// Back to front, without the pixels hidden by opaque operations above.
    package private(set) var parts: [Part] = []
    /// The pixels that nothing opaque covers.
    package private(set) var uncovered: Region<ContentSpace>

    package init(_ operations: [DrawOperation], within region: Region<ContentSpace>) {
        uncovered = region
        for operation in operations.reversed() where !uncovered.isEmpty {
            let seen = operation.bounds.map { uncovered.intersection($0) } ?? uncovered
            guard !seen.isEmpty, operation.isDrawable else { continue }
            parts.append(Part(operation: operation, region: seen))
            uncovered.subtract(operation.hiding(seen))
        }
        parts.reverse()
    }
}

extension DrawOperation {
    /// The pixels that it may touch; nil for all.
    fileprivate var bounds: Rect<ContentSpace>? {
        switch self {
        case .fill: nil
        case .draw(let element): element.destination
        case .disc(let disc): disc.bounds
        }
    }

    /// Whether there is anything to draw: an element without pixels must not hide those below.
    fileprivate var isDrawable: Bool {
        guard case .draw(let element) = self else { return true }
        return ElementPlacement(element) != nil && element.source.hasPixels
    }

    /// The part of a region within its bounds where it hides what is below.
    fileprivate func hiding(_ region: Region<ContentSpace>) -> Region<ContentSpace> {
        switch self {
        case .fill: region
        case .draw(let element): element.hiding.intersection(element.destination)
        case .disc: Region()
        }
    }
}

extension VisibleOperations.Part {
    /// The pixels that are mixed with what is below.
    package var blended: Region<ContentSpace> {
        switch operation {
        case .fill: Region()
        case .draw(let element): region.subtracting(element.hiding)
        case .disc: region
        }
    }
}

extension SceneElement {
    /// The pixels of the destination that need nothing of what is below: all for a format without alpha, except where
    /// corners are rounded.
    package var hiding: Region<ContentSpace> {
        let solid = source.format.hasAlpha ? opaque : Region(destination)
        return cornerRadius > 0 ? solid.subtracting(corners) : solid
    }
}
