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
        let area = Area(shape.outlines)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(side * side)
        for y in 0..<side {
            for x in 0..<side {
                pixels.append(Self.pixel(x, y, unit: unit, area))
            }
        }
        image = MemoryImage(size: Size(width: side, height: side), format: .argb8888, pixels: pixels)
        hotspot = Point(x: (shape.hotspot.x / unit).rounded(), y: (shape.hotspot.y / unit).rounded())
    }

    /// The theme's picture of a named cursor, or else a built-in one; `scaled` makes a picture smaller or larger.
    init(
        named name: String, _ theme: CursorTheme, scale: Double,
        scaled: (MemoryImage, Size<BufferSpace>) -> MemoryImage?
    ) {
        let wanted = min(Self.maximumSide, max(1, Int(clamping: (Double(theme.size) * scale).rounded())))
        guard let picture = theme.picture(of: name, pixels: wanted) else {
            self.init(CursorShape(cssName: name), scale: scale * Double(theme.size) / CursorShape.boxSide)
            return
        }
        let growth = Double(wanted) / Double(picture.size)
        func length(_ length: Int) -> Int {
            min(Self.maximumSide, max(1, Int(clamping: (Double(length) * growth).rounded())))
        }
        let size = Size<BufferSpace>(width: length(picture.image.size.width), height: length(picture.image.size.height))
        guard size != picture.image.size, let image = scaled(picture.image, size) else {
            self.init(image: picture.image, hotspot: picture.hotspot)
            return
        }
        self.init(
            image: image,
            hotspot: Point(x: (picture.hotspot.x * growth).rounded(), y: (picture.hotspot.y * growth).rounded()))
    }

    private init(image: MemoryImage, hotspot: Point<ContentSpace>) {
        self.image = image
        self.hotspot = hotspot
    }

    /// The colour of one pixel, from a grid of samples within it.
    private static func pixel(_ x: Int, _ y: Int, unit: Double, _ area: Area) -> UInt32 {
        var (inside, rim) = (0, 0)
        for sample in 0..<samples * samples {
            let dx = (Double(sample % samples) + 0.5) / Double(samples)
            let dy = (Double(sample / samples) + 0.5) / Double(samples)
            let place = (x: (Double(x) + dx) * unit, y: (Double(y) + dy) * unit)
            if area.encloses(place) {
                inside += 1
            } else if area.isWithin(rimWidth, of: place) {
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

/// The area enclosed by an odd number of closed polygons.
private struct Area {
    private let edges: [(from: (x: Double, y: Double), to: (x: Double, y: Double))]

    init(_ outlines: [CursorShape.Outline]) {
        edges = outlines.flatMap { corners in
            corners.indices.map { (corners[$0], corners[($0 + 1) % corners.count]) }
        }
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

/// Pictures of named cursors, made once for each name and scale.
struct CursorCache {
    private struct Key: Hashable {
        let name: String
        let scale: Scale
    }

    private let theme: CursorTheme
    private var pictures: [Key: CursorPixels] = [:]

    init(_ theme: CursorTheme) {
        self.theme = theme
    }

    mutating func picture(
        of name: String, scale: Scale, scaled: (MemoryImage, Size<BufferSpace>) -> MemoryImage?
    ) -> CursorPixels {
        let key = Key(name: CursorNames.contains(name) ? name : "default", scale: scale)
        if let known = pictures[key] { return known }
        // Bounded, because the scale may change often.
        if pictures.count >= Self.limit { pictures.removeAll() }
        let picture = CursorPixels(named: key.name, theme, scale: scale.factor, scaled: scaled)
        pictures[key] = picture
        return picture
    }

    private static let limit = 64
}
