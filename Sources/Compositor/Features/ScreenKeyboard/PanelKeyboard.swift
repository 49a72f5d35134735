import Control
package import Geometry
package import Mirroring

/// Shows on-screen keyboards on the panel beside the controller, and decides when keyboards are shown at all.
///
/// A keyboard is a tool's surface that is laid out on the handheld screen. Its picture is composed here at the content's
/// scale and shown as an overlay at the panel's scale. Fingers on the overlay reach the surface like the content's other surfaces.
package final class PanelKeyboard: Feature {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let port: any ScreenKeyboardPort
    private let renderer: any RendererPort
    private let loop: any LoopPort
    /// Called when keyboards have come, gone, or moved.
    var moved: () -> Void = {}
    /// When keyboards are shown, as the user chose it.
    private(set) var show: KeyboardShow
    private var picture: MemoryBuffer?
    private var frame = Rect<OutputSpace>.zero
    private var place = Rect<ContentSpace>.zero
    /// Whether a keyboard is about to be hidden.
    private var isHiding = false
    /// Whether the user types on a keyboard with keys, and needs none on the screen.
    private var isTyping = false
    /// The chord keys that are held.
    private var chord: Set<UInt32> = []
    /// Whether the finger on the glass has come down on an application, and has not moved away since.
    private var isTap = false
    private var tapPlace = DevicePosition(x: 0, y: 0)

    /// The delay before keyboards are hidden: from one text field to the next the focus is lost for a moment.
    private static let patience: Int64 = 300_000

    init(
        _ port: any ScreenKeyboardPort, _ overlays: Overlays, _ director: ScreenDirector, renderer: any RendererPort,
        loop: any LoopPort,
        _ configuration: ScreenKeyboardConfiguration
    ) {
        self.port = port
        self.overlays = overlays
        self.director = director
        self.renderer = renderer
        self.loop = loop
        show = configuration.show
        port.showsKeyboards = isWanted
        port.keyboardObserver = self
    }

    /// Nil while no keyboard is running.
    package var status: ScreenKeyboardStatus? {
        port.hasKeyboard ? ScreenKeyboardStatus(show: show, isShown: port.showsKeyboards) : nil
    }

    /// Whether keyboards take an edge of the panel beside the controller.
    var isOnPanel: Bool { !frame.isEmpty && overlays.controller != nil }

    /// Whether an application has reported a text field with the keyboard's focus.
    var isTextFieldFocused: Bool { port.isTextFieldFocused }

    /// Applies another configuration, whose choice replaces the user's.
    func use(_ next: Configuration, after old: Configuration) {
        if next.screenKeyboard != old.screenKeyboard { choose(next.screenKeyboard.show) }
    }

    func perform(_ action: BoundAction) -> Bool {
        guard action == .screenKeyboard else { return false }
        toggle()
        return true
    }

    var commands: [any CommandHandler] {
        [
            Handler<ShowKeyboardRequest>(wakes: true) { [unowned self] command, _ in
                choose(command.show)
                guard status == nil else { return .done }
                return .note(
                    "kept for when an on-screen keyboard runs: see screen_keyboard.command in the configuration")
            }
        ]
    }

    func report(to status: inout ServiceStatus) {
        status.overlays.screenKeyboard = self.status
    }

    /// Chooses when keyboards are shown.
    package func choose(_ show: KeyboardShow) {
        self.show = show
        isTyping = false
        isHiding = false
        port.showsKeyboards = isWanted
    }

    /// Shows hidden keyboards, or hides shown ones, until the next choice.
    func toggle() {
        choose(port.showsKeyboards ? .never : .always)
    }

    /// Follows keys and taps. The keys of tools, such as on-screen keyboards, do not arrive here.
    func hear(_ news: InputNews) {
        switch news {
        case .event(.key(_, let code, let isPressed, _), _):
            guard !Self.chordKeys.contains(code) else {
                if isPressed { chord.insert(code) } else { chord.remove(code) }
                return
            }
            guard isPressed, chord.isEmpty, Self.writing.contains(code) else { return }
            isTyping = true
        case .modifiersReleased:
            // The releases may have gone to a locker, or the keyboard may be gone.
            chord = []
            return
        case .event(.touchDown(_, _, let position, _), _):
            tapPlace = position
            return
        case .event(.touchMotion(_, _, let position, _), _):
            if max(abs(position.x - tapPlace.x), abs(position.y - tapPlace.y)) > Self.tapShare { isTap = false }
            return
        case .applicationTouched:
            isTap = true
            return
        case .event(.touchUp, _) where isTap: (isTap, isTyping) = (false, false)
        default: return
        }
        if show == .auto, port.showsKeyboards != isWanted { port.showsKeyboards = isWanted }
    }

    /// The movement beyond which a finger does not tap, as a share of the glass.
    private static let tapShare = 0.02

    /// The keys that write text and move in it: not the keys of volume or power, which machines without a keyboard have too.
    private static let writing = Set<UInt32>(2...57).subtracting([42, 54])
    /// Control, alt and meta: a key pressed with them writes nothing, such as the key that shows the keyboard.
    private static let chordKeys: Set<UInt32> = [29, 56, 97, 100, 125, 126]

    private var isWanted: Bool {
        switch show {
        case .auto: port.isTextFieldFocused && !isTyping
        case .always: true
        case .never: false
        }
    }

    private func hideSoon() {
        guard !isHiding else { return }
        isHiding = true
        loop.schedule(afterMicroseconds: Self.patience) { [weak self] in
            guard let self, isHiding else { return }
            isHiding = false
            port.showsKeyboards = isWanted
        }
    }
}

