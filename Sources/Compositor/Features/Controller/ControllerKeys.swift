import Geometry
import Mirroring

/// The pad of keys below the controller in the mode `keys`; its keys go to the content.
///
/// An on-screen keyboard takes the pad's place while one is on the panel.
final class ControllerKeys: OverlayInputSink {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let input: InputDispatcher
    /// Draws the pad; nil where it cannot be drawn.
    private let pictures: (any MenuPort)?
    /// The pad on the panel; nil for none.
    private(set) var pad: KeyPad?
    private var contacts = PadContacts()
    private var scene: KeyPadScene?

    init(_ overlays: Overlays, _ director: ScreenDirector, _ input: InputDispatcher, _ pictures: (any MenuPort)?) {
        self.overlays = overlays
        self.director = director
        self.input = input
        self.pictures = pictures
    }

    /// Follows the plan and the configuration; `isWanted` says whether a controller has the pad below it now.
    func follow(isWanted: Bool) {
        let next = isWanted ? wanted : nil
        guard next != pad else { return draw() }
        // Releases the pressed keys.
        overlays.setInput(.keyPad, area: nil, sink: nil)
        (pad, scene) = (next, nil)
        guard let panel = overlays.panel, let next else {
            overlays.set(.keyPad, to: [])
            return director.update { $0.keyPad = .none }
        }
        draw()
        overlays.setInput(.keyPad, area: OverlayArea(own: Region(next.frame)), sink: self)
        director.update { $0.keyPad = EdgeMargins(bottom: panel.size.height - next.frame.y) }
    }

    private var wanted: KeyPad? {
        guard overlays.controller != nil, pictures != nil, let panel = overlays.panel else { return nil }
        var room = panel.size.bounds
        // A bar at the lower edge stays below the pad.
        if let bar = panel.bar, bar.y > 0, bar.maxY >= room.maxY { room.height = bar.y }
        return KeyPad(
            in: room.reinterpreted(), density: overlays.density, size: overlays.interface.size)
    }

    private func draw() {
        guard let pad else { return }
        let next = KeyPadScene(
            pad, pressed: contacts.pressed, contrast: overlays.interface.contrast)
        guard next != scene, let picture = pictures?.picture(of: next) else { return }
        scene = next
        overlays.set(.keyPad, to: [SceneElement(picture, at: pad.frame.reinterpreted())])
    }

    func take(_ input: OverlayInput) {
        guard let pad, let change = contacts.take(input, on: pad) else { return }
        self.input.type(change.key.code, pressed: change.isPressed)
        draw()
    }
}
