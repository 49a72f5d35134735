import Geometry
import Mirroring

/// The menu's entries about displays, and the page that asks which display is the external.
final class DisplaysSection: MenuSection {
    private let director: ScreenDirector
    private let freezer: Freezer
    private let displays: DisplaySetup
    private let blanking: Blanking
    private let idle: IdleKeeper
    private let backlight: (any BacklightPort)?
    private let notices: NoticeBoard
    private let loop: any LoopPort
    private var news = ExternalQuestion()
    /// Says whether to ask for the external.
    var configuration = ExternalConfiguration()

    init(
        _ director: ScreenDirector, _ displays: DisplaySetup, _ freezer: Freezer, _ blanking: Blanking,
        _ idle: IdleKeeper, backlight: (any BacklightPort)?, _ notices: NoticeBoard, _ loop: any LoopPort
    ) {
        self.director = director
        self.displays = displays
        self.freezer = freezer
        self.blanking = blanking
        self.idle = idle
        self.backlight = backlight
        self.notices = notices
        self.loop = loop
    }

    private var topology: Topology { director.topology }

    /// The external that carries the content; nil while none does.
    private var present: OutputID? { director.plan.mirroredOutput }

    // MARK: The page

    /// The question above the page's entries. Where others show copies, all of them show the content.
    var question: PanelText {
        candidates.contains { isCopy($0.id) } ? .mainQuestion : .externalQuestion
    }

    /// Whether a display shows a copy of the external.
    func isCopy(_ id: OutputID) -> Bool { topology.role(of: id) == .copy }

    /// Whether there is nothing left to choose from.
    var isOver: Bool { candidates.count < 2 }

    /// The displays that can show the content, where one does.
    private var candidates: [OutputDescription] { topology.external == nil ? [] : topology.externalCandidates }

    /// The page's entries.
    var choices: [MenuEntry] {
        let present = topology.external
        return candidates.map { output in
            let size = output.largestMode.map { "\($0.width)\u{D7}\($0.height)" } ?? ""
            return MenuEntry(
                .display(output.id), .text(size, isOn: output.id == present),
                title: title(of: output))
        }
    }

    /// A display as people know it.
    func title(of id: OutputID) -> String {
        topology.outputs.first { $0.id == id }.map(title) ?? id.name
    }

    private func title(of output: OutputDescription) -> String {
        [output.identity.make, output.identity.model, output.id.name].compactMap(\.self).joined(separator: " ").label
    }

    /// What to say about another display that was plugged in; nil for nothing.
    func takeQuestion() -> ExternalQuestion.Step? {
        // Of a display that has its role by a rule or by choice there is nothing to say.
        let candidates = topology.externalCandidates.filter { output in
            let isDecided = [.copy, .controller, .spare].contains(topology.choices.role(of: output))
            let role = topology.role(of: output.id)
            return output.id == topology.external || !isDecided && role != .part && role != .own
        }
        return news.follow(candidates.map(\.id), external: topology.external, configuration)
    }

    /// Whether larger text is to be offered now.
    var isLargerTextDue: Bool { displays.isLargerTextDue }

    /// Offers larger text for the external, once for each display.
    func offerLargerText() {
        displays.noteOffer()
        notices.show(.largerText)
    }

    // MARK: The section

    var entries: [MenuEntry] {
        var entries = [MenuEntry(.mirroring, .isOn(topology.isMirroringEnabled))]
        if displays.controllable.count > 1 {
            let name = displays.controlled.map(title) ?? ""
            entries.append(MenuEntry(.control, .text(name, isOn: director.plan.controlled != .content)))
        }
        if let present, topology.externalCandidates.count > 1 {
            entries.append(MenuEntry(.external, .output(present)))
            entries.append(MenuEntry(.arrangement, .arrangement(topology.arrangement)))
        }
        if let isOn = displays.hasLargerText { entries.append(MenuEntry(.largerText, .isOn(isOn))) }
        if director.plan.screen(in: .external) != nil {
            entries.append(MenuEntry(.freeze, .isOn(freezer.isOn)))
            entries.append(MenuEntry(.blankExternal, .isOn(blanking.extent == .external)))
        }
        entries.append(MenuEntry(.blankAll))
        if let backlight, let brightness = backlight.brightness {
            entries.append(MenuEntry(.brightness, backlight.isWritable ? .brightness(brightness) : .unavailable))
        }
        return entries
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .mirroring: displays.setMirroring(!topology.isMirroringEnabled)
        case .external: chooseNext()
        case .control: displays.controlNext()
        case .arrangement: displays.arrange(topology.nextArrangement)
        case .display(let id): choose(id)
        case .largerText: displays.setLargerText(displays.hasLargerText == false)
        case .freeze: freezer.toggle()
        case .blankExternal: blanking.blank(blanking.extent == .external ? nil : .external)
        // Deferred, because the press that chooses this entry would unblank the screens.
        case .blankAll: loop.deferAction { [weak blanking] in blanking?.blank(.all) }
        case .brightness: stepBrightness()
        default: return false
        }
        return true
    }

    /// Moves the content to a display.
    private func choose(_ id: OutputID) {
        let obstacle = topology.obstacle(toExternal: id)
        if case .refused = displays.useExternal(id) { notices.show(.externalRefused(id, obstacle)) }
    }

    /// Moves the content to the next display that can be the external.
    private func chooseNext() {
        let candidates = topology.externalCandidates.map(\.id).sorted { $0.name < $1.name }
        guard let present, let place = candidates.firstIndex(of: present), candidates.count > 1 else { return }
        choose(candidates[(place + 1) % candidates.count])
    }

    /// Goes on to the next step of brightness.
    private func stepBrightness() {
        guard let next = backlight?.brightness?.next else { return }
        idle.set(next) { [weak notices] reason in
            if let reason { notices?.show(.brightnessFailed, reason) }
        }
    }
}

/// Decides when to ask the user which display shows the content, or to tell of another display.
///
/// Either happens when a display is plugged in beside the present external, unless the display that the configuration names is there.
struct ExternalQuestion: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case ask
        case tell(OutputID)
    }

    private var known: Set<OutputID>?

    init() {}

    /// Takes the displays that can show the content, and the one that does.
    mutating func follow(
        _ candidates: [OutputID], external: OutputID?, _ configuration: ExternalConfiguration
    ) -> Step? {
        let before = known
        known = Set(candidates)
        // Displays that are there when the service starts were not plugged in.
        guard let before, let external else { return nil }
        if let preferred = configuration.output, candidates.contains(preferred) { return nil }
        let other = candidates.first { $0 != external && !before.contains($0) }
        return other.map { configuration.policy == .ask ? .ask : .tell($0) }
    }
}
