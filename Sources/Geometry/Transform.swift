/// One of the eight rotations and flips, numbered like `wl_output.transform`.
///
/// The transform takes the content to the picture that is scanned out. Rotations are counter-clockwise. A flip is about
/// the vertical axis and comes before the rotation. Source: the Wayland core protocol, enum `wl_output.transform`.
public enum Transform: Int32, CaseIterable, Hashable, Sendable {
    case normal = 0
    case rotated90 = 1
    case rotated180 = 2
    case rotated270 = 3
    case flipped = 4
    case flipped90 = 5
    case flipped180 = 6
    case flipped270 = 7

    /// Whether the transform swaps width and height.
    public var swapsAxes: Bool { rawValue & 1 == 1 }

    /// The transform that undoes this one; every flipped transform undoes itself.
    public var inverse: Transform {
        switch self {
        case .rotated90: .rotated270
        case .rotated270: .rotated90
        default: self
        }
    }

    /// A size after the transform.
    public func apply<A, B>(to size: Size<A>, in _: B.Type = B.self) -> Size<B> {
        swapsAxes
            ? Size<B>(width: size.height, height: size.width) : Size<B>(width: size.width, height: size.height)
    }

    /// Maps a point of an area that has `size` before the transform.
    public func apply<A, B>(to point: Point<A>, within size: Size<A>, in _: B.Type = B.self) -> Point<B> {
        let (w, h) = (Double(size.width), Double(size.height))
        let (x, y) = (point.x, point.y)
        return switch self {
        case .normal: Point<B>(x: x, y: y)
        case .rotated90: Point<B>(x: y, y: w - x)
        case .rotated180: Point<B>(x: w - x, y: h - y)
        case .rotated270: Point<B>(x: h - y, y: x)
        case .flipped: Point<B>(x: w - x, y: y)
        case .flipped90: Point<B>(x: y, y: x)
        case .flipped180: Point<B>(x: x, y: h - y)
        case .flipped270: Point<B>(x: h - y, y: w - x)
        }
    }

    /// Maps a rectangle of an area that has `size` before the transform.
    public func apply<A, B>(to rect: Rect<A>, within size: Size<A>, in _: B.Type = B.self) -> Rect<B> {
        let corner: Point<B> = apply(to: Point<A>(x: Double(rect.x), y: Double(rect.y)), within: size)
        let opposite: Point<B> = apply(to: Point<A>(x: Double(rect.maxX), y: Double(rect.maxY)), within: size)
        let left = Int(clamping: min(corner.x, opposite.x))
        let top = Int(clamping: min(corner.y, opposite.y))
        let mapped: Size<B> = apply(to: rect.size)
        return Rect<B>(x: left, y: top, width: mapped.width, height: mapped.height)
    }

    /// This transform followed by `next`.
    public func followed(by next: Transform) -> Transform {
        // Two points of a unit square tell the eight transforms apart.
        let unit = Size<OutputSpace>(width: 1, height: 1)
        func image(_ transform: (Point<OutputSpace>) -> Point<OutputSpace>) -> [Point<OutputSpace>] {
            [Point(x: 0, y: 0), Point(x: 1, y: 0)].map(transform)
        }
        let wanted = image { next.apply(to: apply(to: $0, within: unit, in: OutputSpace.self), within: unit) }
        return Transform.allCases.first { candidate in
            image { candidate.apply(to: $0, within: unit) } == wanted
        } ?? .normal
    }
}
