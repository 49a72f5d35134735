package import Geometry

/// What the core needs to draw a presenter's marks and strokes.
package protocol SketchPort: AnyObject {
    /// The mark of a tool, as a square picture in `argb8888` with its middle at the point that is meant; nil for the pen,
    /// and where it cannot be drawn. `radius` is in pixels.
    func mark(of tool: PresenterTool, radius: Double) -> (any Buffer)?

    /// Draws a stroke, or what follows its point number `first`, on a picture whose top left corner is at `corner`.
    func draw(_ stroke: Ink.Stroke, from first: Int, on picture: MemoryBuffer, at corner: Point<ContentSpace>)
}
