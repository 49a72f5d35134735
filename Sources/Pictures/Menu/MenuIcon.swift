import CCairo
import Glibc
import Mirroring

/// The sign of an entry of the panel menu, drawn as outlines at any size.
enum MenuIcon: Hashable {
    case finger, target, trackpad, look, magnifier, small, keys, windows, display, blackDisplay, moon, camera, prompt,
        dots, cross, snowflake, stopwatch, left, right, sun, displays, wand, grid, arrow, letters, row, tick, barred

    init(_ entry: MenuEntry) {
        switch entry.item {
        case .mode:
            switch entry.value {
            case .mode(.trackpad): self = .trackpad
            case .mode(.view): self = .look
            case .mode(.keys): self = .keys
            default: self = .finger
            }
        case .zoom: self = .magnifier
        case .presenter: self = .target
        case .pictureInPicture: self = .small
        case .screenKeyboard: self = .keys
        case .panelApplication: self = .windows
        case .mirroring: self = .display
        case .pipAutomatic: self = .wand
        case .external: self = .displays
        case .control: self = .finger
        case .arrangement: self = .row
        case .largerText: self = .letters
        case .brightness: self = .sun
        case .freeze: self = .snowflake
        case .timer: self = .stopwatch
        case .previousPage: self = .left
        case .nextPage: self = .right
        case .blankExternal: self = .blackDisplay
        case .blankAll: self = .moon
        case .screenshot: self = .camera
        case .windows, .window: self = .windows
        case .closeWindows, .closeWindow: self = .cross
        case .applications: self = .grid
        case .launch: self = .prompt
        case .display: self = .display
        case .allow: self = .tick
        case .refuse: self = .barred
        case .back: self = .arrow
        case .command: self = .prompt
        case .more: self = .dots
        case .close: self = .cross
        }
    }

    /// Draws in a square of `side` pixels with its top left corner at `(x, y)`.
    func draw(on canvas: Canvas, _ color: HUDColor, x: Double, y: Double, side: Double) {
        canvas.drawOutlines(color, lineWidth: 1.4, x: x, y: y, side: side, outline)
    }

    private func outline(_ context: OpaquePointer) {
        switch self {
        case .finger: Self.finger(context)
        case .trackpad: Self.trackpad(context)
        case .look: Self.eye(context)
        case .magnifier: Self.magnifier(context)
        case .target: Self.target(context)
        case .small: Self.small(context)
        case .keys: Self.keys(context)
        case .windows: Self.windows(context)
        case .display: Self.display(context, isBlack: false)
        case .blackDisplay: Self.display(context, isBlack: true)
        case .left: Self.lines(context, [[(10.5, 2.5), (5, 8), (10.5, 13.5)]])
        case .right: Self.lines(context, [[(5.5, 2.5), (11, 8), (5.5, 13.5)]])
        case .sun: Self.sun(context)
        case .displays: Self.displays(context)
        case .row: for left in [1.0, 8.5] { Self.frame(context, left, 4.5, 6.5, 7) }
        case .wand: Self.smallAndArrow(context)
        case .stopwatch: Self.stopwatch(context)
        case .snowflake: Self.snowflake(context)
        case .moon: Self.moon(context)
        case .camera: Self.camera(context)
        case .prompt: Self.lines(context, [[(2.5, 4), (6.5, 8), (2.5, 12)], [(8, 12.5), (13.5, 12.5)]])
        case .dots: for x in [3.0, 8, 13] { Self.dot(context, x, 8, 1.5) }
        case .grid: for x in [3.5, 8, 12.5] { for y in [3.5, 8, 12.5] { Self.dot(context, x, y, 1.5) } }
        case .arrow: Self.lines(context, [[(7.5, 3), (2.5, 8), (7.5, 13)], [(2.5, 8), (14, 8)]])
        case .letters:
            // A small A and a large one.
            Self.lines(context, [[(0.8, 13), (3.3, 6.5), (5.8, 13)], [(1.7, 10.8), (4.9, 10.8)]])
            Self.lines(context, [[(6.8, 13), (11, 2.5), (15.2, 13)], [(8.2, 9.4), (13.8, 9.4)]])
        case .tick: Self.lines(context, [[(2, 8.5), (6.2, 12.7), (14, 3.7)]])
        case .barred: Self.barred(context)
        case .cross: Self.lines(context, [[(3.5, 3.5), (12.5, 12.5)], [(12.5, 3.5), (3.5, 12.5)]])
        }
    }

