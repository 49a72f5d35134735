import Geometry
import Mirroring

/// Marks as plain squares; a stroke sets a pixel at each of its points.
final class FakeSketches: SketchPort {
    func mark(of tool: PresenterTool, radius: Double) -> (any Buffer)? {
        let side = Int((2 * radius).rounded(.up))
        return MemoryBuffer(size: Size(width: side, height: side), format: .argb8888)
    }

    func draw(_ stroke: Ink.Stroke, from first: Int, on picture: MemoryBuffer, at corner: Point<ContentSpace>) {
        for point in stroke.points[first...] {
            let (x, y) = (Int(point.x - corner.x), Int(point.y - corner.y))
            guard (0..<picture.size.width).contains(x), (0..<picture.size.height).contains(y) else { continue }
            picture.row(y)[x] = 0xff00_0000 | stroke.style.color.xrgb
        }
    }
}