extension PanelKeyboard: ScreenKeyboardObserver {
    package func keyboardNeedsChanged() {
        if isWanted {
            isHiding = false
            port.showsKeyboards = true
        } else if port.showsKeyboards {
            hideSoon()
        }
    }

    package func handheldKeyboardMoved() {
        director.update { $0.keyboard = margins }
        follow()
        moved()
    }

    package func handheldKeyboardDamaged(_ damage: Region<ContentSpace>) {
        guard let keyboard = port.handheldKeyboard, keyboard.place == place else { return }
        let pixels = damage.offset(x: -place.x, y: -place.y)
        draw(keyboard, pixels)
        overlays.damaged(.keyboard, pixels.reinterpreted())
    }
}

extension PanelKeyboard {
    /// The edge of the panel that keyboards take.
    private var margins: EdgeMargins {
        guard let panel = overlays.panel else { return .none }
        let handheld = port.handheldKeyboard.map { shown($0, on: panel) }
        guard let frame = handheld ?? port.keyboardArea?.reinterpreted().intersection(panel.size.bounds), !frame.isEmpty
        else { return .none }
        return frame.maxY * 2 > panel.size.height
            ? EdgeMargins(bottom: max(0, panel.size.height - frame.y)) : EdgeMargins(top: max(0, frame.maxY))
    }

    /// The keyboards' rectangle on the panel.
    private func shown(_ keyboard: HandheldKeyboard, on panel: PlannedScreen) -> Rect<OutputSpace> {
        panel.scale.physical(keyboard.frame).reinterpreted().intersection(panel.size.bounds)
    }

    /// Follows the panel and the keyboards: shows their picture in its place, or removes it.
    func follow() {
        guard let panel = overlays.panel, let keyboard = port.handheldKeyboard else { return remove() }
        let next = shown(keyboard, on: panel)
        guard !next.isEmpty else { return remove() }
        guard next != frame || keyboard.place != place else { return }
        (frame, place) = (next, keyboard.place)
        if picture?.size != place.size.reinterpreted() { picture = MemoryBuffer(size: place.size.reinterpreted()) }
        draw(keyboard, Region(place.size.bounds))
        overlays.set(.keyboard, to: picture.map { [SceneElement($0, at: frame)] } ?? [])
        let area: Rect<PanelSpace> = frame.reinterpreted()
        overlays.setInput(
            .keyboard, area: OverlayArea(own: Region(), forwarded: Region(area), place: area, source: place), sink: nil)
    }

    private func remove() {
        guard picture != nil || !frame.isEmpty else { return }
        (picture, frame, place) = (nil, .zero, .zero)
        overlays.set(.keyboard, to: [])
        overlays.setInput(.keyboard, area: nil, sink: nil)
    }

    /// Draws the damaged part; `damage` is in the picture's own pixels.
    private func draw(_ keyboard: HandheldKeyboard, _ damage: Region<ContentSpace>) {
        guard let picture else { return }
        let elements = keyboard.elements.map { element in
            var element = element
            element.destination = element.destination.offset(x: -place.x, y: -place.y)
            element.opaque = element.opaque.offset(x: -place.x, y: -place.y)
            return element
        }
        renderer.submit([
            RenderPass(
                target: picture, damage: damage.intersection(place.size.bounds).reinterpreted(),
                elements: [.fill(.black)] + elements)
        ])
    }
}
