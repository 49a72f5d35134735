import CCairo

/// Pictures scaled to the sizes that they are shown at, so that a part of one can be drawn again and come out the same:
/// cairo's scaling depends on what part is asked for, by a level of brightness here and there.
final class ScaledPictures {
    private struct Key: Hashable {
        let picture: HUDPicture
        let width: Int
        let height: Int
    }

    private struct Entry {
        let key: Key
        let scaled: HUDPicture
    }

    /// The longest unused first.
    private var entries: [Entry] = []

    /// An avatar and a background for each of two bars.
    private static let remembered = 4

    /// The picture scaled until it covers a rectangle of this size, its middle in the middle; nil for an empty size or
    /// where there is no memory.
    func scaled(_ picture: HUDPicture, width: Int, height: Int) -> HUDPicture? {
        let key = Key(picture: picture, width: width, height: height)
        if let index = entries.firstIndex(where: { $0.key == key }) {
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.scaled
        }
        guard let scaled = picture.covering(width: width, height: height) else { return nil }
        if entries.count == Self.remembered { entries.removeFirst() }
        entries.append(Entry(key: key, scaled: scaled))
        return scaled
    }

    func forget() {
        entries = []
    }
}

extension HUDPicture {
    fileprivate func covering(width: Int, height: Int) -> HUDPicture? {
        guard width > 0, height > 0,
            let target = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, CInt(clamping: width), CInt(clamping: height))
        else { return nil }
        guard cairo_surface_status(target) == CAIRO_STATUS_SUCCESS, let context = cairo_create(target) else {
            cairo_surface_destroy(target)
            return nil
        }
        defer { cairo_destroy(context) }
        let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
        cairo_translate(context, Double(width) / 2, Double(height) / 2)
        cairo_scale(context, scale, scale)
        cairo_set_source_surface(context, surface, -Double(self.width) / 2, -Double(self.height) / 2)
        let pattern = cairo_get_source(context)
        cairo_pattern_set_filter(pattern, CAIRO_FILTER_GOOD)
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_paint(context)
        return HUDPicture(owning: target)
    }
}
