import Geometry
import Glibc

/// The built-in cursors, as outlines in units of a 24th of the cursor's box.
enum CursorShape: Hashable, CaseIterable {
    case arrow
    case contextMenu
    case help
    case progress
    case alias
    case copy
    case wait
    case notAllowed
    case hand
    case openHand
    case fist
    case text
    case verticalText
    case crosshair
    case cell
    case move
    case resizeAcross
    case resizeDown
    case resizeFalling
    case resizeRising
    case zoomIn
    case zoomOut

    /// The shape for a name of the CSS cursor property; the arrow for names without a shape.
    init(cssName: String) {
        self =
            switch cssName {
            case "context-menu": .contextMenu
            case "help": .help
            case "progress": .progress
            case "alias": .alias
            case "copy": .copy
            case "wait": .wait
            case "not-allowed", "no-drop": .notAllowed
            case "pointer": .hand
            case "grab": .openHand
            case "grabbing": .fist
            case "text": .text
            case "vertical-text": .verticalText
            case "crosshair": .crosshair
            case "cell": .cell
            case "move", "all-scroll": .move
            case "e-resize", "w-resize", "ew-resize", "col-resize": .resizeAcross
            case "n-resize", "s-resize", "ns-resize", "row-resize": .resizeDown
            case "nw-resize", "se-resize", "nwse-resize": .resizeFalling
            case "ne-resize", "sw-resize", "nesw-resize": .resizeRising
            case "zoom-in": .zoomIn
            case "zoom-out": .zoomOut
            default: .arrow
            }
    }

    /// The box that every shape and its rim fit into.
    static let boxSide = 24.0

    typealias Outline = [(x: Double, y: Double)]

    /// The cursor's hotspot.
    var hotspot: (x: Double, y: Double) {
        switch self {
        case .arrow, .contextMenu, .help, .progress, .alias, .copy: (3, 2)
        case .hand: (9, 2)
        case .zoomIn, .zoomOut: Self.lens
        default: (12, 12)
        }
    }

    /// The corners of the outlines, in order; the shape is the area that an odd number of outlines enclose.
    var outlines: [Outline] {
        switch self {
        case .arrow: [Self.pointer]
        case .contextMenu: [Self.pointer, Self.line(15), Self.line(17.8), Self.line(20.6)]
        case .help: [Self.pointer, Self.question, Self.box(16.6, 11.3, 2, 2)]
        case .progress: [Self.pointer, Self.hourglass.map { (18.0 + ($0.x - 12) * 0.5, 18.0 + ($0.y - 12) * 0.42) }]
        case .alias:
            [
                Self.pointer,
                [(21.5, 15.5), (21.5, 20), (20.1, 18.6), (16.7, 22), (15, 20.3), (18.4, 16.9), (17, 15.5)],
            ]
        case .copy: [Self.pointer, Self.plus(at: (18.5, 18.5), length: 3.2, arm: 0.9)]
        case .wait: [Self.hourglass]
        case .notAllowed: [Self.arc(around: (12, 12), 9.5), Self.halfDisc(side: 1), Self.halfDisc(side: -1)]
        case .hand:
            [
                [
                    (8, 2), (10, 2), (10, 9), (18, 10.5), (19, 12), (18, 17), (16.5, 19), (16.5, 22), (9, 22), (9, 19),
                    (4, 13), (5, 12), (8, 14),
                ]
            ]
        case .openHand: [Self.palm(tops: (6, 3, 3.5, 6), knuckles: 11, thumb: 12)]
        case .fist: [Self.palm(tops: (10, 9, 9.2, 10.2), knuckles: 12.5, thumb: 12.5)]
        case .text: [Self.bar]
        case .verticalText: [Self.bar.map { ($0.y, $0.x) }]
        case .crosshair: [Self.cross(arm: 0.75, head: 0.75)]
        case .cell: [Self.plus(at: (12, 12), length: 8.5, arm: 2.5)]
        case .move: [Self.cross(arm: 0.75, head: 3.5)]
        case .resizeAcross: [Self.doubleArrow]
        case .resizeDown: [Self.doubleArrow.map { ($0.y, $0.x) }]
        case .resizeFalling: [Self.eighth(Self.doubleArrow, sign: 1)]
        case .resizeRising: [Self.eighth(Self.doubleArrow, sign: -1)]
        case .zoomIn: Self.magnifier + [Self.plus(at: Self.lens, length: 3.4, arm: 0.8)]
        case .zoomOut: Self.magnifier + [Self.box(Self.lens.x - 3.4, Self.lens.y - 0.8, 6.8, 1.6)]
        }
    }

    private static let pointer: Outline = [
        (3, 2), (3, 19), (7, 15.2), (9.6, 21.2), (12.4, 20), (9.9, 14.1), (15.3, 14.1),
    ]

    private static let hourglass: Outline = [
        (5.5, 2.5), (18.5, 2.5), (18.5, 5), (13.2, 12), (18.5, 19), (18.5, 21.5), (5.5, 21.5), (5.5, 19), (10.8, 12),
        (5.5, 5),
    ]

