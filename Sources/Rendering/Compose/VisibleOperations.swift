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
            guard let (seen, hiding) = operation.seen(in: uncovered) else { continue }
            parts.append(Part(operation: operation, region: seen))
            uncovered.subtract(hiding)
        }
        if parts.count > 1 { parts.reverse() }
    }
}

extension DrawOperation {
    /// The pixels of a region that it may touch, and those where it hides what is below; nil where there is nothing to draw.
    fileprivate func seen(
        in region: Region<ContentSpace>
    ) -> (seen: Region<ContentSpace>, hiding: Region<ContentSpace>)? {
        switch self {
        case .fill: return (region, region)
        case .draw(let element):
            let seen = region.intersection(element.destination)
            // An element without pixels must not hide those below.
            guard !seen.isEmpty, element.source.hasPixels, ElementPlacement(element) != nil else { return nil }
            return (seen, element.hiding.intersection(element.destination))
        case .disc(let disc):
            let seen = region.intersection(disc.bounds)
            return seen.isEmpty ? nil : (seen, Region())
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
