import Geometry
package import Mirroring

/// Says on the panel and the external that an application without a window is starting, or has ended.
///
/// On the panel a button starts an ended application again. The button takes fingers, pens and mice; Enter and Space
/// press it too.
package final class RestartBoard: Feature, OverlayInputSink {
    private struct Shown: Equatable {
        let line: String
        let isDue: Bool
        let hasButton: Bool
        let panel: Size<PanelSpace>
        /// Nil without an external.
        let external: Size<OutputSpace>?
        /// Whether the panel shows a snapshot of the external.
        let isMirrored: Bool
        let density: Double
        let interface: InterfaceConfiguration
        let language: Language
    }

    private struct Placed {
        let elements: [SceneElement]
        let button: Rect<PanelSpace>?
    }

    private let overlays: Overlays
    private let director: ScreenDirector
    private let content: any ContentPort
    private let idle: IdleKeeper
    private let loop: any LoopPort
    /// The program that has ended; nil while it runs.
    private var program: EndedProgram?
    /// The name of a program that has been starting for a while without a window; nil for none.
    private var starting: String?
    /// Counts the runs, so that the timers of an earlier run are ignored.
    private var run = 0
    private var failedText: String?
    private var shown: Shown?
    /// The contacts that press the button.
    private var pressed: Set<ContactID> = []
    /// Where the button is; nil while it is not shown.
    private(set) var button: Rect<PanelSpace>?
    /// Takes presses of the button.
    package weak var port: (any RestartPort)?

    private static let letterMillimetres = 3.6
    private static let buttonLetterMillimetres = 4.4
    private static let gapMillimetres = 4.0
    /// The height of letters on the external, as a share of its shorter side.
    private static let externalShare = 1.0 / 24
    /// The time after which a starting program gets a sign, and how long the sign is shown.
    private static let signMicroseconds: (after: Int64, shown: Int64) = (1_000_000, 30_000_000)

    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ content: any ContentPort, _ idle: IdleKeeper,
        _ loop: any LoopPort, failedText: String?
    ) {
        self.loop = loop
        self.failedText = failedText
        self.overlays = overlays
        self.director = director
        self.content = content
        self.idle = idle
    }

    /// Says that the application has ended.
    package func show(_ program: EndedProgram) {
        idle.wake()
        self.program = program
        follow()
    }

    /// Says that the application is starting, if it has no window after a while. `program` is a name or a path.
    package func starts(_ program: String) {
        // A sign about the end is replaced at once.
        let delay = self.program == nil ? Self.signMicroseconds.after : 0
        self.program = nil
        starting = nil
        run += 1
        loop.schedule(afterMicroseconds: delay) { [weak self, run] in self?.say(program, in: run) }
        follow()
    }

    /// Says which program is starting, unless the run has ended or has a window.
    private func say(_ program: String, in run: Int) {
        guard run == self.run else { return }
        if overlays.showsEarlierPicture {
            // A picture from before the service, such as a splash, says as much.
            loop.schedule(afterMicroseconds: Self.signMicroseconds.after) { [weak self] in self?.say(program, in: run) }
            return
        }
        starting = EndedProgram.label(of: program)
        follow()
        loop.schedule(afterMicroseconds: Self.signMicroseconds.shown) { [weak self] in self?.end(run) }
    }

    /// Removes the sign: a program that takes so long may never have a window.
    private func end(_ run: Int) {
        guard run == self.run else { return }
        starting = nil
        follow()
    }

    func use(_ next: Configuration, after old: Configuration) {
        failedText = next.failedText
    }

    /// Follows the panel, the content's windows and the configuration.
    func follow() {
        if content.description != nil || program != nil {
            // A program that has a window, or has ended, is no longer starting.
            run += 1
            starting = nil
        }
        let next = wanted
        guard next != shown else { return }
        shown = next
        pressed = []
        let placed = next.flatMap { place($0) }
        button = placed?.button
        overlays.set(.restart, to: placed?.elements ?? [])
        overlays.set(.restart, to: next.map { placeOnExternal($0) } ?? [], on: .external)
        overlays.setInput(
            .restart, area: button.map { OverlayArea(own: Region($0), isModal: true) }, sink: self)
    }

    private var wanted: Shown? {
        guard let panel = overlays.panelSize, director.wishes.foreground.choice == .content,
            content.description == nil, let line
        else { return nil }
        return Shown(
            line: line, isDue: program?.isDue == true, hasButton: program != nil, panel: panel,
            external: director.plan.canvas(of: .external), isMirrored: overlays.controller != nil,
            density: overlays.density,
            interface: overlays.interface, language: overlays.language)
    }

    private var line: String? {
        let language = overlays.language
        return program.map { failedText ?? $0.text(in: language) }
            ?? starting.map { PanelText.starting.text(in: language) + $0 }
    }

    /// The lines and the button below each other, in the middle of the panel; nil where they cannot be drawn.
    private func place(_ shown: Shown) -> Placed? {
        guard let notices = overlays.texts else { return nil }
        let scale = shown.density * shown.interface.size
        let gap = Int(clamping: (Self.gapMillimetres * shown.density).rounded())
        // The controller's snapshot has the external's line already.
        var texts = shown.isMirrored ? [] : [shown.line]
        if shown.isDue { texts.append(PanelText.startsSoon.text(in: shown.language)) }
        let room = Size<OutputSpace>(
            width: max(1, shown.panel.width - 2 * gap), height: max(1, shown.panel.height / 3))
        var pictures = texts.compactMap {
            notices.picture(of: $0, letterHeight: Self.letterMillimetres * scale, in: room)
        }
        if shown.hasButton {
            let button = notices.sign(
                of: PanelText.startAgain.text(in: shown.language), letterHeight: Self.buttonLetterMillimetres * scale,
                tone: .notable)
            guard let button else { return nil }
            pictures.append(button)
        }
        let height = pictures.reduce(gap * (pictures.count - 1)) { $0 + $1.size.height }
        var y = max(0, (shown.panel.height - height) / 2)
        var places: [Rect<ContentSpace>] = []
        for picture in pictures {
            let x = (shown.panel.width - picture.size.width) / 2
            places.append(Rect(x: x, y: y, width: picture.size.width, height: picture.size.height))
            y += picture.size.height + gap
        }
        let elements = zip(pictures, places).map { SceneElement(whole: $0, at: $1) }
        return Placed(elements: elements, button: shown.hasButton ? places.last?.reinterpreted() : nil)
    }

    /// Places the line in the upper half of the external, so that it is clear of the button in the panel's snapshot.
    private func placeOnExternal(_ shown: Shown) -> [SceneElement] {
        guard let external = shown.external, !shown.line.isEmpty else { return [] }
        let letter = Double(min(external.width, external.height)) * Self.externalShare
        let room = Size<OutputSpace>(width: external.width * 3 / 4, height: external.height / 2)
        let picture = overlays.texts?.picture(of: shown.line, letterHeight: letter, in: room)
        guard let picture else { return [] }
        let place = Rect<ContentSpace>(
            x: (external.width - picture.size.width) / 2, y: max(0, external.height / 4 - picture.size.height / 2),
            width: picture.size.width, height: picture.size.height)
        return [SceneElement(whole: picture, at: place)]
    }

    package func take(_ input: OverlayInput) {
        switch input {
        case .down(let contact, let means, _, _): if means.isPrimary { pressed.insert(contact) }
        case .motion(let contact, let point, _): if button?.contains(point) != true { pressed.remove(contact) }
        case .up(let contact, _): if pressed.remove(contact) != nil { port?.restartPressed() }
        case .cancel(let contact): pressed.remove(contact)
        case .key(let keys, _): if PanelMenu.Key(keys) == .choose { port?.restartPressed() }
        case .hover, .hoverEnded, .scroll: break
        }
    }
}
