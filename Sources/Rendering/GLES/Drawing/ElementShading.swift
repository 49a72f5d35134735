import Geometry
import Mirroring

/// Computes how the shaders find an element's source pixels.
struct ElementShading {
    private let element: SceneElement
    private let place: ElementPlacement
    /// Whether axes that grow are averaged as well.
    private let isArea: Bool
    /// Whether light is averaged instead of encoded values.
    let isLight: Bool

    /// `isReplacing` tells that nothing below the element shows through.
    init(_ element: SceneElement, _ place: ElementPlacement, isReplacing: Bool) {
        self.element = element
        self.place = place
        let isAverageable =
            isReplacing && element.transform == .normal && element.showsWholeBuffer
            && !element.source.format.isBlueFirst
        isArea = isAverageable && element.filter != .linear
        isLight = isAverageable && element.filter == .areaInLinearLight
    }

    /// The most texture reads for one pixel along each axis; each reads two neighbours.
    var taps: (across: Int, down: Int) {
        func taps(_ span: SourceSpan, _ scaled: Int) -> Int {
            if isLinear(span, scaled) { return 1 }
            let pace = span.length / Double(scaled)
            let isWhole = pace == pace.rounded() && span.origin == span.origin.rounded()
            let pixels = Int(clamping: pace.rounded(.up)).addingClamped(isWhole ? 0 : 1)
            return (min(pixels, span.limit.count) + 1) / 2
        }
        return (taps(place.across, place.stretched.width), taps(place.down, place.stretched.height))
    }

    private func isLinear(_ span: SourceSpan, _ scaled: Int) -> Bool { !isArea && span.length <= Double(scaled) }

    /// The pixels of the buffer that a part of the destination is drawn from.
    func sourcePixels(of rect: Rect<ContentSpace>) -> Rect<BufferSpace> {
        let part = element.turned(rect)
        func range(_ span: SourceSpan, _ scaled: Int, _ from: Int, _ to: Int) -> (Int, Int) {
            let pace = span.length / Double(scaled)
            // One more pixel, for the neighbours that a linear filter reads.
            let margin = place.unscaledOrigin == nil ? 1 : 0
            let low = Int(clamping: (span.origin + Double(from) * pace).rounded(.down)).subtractingClamped(margin)
            let high = Int(clamping: (span.origin + Double(to) * pace).rounded(.up)).addingClamped(margin)
            return (max(low, span.limit.lowerBound), min(high, span.limit.upperBound))
        }
        let (left, right) = range(place.across, place.stretched.width, part.x, part.maxX)
        let (top, bottom) = range(place.down, place.stretched.height, part.y, part.maxY)
        return Rect(left: left, top: top, right: max(left, right), bottom: max(top, bottom))
    }

    /// Prepares a program to draw a part of the destination.
    ///
    /// A pixel's place is computed from the destination's corner, so that its value is the same whichever part is drawn. If the corner is
    /// too far away for single precision, the place is computed from the part's corner.
    func set(_ part: Rect<ContentSpace>, in program: Program) {
        let rect = element.destination.isWithin(Self.exactPlaces) ? element.destination : part
        let part = element.turned(rect)
        func image(_ x: Double, _ y: Double) -> Point<BufferSpace> {
            element.transform.apply(to: Point<ContentSpace>(x: x, y: y), within: rect.size)
        }
        let (origin, right, below) = (image(0, 0), image(1, 0), image(0, 1))
        program.set("first_pixel", rect.x, rect.y)
        program.set("turned_origin", origin.x, origin.y)
        program.set("turned_right", right.x - origin.x, right.y - origin.y)
        program.set("turned_below", below.x - origin.x, below.y - origin.y)
        if let first = place.unscaledOrigin {
            program.set("base", first.x + part.x, first.y + part.y)
        } else {
            setAxes(part, in: program)
        }
    }

    private func setAxes(_ part: Rect<BufferSpace>, in program: Program) {
        let (across, down, stretched) = (place.across, place.down, place.stretched)
        let pace = (across.length / Double(stretched.width), down.length / Double(stretched.height))
        let start = (across.origin + Double(part.x) * pace.0, down.origin + Double(part.y) * pace.1)
        let base = (start.0.rounded(.down), start.1.rounded(.down))
        program.set("base", Int(clamping: base.0), Int(clamping: base.1))
        program.set("fraction", start.0 - base.0, start.1 - base.1)
        program.set("pace", pace.0, pace.1)
        program.set("limit_low", across.limit.lowerBound, down.limit.lowerBound)
        program.set("limit_high", across.limit.upperBound, down.limit.upperBound)
        program.set("is_linear_across", isLinear(across, stretched.width))
        program.set("is_linear_down", isLinear(down, stretched.height))
        program.set("taps", taps.across, taps.down)
    }

    /// Half pixels up to this coordinate are exact in single precision.
    private static let exactPlaces = 1 << 22
}

extension Rect {
    /// Whether all coordinates are at most this far from zero.
    fileprivate func isWithin(_ limit: Int) -> Bool {
        [x, y, maxX, maxY].allSatisfy { (-limit...limit).contains($0) }
    }
}
