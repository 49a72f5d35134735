import Geometry

/// The built-in cursors, each an outline in units of a 24th of the cursor's box.
enum CursorShape: Hashable, CaseIterable {
    case arrow
    case hand
    case text
    case verticalText
    case crosshair
    case move
    case resizeAcross
    case resizeDown
    case resizeFalling
    case resizeRising

    /// The shape for a name of the CSS cursor property; the arrow for names without a shape.
    init(cssName: String) {
        self =
            switch cssName {
            case "pointer", "grab", "grabbing": .hand
            case "text": .text
            case "vertical-text": .verticalText
            case "crosshair", "cell": .crosshair
            case "move", "all-scroll": .move
            case "e-resize", "w-resize", "ew-resize", "col-resize": .resizeAcross
            case "n-resize", "s-resize", "ns-resize", "row-resize": .resizeDown
            case "nw-resize", "se-resize", "nwse-resize": .resizeFalling
            case "ne-resize", "sw-resize", "nesw-resize": .resizeRising
            default: .arrow
            }
    }

    /// The box that every shape and its rim fit into.
    static let boxSide = 24.0

    /// The cursor's hotspot.
    var hotspot: (x: Double, y: Double) {
        switch self {
        case .arrow: (3, 2)
        case .hand: (9, 2)
        default: (12, 12)
        }
    }

    /// The outline's corners in order; the shape is what they enclose.
    var outline: [(x: Double, y: Double)] {
        switch self {
        case .arrow: [(3, 2), (3, 19), (7, 15.2), (9.6, 21.2), (12.4, 20), (9.9, 14.1), (15.3, 14.1)]
        case .hand:
            [
                (8, 2), (10, 2), (10, 9), (18, 10.5), (19, 12), (18, 17), (16.5, 19), (16.5, 22), (9, 22), (9, 19),
                (4, 13), (5, 12), (8, 14),
            ]
        case .text: Self.bar
        case .verticalText: Self.bar.map { ($0.y, $0.x) }
        case .crosshair: Self.cross(arm: 0.75, head: 0.75)
        case .move: Self.cross(arm: 0.75, head: 3.5)
        case .resizeAcross: Self.doubleArrow
        case .resizeDown: Self.doubleArrow.map { ($0.y, $0.x) }
        case .resizeFalling: Self.eighth(Self.doubleArrow, sign: 1)
        case .resizeRising: Self.eighth(Self.doubleArrow, sign: -1)
        }
    }

    private static let bar: [(x: Double, y: Double)] = [
        (8, 3), (16, 3), (16, 4.5), (12.75, 4.5), (12.75, 19.5), (16, 19.5), (16, 21), (8, 21), (8, 19.5),
        (11.25, 19.5), (11.25, 4.5), (8, 4.5),
    ]

    private static let doubleArrow: [(x: Double, y: Double)] = [
        (2.5, 12), (7, 7.5), (7, 11), (17, 11), (17, 7.5), (21.5, 12), (17, 16.5), (17, 13), (7, 13), (7, 16.5),
    ]

    /// Four arms from the middle, each `2 * arm` wide, with heads of `2 * head` at their ends.
    private static func cross(arm: Double, head: Double) -> [(x: Double, y: Double)] {
        let quarter: [(x: Double, y: Double)] = [
            (-arm, -arm), (-arm, -9.5 + head), (-head, -9.5 + head), (0, -9.5), (head, -9.5 + head),
            (arm, -9.5 + head),
        ]
        return [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].flatMap { cosine, sine in
            turned(quarter, cosine: cosine, sine: sine)
        }
    }

    /// An outline turned by an eighth, clockwise for `sign` 1 and counter-clockwise for -1.
    private static func eighth(_ outline: [(x: Double, y: Double)], sign: Double) -> [(x: Double, y: Double)] {
        turned(
            outline.map { ($0.x - 12, $0.y - 12) }, cosine: 0.5.squareRoot(), sine: sign * 0.5.squareRoot())
    }

    /// An outline around the origin, turned, and moved to the middle.
    private static func turned(
        _ outline: [(x: Double, y: Double)], cosine: Double, sine: Double
    ) -> [(x: Double, y: Double)] {
        outline.map { (12 + $0.x * cosine - $0.y * sine, 12 + $0.x * sine + $0.y * cosine) }
    }
}
