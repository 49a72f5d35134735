import CCairo
import CPango

/// The input of a shaped text, and its key in the cache.
struct TextKey: Hashable {
    /// The author, drawn before the text in bold and in a colour of its own; empty for none.
    var author = ""
    var text: String
    var font: String
    /// In pixels.
    var fontSize: Double
    var isBold: Bool
    /// The width in pixels at which lines are broken; nil for one line of any length.
    var width: Int?
    var lines = 1
    var alignment = HUDElement.Alignment.left
}

/// A text broken into lines and shaped once, to be drawn many times.
final class TextShape {
    private struct Line {
        let handle: UnsafeMutablePointer<PangoLayoutLine>
        /// From the left edge, in pixels.
        let x: Double
    }

    private let layout: OpaquePointer
    private let lines: [Line]
    /// The longest line's length in pixels.
    let width: Double
    /// Whether the text was cut, because its words need more lines.
    let isCut: Bool
    /// The distance between baselines in whole pixels, the same for all scripts.
    let pitch: Double
    /// From a line's top to its baseline.
    private let ascent: Double

    var height: Double { pitch * Double(lines.count) }

    /// Takes ownership of `layout`.
    init(_ layout: OpaquePointer, metrics: FontMetrics) {
        self.layout = layout
        pitch = metrics.pitch
        ascent = metrics.baseline
        var lines: [Line] = []
        var width = 0.0
        let iterator = pango_layout_get_iter(layout)
        repeat {
            var logical = PangoRectangle()
            pango_layout_iter_get_line_extents(iterator, nil, &logical)
            guard let line = pango_layout_iter_get_line_readonly(iterator) else { break }
            lines.append(Line(handle: line, x: Double(logical.x) / pangoUnits))
            width = max(width, Double(logical.width) / pangoUnits)
        } while pango_layout_iter_next_line(iterator) != 0
        pango_layout_iter_free(iterator)
        self.lines = lines
        self.width = width
        isCut = pango_layout_is_ellipsized(layout) != 0
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(layout))
    }

    /// Draws in the canvas's current colour, with the first line's top left corner at `(x, y)`.
    func draw(on canvas: Canvas, x: Double, y: Double) {
        for (index, line) in lines.enumerated() {
            cairo_move_to(canvas.context, x + line.x, (y + pitch * Double(index) + ascent).rounded())
            pango_cairo_show_layout_line(canvas.context, line.handle)
        }
    }
}

/// The line metrics of a font.
struct FontMetrics {
    /// The distance between baselines in whole pixels.
    let pitch: Double
    /// From a line's top to its baseline in whole pixels.
    let baseline: Double

    /// Metrics in pixels: text is centred vertically in a line a third higher than the font's size.
    init(ascent: Double, descent: Double, fontSize: Double) {
        pitch = Self.pitch(fontSize: fontSize)
        baseline = ((pitch - ascent - descent) / 2 + ascent).rounded()
    }

    static func pitch(fontSize: Double) -> Double { max(1, (fontSize * 1.32).rounded()) }
}

/// Pango units per pixel.
let pangoUnits = Double(PANGO_SCALE)
