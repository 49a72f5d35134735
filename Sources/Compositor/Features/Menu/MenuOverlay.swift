import Control
import Geometry
package import Mirroring

/// The panel menu, drawn above everything that the panel shows.
///
/// What the panel shows stays live behind the menu. The open menu takes all fingers, pens, mice and keys of the panel,
/// except those that an application held before.
package final class MenuOverlay: Feature, OverlayInputSink {
    private let overlays: Overlays
    private let director: ScreenDirector
    private let loop: any LoopPort
    /// Draws the menu; nil where there is none.
    private let pictures: (any MenuPort)?
    private let notices: NoticeBoard
    let contents: MenuContents
    private let idle: IdleKeeper
    private let changed: () -> Void
    private var configuration: MenuConfiguration
    private var isKiosk: Bool
    private var shown: Shown?
    /// Numbers the openings, so that the timer of an earlier opening is ignored.
    private var number = 0
    /// Numbers the questions, so that the timer of an earlier question is ignored.
    private var questions = 0
    /// When the sheet began to slide in; nil once the sheet is in its place.
    private var slide: Timestamp?
    private static let slideMicroseconds: Int64 = 150_000
    /// One pixel, to be stretched.
    private let shade = MemoryImage(pixel: 0x7000_0000, format: .argb8888)

    /// How long a question waits for an answer.
    private static let questionMicroseconds: Int64 = 20_000_000

    private struct Shown {
        let page: MenuPage
        var menu: PanelMenu
        let grid: MenuGrid
        let panel: Size<PanelSpace>
        let border: OverlayBorder
        var scene: MenuScene?
        var picture: (any Buffer)?
        var places: [Rect<PanelSpace>] = []
    }

    /// Calls `changed` when it has been opened or closed.
    init(
        _ overlays: Overlays, _ director: ScreenDirector, _ notices: NoticeBoard, _ idle: IdleKeeper,
        _ contents: MenuContents, _ ports: CompositorPorts, _ configuration: Configuration,
        changed: @escaping () -> Void
    ) {
        self.overlays = overlays
        self.director = director
        self.notices = notices
        self.idle = idle
        self.contents = contents
        self.configuration = configuration.menu
        isKiosk = configuration.kiosk.isEnabled
        self.changed = changed
        pictures = ports.menu
        loop = ports.loop
        contents.applications.programs.menu = self
        pictures?.iconCame = { [weak self] in self?.redraw() }
    }

    func serviceStarts() {
        if contents.applications.programs.isOffered { contents.applications.programs.read() }
    }

    /// Applies another configuration; closes the menu where its settings have changed.
    func use(_ next: Configuration, after old: Configuration) {
        configuration = next.menu
        isKiosk = next.kiosk.isEnabled
        contents.use(next)
        guard next.menu != old.menu || next.interface != old.interface || next.kiosk != old.kiosk else { return }
        close()
        serviceStarts()
    }

    func perform(_ action: BoundAction) -> Bool {
        guard action == .panelMenu else { return false }
        idle.wake()
        act()
        return true
    }

    var commands: [any CommandHandler] {
        [
            Handler<ShowMenuRequest>(wakes: true) { [unowned self] _, _ in
                open(isFocused: true) ? .done : .failure("no panel to show a menu on: see kagami status")
            },
            Handler<HideMenuRequest> { [unowned self] _, _ in
                close()
                return .done
            },
            Handler<AskRequest>(wakes: true) { [unowned self] request, call in
                let refusal = ask(request, by: ObjectIdentifier(call.connection)) { [later = call.later] in
                    later.send(.success(AskRequest.Reply(answer: $0)))
                }
                return refusal.map { .failure($0) }
            },
        ]
    }

    func connectionClosed(_ connection: ControlConnection) {
        if contents.question.isAsked(by: ObjectIdentifier(connection)) { close() }
    }

    func report(to status: inout ServiceStatus) {
        guard pictures != nil, overlays.panel != nil else { return }
        status.overlays.menu = MenuStatus(
            entries: entries, question: shown.flatMap { contents.title(of: $0.page, in: overlays.language) })
    }

    var isOpen: Bool { shown != nil }

    /// Opens the menu; `isFocused` highlights the first entry, for keys. False without a panel to show it on, and where
    /// it cannot be drawn.
    package func open(isFocused: Bool) -> Bool {
        guard shown == nil else { return true }
        let scanning = configuration.scanMicroseconds > 0
        slide = interface.showsMotion ? loop.now : nil
        guard show(.main, isFocused: isFocused || scanning) else { return false }
        number += 1
        if slide != nil { tick() }
        takeInput()
        if scanning { scheduleScan() }
        changed()
        return true
    }

    private func takeInput() {
        guard let panel = shown?.panel else { return }
        overlays.setInput(.menu, area: OverlayArea(own: Region(panel.bounds), isModal: true), sink: self)
    }

    /// Shows a page in place of the present one. Where the page cannot be drawn, closes the menu and returns false.
    private func show(_ page: MenuPage, isFocused: Bool) -> Bool {
        guard pictures != nil, let panel = overlays.panelSize, isPanelSeen else { return false }
        if page != .question { contents.question.end() }
        let entries = contents.entries(of: page)
        let density = overlays.density
        let grid = MenuGrid(
            count: entries.count + 1, hasTitle: contents.title(of: page, in: overlays.language) != nil, on: panel,
            configuration,
            density: density, size: interface.size)
        shown = Shown(
            page: page, menu: PanelMenu(entries, in: grid, isFocused: isFocused), grid: grid, panel: panel,
            border: OverlayBorder(density: density))
        if draw() { return true }
        close()
        return false
    }

    /// Goes on to another page.
    private func turn(to page: MenuPage) {
        let isFocused = shown?.menu.focus != nil
        contents.applications.closesWindows = false
        _ = show(page, isFocused: isFocused)
        if page != .main { contents.applications.programs.read() }
    }

    /// Lays out a page again after its list has changed.
    func pageChanged(_ page: MenuPage) {
        guard let shown, shown.page == page else { return }
        _ = show(page, isFocused: shown.menu.focus != nil)
    }

    func follow(_ plan: ScreenPlan, _ changes: ScreenChanges) {
        follow()
        // Whoever unlocks the screens may be another person.
        if plan.isLocked, !contents.question.isOver { close() }
        // Once the television's picture, another scene, is there.
        if canOffer { loop.deferAction { [weak self] in self?.offerLargerText() } }
    }

    private func offerLargerText() {
        if canOffer { contents.displays.offerLargerText() }
    }

    /// Whether a notice about the menu is due, and can be followed: the controller is seen, and users may open the menu.
    private var canOffer: Bool {
        pictures != nil && interface.showsHints && !isKiosk && !isOpen && isPanelSeen && !director.plan.isLocked
            && overlays.controller != nil && contents.displays.isLargerTextDue
    }

    /// Follows the displays that are plugged in. When another one comes, asks which to use or tells of it, as the configuration says.
    func followDisplays() {
        follow()
        switch contents.displays.takeQuestion() {
        case nil: break
        case .ask: ask()
        case .tell(let id):
            let displays = contents.displays
            notices.show(.anotherDisplay(displays.title(of: id), isCopy: displays.isCopy(id)))
        }
    }

    /// Asks a program's question, in place of what the menu shows. Returns why it cannot be asked; otherwise `answered` is called once.
    func ask(
        _ request: AskRequest, by asker: ObjectIdentifier, answered: @escaping (PanelAnswer) -> Void
    ) -> String? {
        guard !isKiosk else { return "the users of a kiosk are asked nothing: see [kiosk] in the configuration" }
        guard contents.question.isOver, shown?.page != .externalQuestion else {
            return "another question is on the panel: try again after its answer"
        }
        guard open(isFocused: false) else { return "no panel to ask on: see kagami status" }
        contents.question.begin(request, by: asker, answered: answered) { [weak self] in self?.close() }
        _ = show(.question, isFocused: configuration.scanMicroseconds > 0)
        return nil
    }

    /// Asks which display to use, until the user answers or a while has passed.
    private func ask() {
        guard open(isFocused: false), show(.externalQuestion, isFocused: shown?.menu.focus != nil) else { return }
        questions += 1
        loop.schedule(afterMicroseconds: Self.questionMicroseconds) { [weak self, questions] in
            guard let self, self.questions == questions, shown?.page == .externalQuestion else { return }
            close()
        }
    }

    package func close() {
        guard shown != nil else { return }
        shown = nil
        notices.keepClear(of: nil)
        overlays.setInput(.menu, area: nil, sink: nil)
        overlays.set(.menu, to: [])
        overlays.set(.menuShade, to: [])
        contents.question.end()
        changed()
    }

    /// Does what the bound key asks for: opens or closes the menu, or chooses the highlighted entry while scanning.
    func act() {
        if shown == nil {
            _ = open(isFocused: true)
        } else if configuration.scanMicroseconds > 0 {
            handle(.key(.choose))
        } else {
            close()
        }
    }

    /// Shows the present state of the entries; closes the menu where it can no longer be shown.
    func follow() {
        guard let shown else { return }
        guard overlays.panelSize == shown.panel, isPanelSeen, !contents.isOver(shown.page)
        else { return close() }
        let entries = contents.entries(of: shown.page)
        // With more or fewer entries the sheet has another size.
        if entries.count != shown.menu.count {
            _ = show(shown.page, isFocused: shown.menu.focus != nil)
            return
        }
        self.shown?.menu.update(entries)
        _ = draw()
    }

    /// The entries on the panel; nil while the menu is closed.
    var entries: [MenuStatus.Entry]? {
        guard let shown, let scene = shown.scene else { return nil }
        return zip(scene.tiles, shown.places).map { tile, place in
            MenuStatus.Entry(
                item: tile.entry.item.name, name: tile.name, value: tile.value, isAvailable: tile.entry.canBeChosen,
                isFocused: tile.isFocused, frame: place)
        }
    }

    private var interface: InterfaceConfiguration { overlays.interface }

    private var isPanelSeen: Bool { director.plan.panel?.isBlank == false }

    // MARK: Drawing

    /// Draws the same menu again.
    private func redraw() {
        shown?.scene = nil
        _ = draw()
    }

    /// Draws the menu where it has changed; false where it cannot be drawn.
    private func draw() -> Bool {
        guard let shown else { return false }
        let scene = MenuScene(
            tiles(of: shown.menu), in: shown.grid, title: contents.title(of: shown.page, in: overlays.language),
            contrast: interface.contrast)
        guard scene != shown.scene else { return true }
        guard let picture = pictures?.picture(of: scene) else { return false }
        let frame = shown.grid.frame
        self.shown?.scene = scene
        self.shown?.picture = picture.buffer
        self.shown?.places = picture.places.map { $0.offset(x: frame.x, y: frame.y).reinterpreted() }
        put()
        let panel: Rect<ContentSpace> = shown.panel.bounds.reinterpreted()
        overlays.set(.menuShade, to: [SceneElement(whole: shade, at: panel)])
        notices.keepClear(of: frame)
        return true
    }

    /// Shows the sheet at its present position, sliding in or in its place.
    private func put() {
        guard let shown, let picture = shown.picture else { return }
        let place = way?.rect(at: loop.now) ?? shown.grid.frame
        overlays.set(.menu, to: shown.border.elements(of: picture, at: place))
    }

    /// The sheet's animation while it slides in; nil once the sheet is in its place.
    private var way: FrameAnimation? {
        guard let shown, let slide else { return nil }
        let frame = shown.grid.frame
        let start =
            switch configuration.edge {
            case .left: frame.offset(x: -frame.maxX, y: 0)
            case .right: frame.offset(x: shown.panel.width - frame.x, y: 0)
            case .top: frame.offset(x: 0, y: -frame.maxY)
            case .bottom: frame.offset(x: 0, y: shown.panel.height - frame.y)
            }
        return FrameAnimation(from: start, to: frame, start: slide, durationMicroseconds: Self.slideMicroseconds)
    }

    private func tick() {
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self, number] in
            guard let self, self.number == number, let way else { return }
            if way.isFinished(at: loop.now) { slide = nil } else { tick() }
            put()
        }
    }

    private func tiles(of menu: PanelMenu) -> [MenuScene.Tile] {
        let language = overlays.language
        return menu.shown.map { entry in
            MenuScene.Tile(
                entry, name: entry.name(in: language, commands: configuration.commands),
                value: entry.valueText(in: language), isFocused: menu.focus == entry.item,
                isPressed: menu.pressed.contains(entry.item))
        }
    }

    // MARK: Input

    package func take(_ input: OverlayInput) {
        let isIgnored = contents.question.isSettling
        switch input {
        case .down(let contact, let means, let point, _):
            if means.isPrimary, !isIgnored { handle(.down(contact, hit(at: point))) }
        case .motion(let contact, let point, _): handle(.move(contact, hit(at: point)))
        case .up(let contact, _): handle(.up(contact))
        case .cancel(let contact): handle(.cancel(contact))
        case .hover(let point, _): handle(.hover(hit(at: point)))
        case .hoverEnded: handle(.hoverEnded)
        case .key(let keys, _):
            if !isIgnored { PanelMenu.Key(keys).map { handle(.key($0)) } }
        case .scroll: break
        }
    }

    private func hit(at point: Point<PanelSpace>) -> PanelMenu.Hit {
        guard let shown, shown.grid.frame.contains(point) else { return .outside }
        let index = shown.places.firstIndex { $0.contains(point) }
        return index.flatMap { shown.scene?.tiles[$0].entry.item }.map { .item($0) } ?? .sheet
    }

    private func handle(_ input: PanelMenu.Input) {
        guard let outcome = shown?.menu.handle(input) else { return }
        switch outcome {
        case .none: _ = draw()
        case .close: close()
        case .choose(let item):
            if let page = item.page { return turn(to: page) }
            if let answer = item.answer { contents.question.end(answer) }
            if !item.keepsMenu { close() }
            contents.choose(item)
            follow()
        }
    }

    private func scheduleScan() {
        loop.schedule(afterMicroseconds: max(1, configuration.scanMicroseconds)) {
            [weak self, number] in
            guard let self, self.number == number, shown != nil, configuration.scanMicroseconds > 0 else { return }
            handle(.scan)
            if shown != nil { scheduleScan() }
        }
    }
}
