import CCairo
import Geometry

/// A cache of pictures scaled to their displayed size.
///
/// It makes redrawing a part give identical pixels, because the result of cairo's scaling varies slightly with the requested part.
final class ScaledImages {
    private struct Key: Hashable {
        let picture: HUDImage
        let width: Int
        let height: Int
    }

    private struct Entry {
        let key: Key
        let scaled: Canvas
    }

    /// Least recently used first.
    private var entries: [Entry] = []

    /// The most pictures kept: an avatar and a background for each of two bars, and gifts.
    private static let remembered = 24
    /// The most bytes kept: backgrounds are large, and two bars have two of them.
    private static let rememberedBytes = 16 << 20

    /// The picture scaled to cover a rectangle of this size, centred; nil for an empty size, or if memory is lacking.
    func scaled(_ picture: HUDImage, width: Int, height: Int) -> Canvas? {
        let key = Key(picture: picture, width: width, height: height)
        if let index = entries.firstIndex(where: { $0.key == key }) {
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.scaled
        }
        guard let scaled = Self.scale(picture, width: width, height: height) else { return nil }
        entries.append(Entry(key: key, scaled: scaled))
        while entries.count > Self.remembered || (bytes > Self.rememberedBytes && entries.count > 2) {
            entries.removeFirst()
        }
        return scaled
    }

    private var bytes: Int { entries.reduce(0) { $0 + $1.key.width * $1.key.height * 4 } }

    func forget() {
        entries = []
    }

    private static func scale(_ picture: HUDImage, width: Int, height: Int) -> Canvas? {
        guard let source = picture.covering(width: width, height: height),
            let target = Canvas(transparent: Size(width: width, height: height))
        else { return nil }
        let context = target.context
        let scale = max(Double(width) / Double(source.size.width), Double(height) / Double(source.size.height))
        cairo_translate(context, Double(width) / 2, Double(height) / 2)
        cairo_scale(context, scale, scale)
        cairo_set_source_surface(
            context, source.surface, -Double(source.size.width) / 2, -Double(source.size.height) / 2)
        let pattern = cairo_get_source(context)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_paint(context)
        return target
    }
}
