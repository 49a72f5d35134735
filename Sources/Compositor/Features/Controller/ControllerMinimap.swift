import Geometry
import Mirroring

/// Shows a minimap while a zoomed controller's view moves, and for a moment after.
final class ControllerMinimap {
    private let overlays: Overlays
    private let loop: any LoopPort
    private let picture = MinimapPicture()
    private var viewport: PanelViewport?
    private var shown: Minimap?
    /// When the minimap disappears, unless the view moves again.
    private var end = Timestamp(microseconds: 0)
    private var isWaiting = false

    private static let microseconds: Int64 = 1_000_000

    init(_ overlays: Overlays, loop: any LoopPort) {
        self.overlays = overlays
        self.loop = loop
    }

    /// Follows the plan.
    func follow() {
        let next = overlays.controller?.viewport
        guard next != viewport else { return }
        let isSameContent = next?.external == viewport?.external
        viewport = next
        show(isSameContent ? next.flatMap { Minimap($0, density: overlays.density) } : nil)
        end = loop.now.adding(microseconds: Self.microseconds)
        if shown != nil { awaitEnd() }
    }

    private func show(_ next: Minimap?) {
        guard next != shown else { return }
        shown = next
        overlays.set(.minimap, to: next.map(picture.elements) ?? [])
    }

    private func awaitEnd() {
        guard !isWaiting else { return }
        isWaiting = true
        loop.schedule(afterMicroseconds: max(0, end.since(loop.now))) { [weak self] in
            guard let self else { return }
            isWaiting = false
            if loop.now < end { awaitEnd() } else { show(nil) }
        }
    }
}

/// Draws a minimap: dark, with a light outline inside a dark one, so that it is visible on white and on black.
private struct MinimapPicture {
    private let ground = Self.color(white: 0, alpha: 0x90)
    private let line = Self.color(white: 0xE0, alpha: 0xF0)
    private let dark = Self.color(white: 0, alpha: 0xD0)
    private let part = Self.color(white: 0x30, alpha: 0x40)
    private let edge = Self.color(white: 0xFF, alpha: 0xFF)

    /// Draws the minimap. The moving elements come last, so that only they are redrawn.
    func elements(of map: Minimap) -> [SceneElement] {
        let around = Rect<PanelSpace>(
            x: map.frame.x - 1, y: map.frame.y - 1, width: map.frame.width + 2, height: map.frame.height + 2)
        var elements = outline(dark, around) + [element(ground, map.frame)] + outline(line, map.frame)
        elements.append(element(part, map.seen))
        return elements + outline(edge, map.seen)
    }

    private func outline(_ color: MemoryImage, _ frame: Rect<PanelSpace>) -> [SceneElement] {
        [
            Rect(x: frame.x, y: frame.y, width: frame.width, height: 1),
            Rect(x: frame.x, y: frame.maxY - 1, width: frame.width, height: 1),
            Rect(x: frame.x, y: frame.y + 1, width: 1, height: frame.height - 2),
            Rect(x: frame.maxX - 1, y: frame.y + 1, width: 1, height: frame.height - 2),
        ].map { element(color, $0) }
    }

    private func element(_ color: MemoryImage, _ place: Rect<PanelSpace>) -> SceneElement {
        SceneElement(whole: color, at: place.reinterpreted())
    }

    /// Returns a single pixel to stretch; `white` is premultiplied.
    private static func color(white: UInt32, alpha: UInt32) -> MemoryImage {
        MemoryImage(pixel: alpha << 24 | white << 16 | white << 8 | white, format: .argb8888)
    }
}

/// A small outline of the content in a corner of the panel, which marks the part that a zoomed controller shows.
struct Minimap: Hashable, Sendable {
    /// The whole content.
    let frame: Rect<PanelSpace>
    /// The visible part.
    let seen: Rect<PanelSpace>

    private static let lengthMillimetres = 26.0
    private static let marginMillimetres = 3.0
    /// The minimap's largest share of the area's sides.
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
        // The visible part is marked by at least three pixels.
        func span(_ start: Int, _ length: Int, _ room: Int) -> (start: Int, length: Int) {
            let shown = min(max(3, scaled(length)), room)
            return (min(scaled(start), room - shown), shown)
        }
        let (across, down) = (span(seen.x, seen.width, size.width), span(seen.y, seen.height, size.height))
        self.seen = Rect(
            x: frame.x + across.start, y: frame.y + down.start, width: across.length, height: down.length)
    }
}
