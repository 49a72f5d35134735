import Geometry
import Mirroring

/// The presenter's strokes as pictures, one for each square of the content's screen in which something is drawn.
///
/// A changed square gets a new picture, so that the screen knows what to redraw.
struct InkTiles {
    private struct Place: Hashable {
        let column: Int
        let row: Int

        var frame: Rect<ContentSpace> {
            Rect(x: column * InkTiles.side, y: row * InkTiles.side, width: InkTiles.side, height: InkTiles.side)
        }

        var corner: Point<ContentSpace> { Point(x: Double(frame.x), y: Double(frame.y)) }
    }

    private let port: any SketchPort
    private let screen: Size<ContentSpace>
    /// The square that changed last comes last, so that the squares before it need no redraw.
    private var tiles: [(place: Place, picture: MemoryBuffer)] = []

    private static let side = 256

    init(_ port: any SketchPort, screen: Size<ContentSpace>) {
        self.port = port
        self.screen = screen
    }

    /// The squares as pictures above the content.
    var elements: [SceneElement] { tiles.map { SceneElement(whole: $0.picture, at: $0.place.frame) } }

    /// Draws a stroke from its point number `first` on.
    mutating func draw(_ stroke: Ink.Stroke, from first: Int) {
        for place in places(of: stroke, from: first) {
            let old = tiles.firstIndex { $0.place == place }
            let picture = old.flatMap { MemoryBuffer(copying: tiles[$0].picture) } ?? Self.makePicture()
            guard let picture else { continue }
            port.draw(stroke, from: first, on: picture, at: place.corner)
            if let old { tiles.remove(at: old) }
            tiles.append((place, picture))
        }
    }

    /// Redraws the squares under a removed stroke; `strokes` are the others.
    mutating func erase(_ stroke: Ink.Stroke, leaving strokes: [Ink.Stroke]) {
        for place in places(of: stroke, from: 0) {
            tiles.removeAll { $0.place == place }
            let rest = strokes.filter { !$0.bounds().intersection(place.frame).isEmpty }
            guard !rest.isEmpty, let picture = Self.makePicture() else { continue }
            for stroke in rest { port.draw(stroke, from: 0, on: picture, at: place.corner) }
            tiles.append((place, picture))
        }
    }

    private func places(of stroke: Ink.Stroke, from first: Int) -> [Place] {
        let bounds = stroke.bounds(from: first).intersection(screen.bounds)
        guard !bounds.isEmpty else { return [] }
        let rows = bounds.y / Self.side...(bounds.maxY - 1) / Self.side
        let columns = bounds.x / Self.side...(bounds.maxX - 1) / Self.side
        return rows.flatMap { row in columns.map { Place(column: $0, row: row) } }
    }

    private static func makePicture() -> MemoryBuffer? {
        MemoryBuffer(size: Size(width: side, height: side), format: .argb8888)
    }
}
