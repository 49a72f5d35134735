import CCairo
import Geometry
package import Mirroring

extension MenuImages {
    package func picture(of scene: KeyPadScene) -> (any Buffer)? {
        let size = scene.pad.frame.size.reinterpreted(as: OutputSpace.self)
        guard let renderer, let buffer = MemoryBuffer(size: size.reinterpreted()),
            let canvas = Canvas(drawingInto: buffer)
        else { return nil }
        let colors = MenuColors(scene.contrast)
        canvas.fill(size.bounds, colors.sheet)
        for (key, place) in scene.pad.places {
            let look = scene.pressed.contains(key) ? colors.pressed : colors.tile
            let rect: Rect<OutputSpace> = place.offset(x: -scene.pad.frame.x, y: -scene.pad.frame.y).reinterpreted()
            draw(key, look, in: rect, on: canvas, renderer)
        }
        cairo_surface_flush(canvas.surface)
        return buffer
    }

    private func draw(
        _ key: PadKey, _ look: MenuColors.Tile, in rect: Rect<OutputSpace>, on canvas: Canvas, _ renderer: HUDRenderer
    ) {
        let letter = Double(min(rect.height, rect.width / 2)) * 0.34
        let line = max(1, letter * 0.08).rounded()
        var label = HUDBox(.stack([]), background: look.ground, radius: (letter * 0.4).rounded())
        if let text = key.inscription {
            let element = HUDElement(.label, alignment: .center, lines: 1, label: text)
            label = HUDBox(
                .element(element), background: look.ground, radius: (letter * 0.4).rounded(),
                style: HUDStyle(font: HUDBox.fonts, fontSize: letter, color: look.text, isBold: true))
        }
        let root = HUDBox(
            .stack([label]), padding: line, background: look.edge, radius: (letter * 0.4).rounded() + line)
        let placed = HUDLayout(design: rect.size, root: root).placed(at: rect.size)
        draw(placed.offset(x: rect.x, y: rect.y), on: canvas, renderer)
        let side = letter * 1.7
        KeySign(key)?.draw(
            on: canvas, look.text, x: Double(rect.x) + (Double(rect.width) - side) / 2,
            y: Double(rect.y) + (Double(rect.height) - side) / 2, side: side)
    }
}

extension PadKey {
    /// The inscription of a key, as on common keyboards; nil for a key with a sign.
    fileprivate var inscription: String? {
        switch self {
        case .escape: "Esc"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .tab: "Tab"
        case .enter: "Enter"
        case .space: "Space"
        case .up, .down, .left, .right, .previous, .next, .play, .volumeUp, .volumeDown, .mute: nil
        }
    }
}

/// The sign on a key without an inscription, drawn as outlines.
private enum KeySign {
    /// An arrow, turned by this many quarters from upwards.
    case arrow(Int)
    case previous, next, play
    /// A loudspeaker with a plus, a minus or a cross.
    case louder, quieter, silent

    init?(_ key: PadKey) {
        switch key {
        case .up: self = .arrow(0)
        case .right: self = .arrow(1)
        case .down: self = .arrow(2)
        case .left: self = .arrow(3)
        case .previous: self = .previous
        case .next: self = .next
        case .play: self = .play
        case .volumeUp: self = .louder
        case .volumeDown: self = .quieter
        case .mute: self = .silent
        default: return nil
        }
    }

    func draw(on canvas: Canvas, _ color: HUDColor, x: Double, y: Double, side: Double) {
        canvas.drawOutlines(color, lineWidth: 1.5, x: x, y: y, side: side) { context in
            switch self {
            case .arrow(let quarters):
                cairo_translate(context, 8, 8)
                cairo_rotate(context, Double(quarters) * .pi / 2)
                Self.lines(context, [[(0, 5.5), (0, -5.5)], [(-4, -1.5), (0, -5.5), (4, -1.5)]])
            case .previous:
                Self.lines(context, [[(3, 4), (3, 12)]])
                Self.area(context, [(13, 4), (13, 12), (6, 8)])
            case .next:
                Self.area(context, [(3, 4), (3, 12), (10, 8)])
                Self.lines(context, [[(13, 4), (13, 12)]])
            case .play:
                Self.area(context, [(1.5, 4), (1.5, 12), (8, 8)])
                Self.lines(context, [[(11, 4), (11, 12)], [(14.5, 4), (14.5, 12)]])
            case .louder: Self.speaker(context, [[(10, 8), (15, 8)], [(12.5, 5.5), (12.5, 10.5)]])
            case .quieter: Self.speaker(context, [[(10, 8), (15, 8)]])
            case .silent: Self.speaker(context, [[(10.5, 6), (14.5, 10)], [(14.5, 6), (10.5, 10)]])
            }
        }
    }

    private static func speaker(_ context: OpaquePointer, _ sign: [[(Double, Double)]]) {
        area(context, [(1, 6), (3.5, 6), (7, 3), (7, 13), (3.5, 10), (1, 10)])
        lines(context, sign)
    }

    private static func area(_ context: OpaquePointer, _ corners: [(Double, Double)]) {
        trace(context, corners)
        cairo_close_path(context)
        cairo_fill(context)
    }

    private static func lines(_ context: OpaquePointer, _ lines: [[(Double, Double)]]) {
        for line in lines { trace(context, line) }
        cairo_stroke(context)
    }

    private static func trace(_ context: OpaquePointer, _ points: [(Double, Double)]) {
        for (index, point) in points.enumerated() {
            if index == 0 { cairo_move_to(context, point.0, point.1) } else { cairo_line_to(context, point.0, point.1) }
        }
    }
}
