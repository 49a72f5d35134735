import Geometry
import Mirroring

/// The buttons on the picture: which are offered, where they are, and how opaque.
struct PiPButtons {
    private var pictures: [Key: MemoryImage] = [:]
    /// When the buttons begin to fade; nil while they are hidden.
    private(set) var deadline: Timestamp?

    private struct Key: Hashable {
        let glyph: ButtonGlyph
        let width: Int
        let height: Int
        let step: Int
    }

    /// The duration of the fade, and its number of steps.
    private static let fadeMicroseconds: Int64 = 200_000
    private static let fadeSteps = 6
    /// The largest side of a button, a finger's size on a panel of ordinary density, in panel pixels.
    private static let largest = 48
    private static let smallest = 16

    /// Shows the buttons until `deadline`.
    mutating func show(until deadline: Timestamp) {
        self.deadline = deadline
    }

    mutating func hide() {
        deadline = nil
    }

    /// The opacity of the buttons at an instant, in steps of the fade; 0 for invisible.
    func step(at now: Timestamp, reducesMotion: Bool) -> Int {
        guard let deadline else { return 0 }
        let over = now.since(deadline)
        if over < 0 { return Self.fadeSteps }
        if reducesMotion || over >= Self.fadeMicroseconds { return 0 }
        return Self.fadeSteps - 1 - Int(over * Int64(Self.fadeSteps - 1) / Self.fadeMicroseconds)
    }

    /// Microseconds until the buttons next change; nil once they are hidden.
    func delay(at now: Timestamp, reducesMotion: Bool) -> Int64? {
        guard let deadline, step(at: now, reducesMotion: reducesMotion) > 0 else { return nil }
        return max(deadline.since(now), Self.fadeMicroseconds / Int64(Self.fadeSteps))
    }

    /// The rectangles of the buttons on a picture at `frame`, in panel pixels.
    static func places(on frame: Rect<PanelSpace>, _ buttons: [PiPButton]) -> [PiPButton: Rect<PanelSpace>] {
        let side = min(largest, max(smallest, min(frame.width / 5, frame.height / 3)))
        let gap = max(2, side / 6)
        guard frame.width >= 2 * side + 3 * gap, frame.height >= side + 2 * gap else { return [:] }
        var places: [PiPButton: Rect<PanelSpace>] = [:]
        let bar: [PiPButton] = [.skipBack, .playPause, .skipForward].filter(buttons.contains)
        let barWidth = bar.count * side + (bar.count - 1) * gap
        for button in buttons {
            let corner: (x: Int, y: Int)
            switch button {
            case .close: corner = (frame.x + gap, frame.y + gap)
            case .restore: corner = (frame.maxX - gap - side, frame.y + gap)
            case .skipBack, .playPause, .skipForward:
                let index = bar.firstIndex(of: button) ?? 0
                guard frame.width >= barWidth + 2 * gap, frame.height >= 2 * side + 3 * gap else { continue }
                corner = (
                    frame.x + (frame.width - barWidth) / 2 + index * (side + gap), frame.maxY - gap - side
                )
            }
            places[button] = Rect(x: corner.x, y: corner.y, width: side, height: side)
        }
        return places
    }

    /// The elements to draw.
    mutating func elements(
        _ places: [PiPButton: Rect<PanelSpace>], step: Int, isPlaying: Bool?
    ) -> [SceneElement] {
        PiPButton.allCases.compactMap { button in
            places[button].map { element(Self.glyph(of: button, isPlaying), at: $0, step: step) }
        }
    }

    /// Play while paused, pause while playing, both where the state is unknown.
    private static func glyph(of button: PiPButton, _ isPlaying: Bool?) -> ButtonGlyph {
        guard button == .playPause, let isPlaying else { return .button(button) }
        return isPlaying ? .pause : .play
    }

    /// The busy sign in the middle of `place`.
    mutating func busy(_ phase: Int, in place: Rect<PanelSpace>) -> SceneElement {
        let side = Self.largest
        let middle = Rect<PanelSpace>(
            x: place.x + (place.width - side) / 2, y: place.y + (place.height - side) / 2, width: side, height: side)
        return element(.busy(phase: phase % ButtonSign.busyPhases), at: middle, step: Self.fadeSteps)
    }

    /// The tab of a hidden picture.
    mutating func tab(_ side: PiPSide, at place: Rect<PanelSpace>) -> SceneElement {
        element(.tab(side), at: place, step: Self.fadeSteps)
    }

    private mutating func element(_ glyph: ButtonGlyph, at place: Rect<PanelSpace>, step: Int) -> SceneElement {
        let key = Key(glyph: glyph, width: place.width, height: place.height, step: step)
        let picture =
            pictures[key]
            ?? MemoryImage(
                glyph, size: Size(width: place.width, height: place.height),
                opacity: Double(step) / Double(Self.fadeSteps))
        // A pinch goes through many sizes; only the last is worth caching.
        if pictures.count > 64 { pictures = [:] }
        pictures[key] = picture
        return SceneElement(whole: picture, at: place.reinterpreted())
    }
}
