package import Geometry

/// The strokes drawn over the content, oldest first.
package struct Ink: Hashable, Sendable {
    /// One stroke of the pen.
    package struct Stroke: Hashable, Sendable {
        package let style: PenStyle
        /// The points in the content's pixels, at least one.
        package fileprivate(set) var points: [Point<ContentSpace>]

        /// The pixels that the stroke may touch from its point number `first` on.
        package func bounds(from first: Int = 0) -> Rect<ContentSpace> {
            let points = points[min(max(0, first), points.count - 1)...]
            let reach = style.width(on: .zero) / 2 + 1
            func edge(_ values: some Sequence<Double>) -> (low: Int, high: Int) {
                let (low, high) = (values.min() ?? 0, values.max() ?? 0)
                return (Int(clamping: (low - reach).rounded(.down)), Int(clamping: (high + reach).rounded(.up)))
            }
            let (x, y) = (edge(points.lazy.map(\.x)), edge(points.lazy.map(\.y)))
            return Rect(left: x.low, top: y.low, right: x.high, bottom: y.high)
        }
    }

    /// The finger, pointer or tool that draws a stroke.
    package enum Nib: Hashable, Sendable {
        case finger(ContactID)
        case pointer
        /// The tool of this tablet.
        case tool(DeviceID)
    }

    package private(set) var strokes: [Stroke] = []
    /// The strokes that are still being drawn.
    private var open: [Nib: Int] = [:]
    private var pointCount = 0

    /// The most points of all strokes, so that memory stays bounded.
    package static let maximumPoints = 200_000

    package init() {}

    /// Whether this nib is drawing.
    package func isDrawing(_ nib: Nib) -> Bool { open[nib] != nil }

    /// Begins a stroke with a dot and ends the nib's previous stroke.
    ///
    /// Returns the new stroke, or nil where it is not accepted.
    package mutating func begin(_ nib: Nib, at point: Point<ContentSpace>, _ style: PenStyle) -> Stroke? {
        open[nib] = nil
        guard point.isFinite, pointCount < Self.maximumPoints else { return nil }
        pointCount += 1
        let stroke = Stroke(style: style, points: [point])
        open[nib] = strokes.count
        strokes.append(stroke)
        return stroke
    }

    /// Extends the nib's stroke to a point.
    ///
    /// Returns the stroke, of which only the last segment is new, or nil where nothing was drawn.
    package mutating func extend(_ nib: Nib, to point: Point<ContentSpace>) -> Stroke? {
        guard let index = open[nib], point.isFinite, strokes[index].points.last != point,
            pointCount < Self.maximumPoints
        else { return nil }
        pointCount += 1
        strokes[index].points.append(point)
        return strokes[index]
    }

    /// Ends the stroke that the nib draws.
    package mutating func end(_ nib: Nib) {
        open[nib] = nil
    }

    /// Removes the stroke that the nib draws and returns it.
    package mutating func cancel(_ nib: Nib) -> Stroke? {
        open[nib].map { remove($0) }
    }

    /// Removes the newest stroke and returns it, or nil where there is none.
    package mutating func undo() -> Stroke? {
        strokes.isEmpty ? nil : remove(strokes.count - 1)
    }

    /// Removes all strokes.
    package mutating func clear() {
        self = Ink()
    }

    private mutating func remove(_ index: Int) -> Stroke {
        let stroke = strokes.remove(at: index)
        pointCount -= stroke.points.count
        open = open.filter { $0.value != index }.mapValues { $0 > index ? $0 - 1 : $0 }
        return stroke
    }
}

/// The core's access to pictures of a presenter's marks and strokes.
package protocol SketchPort: AnyObject {
    /// The mark of a tool as a square picture in `argb8888`, or nil for the pen and where it cannot be drawn.
    ///
    /// The middle of the picture is at the point that is meant. `radius` is in pixels.
    func mark(of tool: PresenterTool, radius: Double) -> (any Buffer)?

    /// Draws a stroke from its point number `first` on, on a picture whose top left corner is at `corner`.
    func draw(_ stroke: Ink.Stroke, from first: Int, on picture: MemoryBuffer, at corner: Point<ContentSpace>)
}
