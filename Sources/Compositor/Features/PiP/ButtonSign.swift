import Geometry
import Mirroring

/// The shapes of a button as areas of a square from -1 to 1, y downward.
struct ButtonSign {
    private let glyph: ButtonGlyph

    /// The number of positions of the circling dots.
    static let busyPhases = 12
    /// Samples along each side of a pixel.
    private static let samples = 4
    private static let groundOpacity = 0.6

    init(_ glyph: ButtonGlyph) {
        self.glyph = glyph
    }

    /// The premultiplied pixel of a column and a row.
    func pixel(_ column: Int, _ row: Int, of size: Size<BufferSpace>, aspect: Double, opacity: Double) -> UInt32 {
        var (ground, sign) = (0.0, 0.0)
        for step in 0..<Self.samples * Self.samples {
            let offsetX = (Double(step % Self.samples) + 0.5) / Double(Self.samples)
            let offsetY = (Double(step / Self.samples) + 0.5) / Double(Self.samples)
            let x = ((Double(column) + offsetX) / Double(size.width) * 2 - 1) * min(1, aspect)
            let y = ((Double(row) + offsetY) / Double(size.height) * 2 - 1) / max(1, aspect)
            guard isGround(x, y, width: min(1, aspect)) else { continue }
            let shine = brightness(at: x, y, width: min(1, aspect))
            sign += shine
            ground += 1 - shine
        }
        let all = Double(Self.samples * Self.samples)
        let white = sign / all * opacity
        let alpha = white + ground / all * Self.groundOpacity * opacity
        let value = UInt32(min(255, (white * 255).rounded()))
        return UInt32(min(255, (alpha * 255).rounded())) << 24 | value << 16 | value << 8 | value
    }

    private func isGround(_ x: Double, _ y: Double, width: Double) -> Bool {
        switch glyph {
        case .button, .play, .pause, .busy: x * x + y * y <= 1
        // Flat at the panel's edge, rounded where it reaches into the panel.
        case .tab(let side): isTab(side == .left ? x : -x, y, width: width)
        }
    }

    private func isTab(_ inward: Double, _ y: Double, width: Double) -> Bool {
        let radius = width * 0.5
        let (dx, dy) = (inward - (width - radius), abs(y) - (1 - radius))
        return dx <= 0 || dy <= 0 || dx * dx + dy * dy <= radius * radius
    }

    /// How bright the sign is at a point, 0 to 1.
    private func brightness(at x: Double, _ y: Double, width: Double) -> Double {
        if case .busy(let phase) = glyph { return busy(x, y, phase) }
        return isSign(x, y, width: width) ? 1 : 0
    }

    private func isSign(_ x: Double, _ y: Double, width: Double) -> Bool {
        switch glyph {
        case .button(.close):
            return abs(x) <= 0.42 && abs(y) <= 0.42 && min(abs(x - y), abs(x + y)) <= 0.16
        case .button(.restore):
            // A frame with its corner filled: the small picture grows into the large one.
            let isFrame = max(abs(x), abs(y)) <= 0.48 && max(abs(x), abs(y)) >= 0.34
            return isFrame || (x >= -0.02 && x <= 0.34 && y >= -0.02 && y <= 0.34)
        case .button(.playPause):
            let isPlay = x >= -0.5 && x <= 0 && abs(y) <= 0.45 * (-x / 0.5)
            let isPause = abs(y) <= 0.42 && ((0.1...0.24).contains(x) || (0.38...0.52).contains(x))
            return isPlay || isPause
        case .play: return x >= -0.32 && x <= 0.5 && abs(y) <= 0.5 * (0.5 - x) / 0.82
        case .pause: return abs(y) <= 0.46 && (0.12...0.36).contains(abs(x))
        case .button(.skipBack): return isTurn(-x, y) || SkipFigures.contain(x, y)
        case .button(.skipForward): return isTurn(x, y) || SkipFigures.contain(x, y)
        case .tab(.left): return isArrow(x / width, y / width)
        case .tab(.right): return isArrow(-x / width, y / width)
        case .busy: return false
        }
    }

