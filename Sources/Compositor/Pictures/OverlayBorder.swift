import Geometry
import Mirroring

/// The rounded edge of the picture and its shadow.
///
/// The edge is a dark line with a light one inside it, so that it is visible on white and on black. It is made of eight
/// tiles around the picture: unscaled corners, and sides of one pixel stretched to their length.
struct OverlayBorder {
    /// The radius of the picture's corners, in panel pixels.
    let radius: Int
    /// The extent of the shadow, in panel pixels.
    let reach: Int
    private let line: Int
    private let tiles: [Tile]

    private static let radiusMillimetres = 1.4
    private static let reachMillimetres = 1.6
    private static let lineMillimetres = 0.12

    /// A tile, and where it lies: on which side of the picture, or in its middle, along each axis.
    private struct Tile {
        let across: Side
        let down: Side
        let picture: MemoryImage
    }

    enum Side: CaseIterable {
        case near
        case middle
        case far
    }

    /// `density` is in panel pixels per millimetre.
    init(density: Double) {
        func pixels(_ millimetres: Double, _ range: ClosedRange<Int>) -> Int {
            min(max(Int(clamping: (millimetres * density).rounded()), range.lowerBound), range.upperBound)
        }
        radius = pixels(Self.radiusMillimetres, 4...64)
        reach = pixels(Self.reachMillimetres, 4...64)
        line = pixels(Self.lineMillimetres, 1...8)
        let shade = BorderShade(radius: Double(radius), reach: Double(reach), line: Double(line))
        var tiles: [Tile] = []
        for across in Side.allCases {
            for down in Side.allCases where across != .middle || down != .middle {
                let size = Size<BufferSpace>(
                    width: across == .middle ? 1 : reach + radius, height: down == .middle ? 1 : reach + radius)
                tiles.append(
                    Tile(
                        across: across, down: down,
                        picture: MemoryImage(size: size) { shade.pixel($0, $1, of: size, across, down) }))
            }
        }
        self.tiles = tiles
    }

    /// Draws a picture at `frame` with round corners, the edge and the shadow, or without them where it is too small.
    func elements(of picture: any Buffer, at frame: Rect<PanelSpace>) -> [SceneElement] {
        guard fits(frame) else { return [SceneElement(picture, at: frame.reinterpreted())] }
        return [SceneElement(picture, at: frame.reinterpreted(), cornerRadius: radius)] + elements(around: frame)
    }

    /// Whether a picture at `frame` is large enough for the rounding.
    func fits(_ frame: Rect<PanelSpace>) -> Bool { frame.width > 2 * radius && frame.height > 2 * radius }

    /// What to draw around a picture at `frame`.
    func elements(around frame: Rect<PanelSpace>) -> [SceneElement] {
        tiles.map { tile in
            let (left, width) = span(tile.across, frame.x, frame.maxX)
            let (top, height) = span(tile.down, frame.y, frame.maxY)
            return SceneElement(
                source: tile.picture,
                crop: SourceBox(
                    x: 0, y: 0, width: Double(tile.picture.size.width), height: Double(tile.picture.size.height)),
                transform: .normal, destination: Rect(x: left, y: top, width: width, height: height),
                opaque: Region())
        }
    }

    private func span(_ side: Side, _ start: Int, _ end: Int) -> (start: Int, length: Int) {
        switch side {
        case .near: (start - reach, reach + radius)
        case .middle: (start + radius, end - start - 2 * radius)
        case .far: (end - radius, reach + radius)
        }
    }
}

/// The colour of the border by the distance from the picture's outline.
private struct BorderShade {
    let radius: Double
    let reach: Double
    let line: Double

    private static let shadow = 0.36
    private static let dark = 0.5
    private static let light = 0.4

    /// The premultiplied pixel of a tile.
    func pixel(
        _ column: Int, _ row: Int, of size: Size<BufferSpace>, _ across: OverlayBorder.Side, _ down: OverlayBorder.Side
    ) -> UInt32 {
        let x = depth(column, size.width, across)
        let y = depth(row, size.height, down)
        return pixel(at: distance(x, y))
    }

    /// How far a pixel's centre lies outside the centre of the corner's circle along one axis; nil for the middle of a
    /// side.
    private func depth(_ position: Int, _ length: Int, _ side: OverlayBorder.Side) -> Double? {
        switch side {
        case .near: reach + radius - (Double(position) + 0.5)
        case .middle: nil
        case .far: Double(position) + 0.5
        }
    }

    /// The distance from the outline, positive outside.
    private func distance(_ x: Double?, _ y: Double?) -> Double {
        let (x, y) = (x ?? 0, y ?? 0)
        return (x * x + y * y).squareRoot() - radius
    }

    private func pixel(at distance: Double) -> UInt32 {
        func band(_ start: Double, _ end: Double) -> Double {
            min(max(min(distance - start + 0.5, end - distance + 0.5), 0), 1)
        }
        let fall = distance > 0 && distance < reach ? 1 - distance / reach : 0
        let dark = band(0, line) * Self.dark
        let light = band(-line, 0) * Self.light
        let below = dark + fall * fall * Self.shadow * (1 - dark)
        let alpha = light + below * (1 - light)
        let value = UInt32((light * 255).rounded())
        return UInt32((min(alpha, 1) * 255).rounded()) << 24 | value << 16 | value << 8 | value
    }
}