    /// A fingertip touching a point.
    private static func finger(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 7, 5, .pi * 0.85, .pi * 2.15)
        cairo_stroke(context)
        cairo_arc(context, 8, 7, 2.2, -.pi, 0)
        cairo_line_to(context, 10.2, 14.4)
        cairo_line_to(context, 5.8, 14.4)
        cairo_close_path(context)
        cairo_fill(context)
    }

    /// A dot in a ring with four marks.
    private static func target(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 8, 5, 0, 2 * .pi)
        cairo_stroke(context)
        dot(context, 8, 8, 2)
        lines(context, [[(8, 1), (8, 3)], [(8, 13), (8, 15)], [(1, 8), (3, 8)], [(13, 8), (15, 8)]])
    }

    /// A ring with a bar across it.
    private static func barred(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 8, 6, 0, 2 * .pi)
        cairo_stroke(context)
        lines(context, [[(3.8, 3.8), (12.2, 12.2)]])
    }

    private static func trackpad(_ context: OpaquePointer) {
        frame(context, 1.5, 2.5, 13, 11)
        lines(context, [[(1.5, 10), (14.5, 10)], [(8, 10), (8, 13.5)]])
    }

    private static func eye(_ context: OpaquePointer) {
        cairo_move_to(context, 1, 8)
        cairo_curve_to(context, 4.5, 2.5, 11.5, 2.5, 15, 8)
        cairo_curve_to(context, 11.5, 13.5, 4.5, 13.5, 1, 8)
        cairo_stroke(context)
        dot(context, 8, 8, 2.3)
    }

    private static func magnifier(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 6.5, 6.5, 4.8, 0, 2 * .pi)
        cairo_stroke(context)
        lines(context, [[(10.2, 10.2), (14.5, 14.5)], [(4.3, 6.5), (8.7, 6.5)], [(6.5, 4.3), (6.5, 8.7)]])
    }

    /// A small picture in the corner of a large one.
    private static func small(_ context: OpaquePointer) {
        frame(context, 1, 2.5, 14, 11)
        cairo_rectangle(context, 8, 7.5, 5.5, 4.5)
        cairo_fill(context)
    }

    /// A keyboard of two rows and a space bar.
    private static func keys(_ context: OpaquePointer) {
        frame(context, 1, 3.5, 14, 9)
        for x in [4.0, 6.7, 9.3, 12] { for y in [6.0, 8.2] { dot(context, x, y, 0.8) } }
        lines(context, [[(5.5, 10.6), (10.5, 10.6)]])
    }

    private static func windows(_ context: OpaquePointer) {
        frame(context, 1.5, 1.5, 9, 8)
        cairo_rectangle(context, 6, 6, 9, 8.5)
        cairo_fill(context)
    }

    private static func display(_ context: OpaquePointer, isBlack: Bool) {
        frame(context, 1, 2, 14, 9)
        lines(context, [[(8, 11), (8, 14)], [(5, 14), (11, 14)]])
        guard isBlack else { return }
        cairo_rectangle(context, 2.6, 3.6, 10.8, 5.8)
        cairo_fill(context)
    }

    private static func sun(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 8, 3, 0, 2 * .pi)
        cairo_stroke(context)
        for step in 0..<8 {
            let (x, y) = (cos(Double(step) * .pi / 4), sin(Double(step) * .pi / 4))
            lines(context, [[(8 + 5 * x, 8 + 5 * y), (8 + 7 * x, 8 + 7 * y)]])
        }
    }

    /// One display, and a line to another, filled one.
    private static func displays(_ context: OpaquePointer) {
        frame(context, 1, 2, 7.5, 5.5)
        cairo_rectangle(context, 7.5, 8.5, 7.5, 5.5)
        cairo_fill(context)
        lines(context, [[(11, 2), (13.5, 4.5), (13.5, 6.8)]])
    }

    /// A small picture with an arrow into its corner.
    private static func smallAndArrow(_ context: OpaquePointer) {
        frame(context, 1, 2.5, 14, 11)
        cairo_rectangle(context, 8.6, 8, 4.9, 4)
        cairo_fill(context)
        lines(context, [[(3, 4.6), (7, 8.6)], [(7, 5.6), (7, 8.6), (4, 8.6)]])
    }

    /// A dial with a hand and a button.
    private static func stopwatch(_ context: OpaquePointer) {
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 9, 5.6, 0, 2 * .pi)
        cairo_stroke(context)
        lines(context, [[(8, 9), (8, 5.4)], [(8, 9), (10.4, 9)], [(6.4, 1.2), (9.6, 1.2)], [(8, 1.2), (8, 3.4)]])
    }

    /// Three lines through the middle, with barbs.
    private static func snowflake(_ context: OpaquePointer) {
        for step in 0..<6 {
            let angle = Double(step) * .pi / 3 - .pi / 2
            func point(_ radius: Double, _ turn: Double) -> (Double, Double) {
                (8 + radius * cos(angle + turn), 8 + radius * sin(angle + turn))
            }
            lines(context, [[(8, 8), point(6.8, 0)], [point(5.8, 0.42), point(3.8, 0), point(5.8, -0.42)]])
        }
    }

    private static func moon(_ context: OpaquePointer) {
        cairo_arc(context, 8, 8, 6, -.pi * 0.35, .pi * 0.85)
        cairo_arc_negative(context, 6, 6, 5, .pi * 0.72, -.pi * 0.22)
        cairo_close_path(context)
        cairo_fill(context)
    }

    private static func camera(_ context: OpaquePointer) {
        frame(context, 1, 4, 14, 9.5)
        lines(context, [[(5, 4), (6.2, 2), (9.8, 2), (11, 4)]])
        cairo_new_sub_path(context)
        cairo_arc(context, 8, 8.7, 2.6, 0, 2 * .pi)
        cairo_stroke(context)
    }

    private static func frame(
        _ context: OpaquePointer, _ x: Double, _ y: Double, _ width: Double, _ height: Double
    ) {
        cairo_rectangle(context, x, y, width, height)
        cairo_stroke(context)
    }

    private static func dot(_ context: OpaquePointer, _ x: Double, _ y: Double, _ radius: Double) {
        cairo_new_sub_path(context)
        cairo_arc(context, x, y, radius, 0, 2 * .pi)
        cairo_fill(context)
    }

    private static func lines(_ context: OpaquePointer, _ lines: [[(Double, Double)]]) {
        for line in lines {
            for (index, point) in line.enumerated() {
                index == 0 ? cairo_move_to(context, point.0, point.1) : cairo_line_to(context, point.0, point.1)
            }
            cairo_stroke(context)
        }
    }
}
