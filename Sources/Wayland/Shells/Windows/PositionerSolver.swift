import Geometry
import WaylandBinding

/// Places a popup by its positioner's rules.
///
/// Each axis is solved separately. The popup goes where the rules put it. If it lies outside the bounds there, it is
/// flipped. If flipping does not help, it is slid and then resized. Each step is taken only if the rules allow it.
enum PositionerSolver {
    /// The popup's window geometry, relative to the corner of the parent's.
    ///
    /// `bounds` is the area to stay within, relative to the same corner.
    static func solve(_ rules: PositionerRules, within bounds: Rect<LogicalSpace>) -> Rect<LogicalSpace> {
        let anchor = rules.anchorRect ?? .zero
        let x = PositionerAxis(
            anchor: AxisSpan(start: anchor.x, length: anchor.width), edge: rules.anchor.horizontal,
            gravity: rules.gravity.horizontal, offset: rules.offsetX, length: rules.size.width,
            bounds: AxisSpan(start: bounds.x, length: bounds.width)
        ).solve(
            flip: rules.adjustment.contains(.flipX), slide: rules.adjustment.contains(.slideX),
            resize: rules.adjustment.contains(.resizeX))
        let y = PositionerAxis(
            anchor: AxisSpan(start: anchor.y, length: anchor.height), edge: rules.anchor.vertical,
            gravity: rules.gravity.vertical, offset: rules.offsetY, length: rules.size.height,
            bounds: AxisSpan(start: bounds.y, length: bounds.height)
        ).solve(
            flip: rules.adjustment.contains(.flipY), slide: rules.adjustment.contains(.slideY),
            resize: rules.adjustment.contains(.resizeY))
        return Rect(x: x.start, y: y.start, width: x.length, height: y.length)
    }
}

/// An interval on one axis.
struct AxisSpan: Hashable {
    var start: Int
    var length: Int

    var end: Int { start.addingClamped(length) }

    func isWithin(_ bounds: AxisSpan) -> Bool { start >= bounds.start && end <= bounds.end }
}

/// The rules for one axis.
private struct PositionerAxis {
    var anchor: AxisSpan
    var edge: AxisDirection
    var gravity: AxisDirection
    var offset: Int
    var length: Int
    var bounds: AxisSpan

    func solve(flip: Bool, slide: Bool, resize: Bool) -> AxisSpan {
        var span = placed(edge: edge, gravity: gravity)
        if span.isWithin(bounds) { return span }
        if flip {
            let flipped = placed(edge: edge.opposite, gravity: gravity.opposite)
            if flipped.isWithin(bounds) { return flipped }
        }
        if slide { span = slid(span) }
        return resize ? cut(span) : span
    }

    private func placed(edge: AxisDirection, gravity: AxisDirection) -> AxisSpan {
        let point =
            switch edge {
            case .backward: anchor.start
            case .neither: anchor.start.addingClamped(anchor.length / 2)
            case .forward: anchor.end
            }
        let shift =
            switch gravity {
            case .backward: -length
            case .neither: -length / 2
            case .forward: 0
            }
        return AxisSpan(start: point.addingClamped(offset).addingClamped(shift), length: length)
    }

    /// Slides towards the gravity first, then against it, but never so far that the other end leaves the bounds.
    private func slid(_ span: AxisSpan) -> AxisSpan {
        if gravity == .backward { return slidForward(slidBackward(span)) }
        return slidBackward(slidForward(span))
    }

    private func slidForward(_ span: AxisSpan) -> AxisSpan {
        guard span.start < bounds.start, span.end < bounds.end else { return span }
        let distance = min(bounds.start.subtractingClamped(span.start), bounds.end.subtractingClamped(span.end))
        return AxisSpan(start: span.start.addingClamped(distance), length: length)
    }

    private func slidBackward(_ span: AxisSpan) -> AxisSpan {
        guard span.end > bounds.end, span.start > bounds.start else { return span }
        let distance = min(span.end.subtractingClamped(bounds.end), span.start.subtractingClamped(bounds.start))
        return AxisSpan(start: span.start.subtractingClamped(distance), length: length)
    }

    /// The part within the bounds; the whole span if no part is, because an empty popup is not valid.
    private func cut(_ span: AxisSpan) -> AxisSpan {
        let start = max(span.start, bounds.start)
        let end = min(span.end, bounds.end)
        return start < end ? AxisSpan(start: start, length: end - start) : span
    }
}
