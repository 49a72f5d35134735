import Geometry
import Mirroring

/// Pictures of named cursors, drawn once for each shape and scale.
struct CursorCache {
    private struct Key: Hashable {
        let shape: CursorShape
        let scale: Scale
    }

    private var pictures: [Key: CursorPixels] = [:]

    mutating func picture(of shape: CursorShape, scale: Scale) -> CursorPixels {
        let key = Key(shape: shape, scale: scale)
        if let known = pictures[key] { return known }
        // Bounded, because the scale may change often.
        if pictures.count >= Self.limit { pictures.removeAll() }
        let picture = CursorPixels(shape, scale: scale.factor)
        pictures[key] = picture
        return picture
    }

    private static let limit = 64
}
