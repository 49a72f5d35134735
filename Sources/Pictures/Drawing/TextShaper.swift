import CCairo
import CPango

/// Shapes texts with Pango in every script that the machine has fonts for, broken into lines and cut with an ellipsis.
///
/// A bounded cache keeps recent shapes. Pango's font map never drops a font of any size, at several hundred kilobytes each. The map and the
/// cache are therefore replaced after more fonts were requested than bars show at a time.
final class TextShaper {
    private struct FontKey: Hashable {
        var family: String
        var size: Double
        var isBold: Bool
    }

    private struct Font {
        let description: OpaquePointer
        let metrics: FontMetrics
    }

    /// A `PangoContext` with its own font map, the only one in the process because there is only one renderer.
    private var context: OpaquePointer
    private var fonts: [FontKey: Font] = [:]
    private var shapes: [TextKey: TextShape] = [:]
    /// The keys of `shapes`, oldest first.
    private var order: [TextKey] = []

    static let remembered = 256
    static let rememberedFonts = 32

    /// The number of cached shapes and fonts, for tests.
    var counts: (shapes: Int, fonts: Int) { (shapes.count, fonts.count) }

    /// Nil if Pango finds no fonts at all.
    init?() {
        guard let context = Self.makeContext() else { return nil }
        self.context = context
    }

    private static func makeContext() -> OpaquePointer? {
        guard let map = pango_cairo_font_map_new() else { return nil }
        defer { g_object_unref(map) }
        guard let context = pango_font_map_create_context(map) else { return nil }
        let options = cairo_font_options_create()
        // The pixels then do not depend on the machine's settings.
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        return context
    }

    deinit {
        forgetFonts()
        g_object_unref(UnsafeMutableRawPointer(context))
    }

    /// The text's shape, from the cache if possible; nil if memory is lacking.
    func shape(_ key: TextKey) -> TextShape? {
        if let shape = shapes[key] { return shape }
        guard let font = font(FontKey(family: key.font, size: key.fontSize, isBold: key.isBold)),
            let layout = pango_layout_new(context)
        else { return nil }
        pango_layout_set_font_description(layout, font.description)
        setText(of: layout, key)
        setLines(of: layout, key)
        let shape = TextShape(layout, metrics: font.metrics)
        remember(shape, key)
        return shape
    }

    /// Clears the cache of shapes.
    func forgetShapes() {
        shapes = [:]
        order = []
    }

    private func remember(_ shape: TextShape, _ key: TextKey) {
        if order.count >= Self.remembered {
            // Drop half at a time: shapes still in use return when they are next drawn.
            for old in order.prefix(Self.remembered / 2) { shapes[old] = nil }
            order.removeFirst(Self.remembered / 2)
        }
        shapes[key] = shape
        order.append(key)
    }

    private func setText(of layout: OpaquePointer, _ key: TextKey) {
        let separator = key.author.isEmpty || key.text.isEmpty ? "" : "  "
        let text = key.author + separator + key.text
        pango_layout_set_text(layout, text, CInt(clamping: text.utf8.count))
        guard !key.author.isEmpty, let attributes = pango_attr_list_new() else { return }
        let end = UInt32(clamping: key.author.utf8.count)
        let color = AuthorColor.color(of: key.author)
        for attribute in [
            pango_attr_weight_new(PANGO_WEIGHT_BOLD),
            pango_attr_foreground_new(UInt16(color.red) * 257, UInt16(color.green) * 257, UInt16(color.blue) * 257),
        ] {
            attribute?.pointee.start_index = 0
            attribute?.pointee.end_index = end
            pango_attr_list_insert(attributes, attribute)
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
    }

    private func setLines(of layout: OpaquePointer, _ key: TextKey) {
        pango_layout_set_single_paragraph_mode(layout, 1)
        guard let width = key.width else { return }
        pango_layout_set_width(layout, CInt(clamping: max(0, width) * Int(PANGO_SCALE)))
        pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_height(layout, -CInt(clamping: max(1, key.lines)))
        let alignment =
            switch key.alignment {
            case .left: PANGO_ALIGN_LEFT
            case .center: PANGO_ALIGN_CENTER
            case .right: PANGO_ALIGN_RIGHT
            }
        pango_layout_set_alignment(layout, alignment)
    }

    private func font(_ key: FontKey) -> Font? {
        if let font = fonts[key] { return font }
        // A bar that is being resized passes through many sizes.
        if fonts.count >= Self.rememberedFonts { renew() }
        guard let description = pango_font_description_new() else { return nil }
        pango_font_description_set_family(description, key.family)
        pango_font_description_set_absolute_size(description, max(1, key.size) * pangoUnits)
        pango_font_description_set_weight(description, key.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        guard let measured = pango_context_get_metrics(context, description, nil) else {
            pango_font_description_free(description)
            return nil
        }
        defer { pango_font_metrics_unref(measured) }
        let metrics = FontMetrics(
            ascent: Double(pango_font_metrics_get_ascent(measured)) / pangoUnits,
            descent: Double(pango_font_metrics_get_descent(measured)) / pangoUnits, fontSize: key.size)
        let font = Font(description: description, metrics: metrics)
        fonts[key] = font
        return font
    }

    /// Drops all shapes and fonts, including Pango's own; shapes still in use stay valid.
    private func renew() {
        guard let next = Self.makeContext() else { return }
        forgetShapes()
        forgetFonts()
        g_object_unref(UnsafeMutableRawPointer(context))
        context = next
    }

    private func forgetFonts() {
        for font in fonts.values { pango_font_description_free(font.description) }
        fonts = [:]
    }
}

/// Assigns each author a stable colour.
enum AuthorColor {
    private static let palette: [HUDColor] = [
        0x7FD1FF, 0xFFB86B, 0x9BE28A, 0xFF9EC4, 0xC9B3FF, 0xFFE08A, 0x7FE6D2, 0xFFA29A,
    ].map { HUDColor($0) }

    static func color(of author: String) -> HUDColor {
        // FNV-1a, because Swift's hashes differ from run to run.
        let hash = author.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return palette[Int(hash >> 8) % palette.count]
    }
}
