import Geometry
import Mirroring

/// One cursor at one scale: dark, with a light rim for dark backgrounds.
struct CursorPixels {
    let image: MemoryImage
    /// In the image's pixels, from its top left corner.
    let hotspot: Point<ContentSpace>

    /// Draws `shape` in a box of 24 pixels times `scale`.
    init(_ shape: CursorShape, scale: Double) {
        let side = min(Self.maximumSide, max(1, Int(clamping: (CursorShape.boxSide * scale).rounded(.up))))
        let unit = CursorShape.boxSide / Double(side)
        let outline = Outline(shape.outline)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(side * side)
        for y in 0..<side {
            for x in 0..<side {
                pixels.append(Self.pixel(x, y, unit: unit, outline))
            }
        }
        image = MemoryImage(size: Size(width: side, height: side), format: .argb8888, pixels: pixels)
        hotspot = Point(x: (shape.hotspot.x / unit).rounded(), y: (shape.hotspot.y / unit).rounded())
    }

    /// The colour of one pixel, from a grid of samples within it.
    private static func pixel(_ x: Int, _ y: Int, unit: Double, _ outline: Outline) -> UInt32 {
        var (inside, rim) = (0, 0)
        for sample in 0..<samples * samples {
            let dx = (Double(sample % samples) + 0.5) / Double(samples)
            let dy = (Double(sample / samples) + 0.5) / Double(samples)
            let place = (x: (Double(x) + dx) * unit, y: (Double(y) + dy) * unit)
            if outline.encloses(place) {
                inside += 1
            } else if outline.isWithin(rimWidth, of: place) {
                rim += 1
            }
        }
        let total = samples * samples
        let alpha = UInt32((inside + rim) * 255 / total)
        let light = UInt32((inside * Int(bodyGrey) + rim * 255) / total)
        return alpha << 24 | light << 16 | light << 8 | light
    }

    private static let samples = 4
    private static let maximumSide = 1024
    /// In units of the shape's box.
    private static let rimWidth = 1.25
    private static let bodyGrey: UInt8 = 24
}

/// A closed polygon.
private struct Outline {
    private let edges: [(from: (x: Double, y: Double), to: (x: Double, y: Double))]

    init(_ corners: [(x: Double, y: Double)]) {
        edges = corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
    }

    /// Whether an odd number of edges lies to the right of the point.
    func encloses(_ point: (x: Double, y: Double)) -> Bool {
        edges.reduce(false) { odd, edge in
            guard (edge.from.y > point.y) != (edge.to.y > point.y) else { return odd }
            let share = (point.y - edge.from.y) / (edge.to.y - edge.from.y)
            return point.x < edge.from.x + share * (edge.to.x - edge.from.x) ? !odd : odd
        }
    }

    /// Whether an edge is no farther than `distance` from the point.
    func isWithin(_ distance: Double, of point: (x: Double, y: Double)) -> Bool {
        edges.contains { edge in
            let (ex, ey) = (edge.to.x - edge.from.x, edge.to.y - edge.from.y)
            let (px, py) = (point.x - edge.from.x, point.y - edge.from.y)
            let along = min(1, max(0, (px * ex + py * ey) / (ex * ex + ey * ey)))
            let (dx, dy) = (px - along * ex, py - along * ey)
            return dx * dx + dy * dy <= distance * distance
        }
    }
}

/// Pictures of named cursors, drawn once for each shape and scale.
struct CursorCache {
    private struct Key: Hashable {
        let shape: CursorShape
        let scale: Scale
    }

    private var pictures: [Key: CursorPixels] = [:]

    mutating func picture(of shape: CursorShape, scale: Scale) -> CursorPixels {
        let key = Key(shape: shape, scale: scale)
        if let known = pictures[key] { return known }
        // Bounded, because the scale may change often.
        if pictures.count >= Self.limit { pictures.removeAll() }
        let picture = CursorPixels(shape, scale: scale.factor)
        pictures[key] = picture
        return picture
    }

    private static let limit = 64
}