    /// An arrow that runs clockwise round the digits and ends at the top.
    private func isTurn(_ x: Double, _ y: Double) -> Bool {
        let radius = (x * x + y * y).squareRoot()
        let isGap = y < 0 && x > 0 && x < -y * 1.3
        let isArc = abs(radius - 0.66) <= 0.065 && !isGap
        let isHead = x >= -0.04 && x <= 0.32 && abs(y + 0.66) <= 0.24 * (0.32 - x) / 0.36
        return isArc || isHead
    }

    /// A chevron that points to the right.
    private func isArrow(_ x: Double, _ y: Double) -> Bool {
        abs(y) <= 0.6 && abs(x - (0.35 - abs(y) * 0.8)) <= 0.16
    }

    /// Dots in a circle, each darker than the one ahead of it.
    private func busy(_ x: Double, _ y: Double, _ phase: Int) -> Double {
        for dot in 0..<Self.busyPhases {
            let (dotX, dotY) = CirclePoint.of(dot, of: Self.busyPhases)
            let (dx, dy) = (x - dotX * 0.6, y - dotY * 0.6)
            guard dx * dx + dy * dy <= 0.0121 else { continue }
            let age = (phase - dot + Self.busyPhases) % Self.busyPhases
            return 1 - Double(age) / Double(Self.busyPhases) * 0.85
        }
        return 0
    }
}

/// The digits 15, as strokes.
private enum SkipFigures {
    private static let strokes: [[(x: Double, y: Double)]] = [
        [(-0.27, -0.14), (-0.15, -0.25), (-0.15, 0.25)],
        [
            (0.27, -0.25), (0.04, -0.25), (0.02, -0.02), (0.14, -0.06), (0.24, -0.02), (0.28, 0.09), (0.24, 0.2),
            (0.13, 0.25), (0.01, 0.2),
        ],
    ]
    /// Half of a stroke's width.
    private static let half = 0.055

    static func contain(_ x: Double, _ y: Double) -> Bool {
        guard abs(x) < 0.4, abs(y) < 0.4 else { return false }
        return strokes.contains { stroke in
            zip(stroke, stroke.dropFirst()).contains { isNear(x, y, from: $0, to: $1) }
        }
    }

    private static func isNear(
        _ x: Double, _ y: Double, from start: (x: Double, y: Double), to end: (x: Double, y: Double)
    ) -> Bool {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let along = ((x - start.x) * dx + (y - start.y) * dy) / (dx * dx + dy * dy)
        let part = min(max(along, 0), 1)
        let (offX, offY) = (x - start.x - part * dx, y - start.y - part * dy)
        return offX * offX + offY * offY <= half * half
    }
}

/// Points of the unit circle in twelfths, clockwise from the top, so that no mathematics library is needed.
private enum CirclePoint {
    static func of(_ index: Int, of count: Int) -> (x: Double, y: Double) {
        let half = 0.75.squareRoot()
        let sines = [0, 0.5, half, 1, half, 0.5, 0, -0.5, -half, -1, -half, -0.5]
        let step = index * sines.count / count % sines.count
        return (sines[step], -sines[(step + 3) % sines.count])
    }
}

/// The sign that a button or tab shows.
enum ButtonGlyph: Hashable {
    case button(PiPButton)
    /// What play-pause would do, where the playback state is known.
    case play
    case pause
    /// Circling dots in one of `busyPhases` positions.
    case busy(phase: Int)
    /// The tab of a hidden picture, its arrow pointing into the panel from this side.
    case tab(PiPSide)
}

extension MemoryImage {
    /// A button: a white sign on a dark translucent ground. `opacity` is 0 to 1.
    convenience init(_ glyph: ButtonGlyph, size: Size<BufferSpace>, opacity: Double) {
        let sign = ButtonSign(glyph)
        let aspect = Double(size.width) / Double(max(1, size.height))
        self.init(size: size) { sign.pixel($0, $1, of: size, aspect: aspect, opacity: opacity) }
    }
}
