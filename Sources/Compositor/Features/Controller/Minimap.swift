import Geometry
import Mirroring

/// A small outline of the content in a corner of the panel, with the part marked that a zoomed controller shows.
struct Minimap: Hashable, Sendable {
    /// The whole content.
    let frame: Rect<PanelSpace>
    /// The part that is seen.
    let seen: Rect<PanelSpace>

    private static let lengthMillimetres = 26.0
    private static let marginMillimetres = 3.0
    /// No longer than this share of the area's sides.
    private static let share = 0.3

    /// Nil where all of the content is seen; `density` is in panel pixels per millimetre.
    init?(_ viewport: PanelViewport, density: Double) {
        let (area, external, seen) = (viewport.area, viewport.external, viewport.seen)
        guard !external.isEmpty, !seen.isEmpty, seen != external.bounds else { return nil }
        let length = Self.lengthMillimetres * density
        let scale = min(
            min(length, Double(area.width) * Self.share) / Double(external.width),
            min(length, Double(area.height) * Self.share) / Double(external.height))
        func scaled(_ value: Int) -> Int { Int(clamping: (Double(value) * scale).rounded()) }
        let margin = Int(clamping: (Self.marginMillimetres * density).rounded())
        let size = Size<PanelSpace>(width: max(8, scaled(external.width)), height: max(8, scaled(external.height)))
        let frame = Rect<PanelSpace>(
            x: area.maxX - size.width - margin, y: area.y + margin, width: size.width, height: size.height)
        self.frame = frame
        // However little is seen, there is something to see.
        func span(_ start: Int, _ length: Int, _ room: Int) -> (start: Int, length: Int) {
            let shown = min(max(3, scaled(length)), room)
            return (min(scaled(start), room - shown), shown)
        }
        let (across, down) = (span(seen.x, seen.width, size.width), span(seen.y, seen.height, size.height))
        self.seen = Rect(
            x: frame.x + across.start, y: frame.y + down.start, width: across.length, height: down.length)
    }
}