    private static let question: Outline = [
        (14.5, 6), (14.5, 4.5), (16, 2.5), (19, 2.5), (20.5, 4.5), (20.5, 6.5), (18.6, 8.4), (18.6, 9.8), (16.6, 9.8),
        (16.6, 7.6), (18.5, 5.8), (18.5, 5), (18, 4.5), (17, 4.5), (16.5, 5), (16.5, 6),
    ]

    private static let bar: Outline = [
        (8, 3), (16, 3), (16, 4.5), (12.75, 4.5), (12.75, 19.5), (16, 19.5), (16, 21), (8, 21), (8, 19.5),
        (11.25, 19.5), (11.25, 4.5), (8, 4.5),
    ]

    private static let doubleArrow: Outline = [
        (2.5, 12), (7, 7.5), (7, 11), (17, 11), (17, 7.5), (21.5, 12), (17, 16.5), (17, 13), (7, 13), (7, 16.5),
    ]

    /// The middle of a magnifier's lens.
    private static let lens = (x: 10.0, y: 10.0)

    private static var magnifier: [Outline] {
        let handle: Outline = [(16.3, 14.6), (21.8, 20.1), (20.1, 21.8), (14.6, 16.3)]
        return [arc(around: lens, 7.5), arc(around: lens, 5.6), handle]
    }

    /// A hand's back with four fingers that end at `tops`, separated down to `knuckles`, and a thumb.
    private static func palm(
        tops: (Double, Double, Double, Double), knuckles: Double, thumb: Double
    ) -> Outline {
        let fingers: Outline = [tops.0, tops.1, tops.2, tops.3].enumerated().flatMap { index, top -> Outline in
            let left = 6.5 + 3 * Double(index)
            return [
                (left, index == 0 ? thumb + 1.5 : knuckles), (left, top), (left + 2.2, top), (left + 2.2, knuckles),
            ]
        }
        let wrist: Outline = [(17.7, 16), (16.5, 19), (16.5, 21.5), (8, 21.5), (8, 19), (3, thumb + 1.5)]
        return wrist + [(3.5, thumb), (5, thumb)] + fingers
    }

    /// A line of a menu.
    private static func line(_ y: Double) -> Outline { box(15, y, 7, 1.6) }

    private static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Outline {
        [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
    }

    /// Two crossed bars, each `2 * length` long and `2 * arm` wide.
    private static func plus(at middle: (x: Double, y: Double), length: Double, arm: Double) -> Outline {
        let quarter: Outline = [(arm, -length), (arm, -arm), (length, -arm)]
        return turns(quarter).map { (middle.x + $0.x, middle.y + $0.y) }
    }

    /// A part of a circle, clockwise from an angle; all of it by default.
    private static func arc(
        around middle: (x: Double, y: Double), _ radius: Double, from start: Double = 0, through angle: Double = 2 * .pi
    ) -> Outline {
        (0..<24).map { step in
            let turn = start + angle * Double(step) / (angle < 2 * .pi ? 23 : 24)
            return (middle.x + radius * cos(turn), middle.y + radius * sin(turn))
        }
    }

    /// The part of a disc in the middle that lies on one side of the falling diagonal, at a distance from it.
    private static func halfDisc(side: Double) -> Outline {
        let (radius, distance) = (6.8, 1.3)
        let start = asin(distance / radius)
        let half = arc(around: (0, 0), radius, from: start, through: .pi - 2 * start)
        return eighth(half.map { (12 + $0.x, 12 + side * $0.y) }, sign: 1)
    }

    /// Four arms from the middle, each `2 * arm` wide, with heads of `2 * head` at their ends.
    private static func cross(arm: Double, head: Double) -> Outline {
        let quarter: Outline = [
            (-arm, -arm), (-arm, -9.5 + head), (-head, -9.5 + head), (0, -9.5), (head, -9.5 + head),
            (arm, -9.5 + head),
        ]
        return turns(quarter).map { (12 + $0.x, 12 + $0.y) }
    }

    /// Four copies of an outline around the origin, each turned by a quarter.
    private static func turns(_ quarter: Outline) -> Outline {
        [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].flatMap { cosine, sine in
            turned(quarter, cosine: cosine, sine: sine)
        }
    }

    /// An outline turned around the middle by an eighth, clockwise for `sign` 1 and counter-clockwise for -1.
    private static func eighth(_ outline: Outline, sign: Double) -> Outline {
        let aroundOrigin: Outline = outline.map { ($0.x - 12, $0.y - 12) }
        return turned(aroundOrigin, cosine: 0.5.squareRoot(), sine: sign * 0.5.squareRoot()).map {
            (12 + $0.x, 12 + $0.y)
        }
    }

    /// An outline turned around the origin.
    private static func turned(_ outline: Outline, cosine: Double, sine: Double) -> Outline {
        outline.map { ($0.x * cosine - $0.y * sine, $0.x * sine + $0.y * cosine) }
    }
}
