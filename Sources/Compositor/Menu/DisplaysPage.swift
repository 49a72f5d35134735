import Geometry
import Mirroring

/// What the panel menu has about displays: its page of those that can be the external, with the question that brings it
/// up, and its entries of what is set on them.
final class DisplaysPage {
    private unowned let compositor: Compositor
    private var question = ExternalQuestion()

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    private var topology: Topology { compositor.director.topology }

    /// Whether there is nothing left to choose from.
    var isOver: Bool { candidates.count < 2 }

    /// The displays that can show the content, where one does.
    private var candidates: [OutputDescription] { topology.external == nil ? [] : topology.externalCandidates }

    /// The page's entries.
    var choices: [MenuEntry] {
        let present = topology.external
        return candidates.map { output in
            let words = [output.identity.make, output.identity.model, output.id.name].compactMap(\.self)
            let size = output.largestMode.map { "\($0.width)\u{D7}\($0.height)" } ?? ""
            return MenuEntry(
                .display(output.id), .text(size, isOn: output.id == present),
                title: words.joined(separator: " ").label)
        }
    }

    /// The main page's entries about displays.
    var entries: [MenuEntry] {
        var entries = [MenuEntry(.mirroring, .isOn(topology.isMirroringEnabled))]
        if let external = compositor.pip.host.externalOutput, topology.externalCandidates.count > 1 {
            entries.append(MenuEntry(.external, .output(external)))
        }
        if compositor.size(of: .external) != nil {
            entries.append(MenuEntry(.freeze, .isOn(compositor.isFrozen)))
            entries.append(MenuEntry(.blankExternal, .isOn(compositor.blanked == .external)))
        }
        entries.append(MenuEntry(.blankAll))
        if let brightness = compositor.brightness {
            let isWritable = compositor.ports.backlight?.isWritable ?? false
            entries.append(MenuEntry(.brightness, isWritable ? .brightness(brightness) : .unavailable))
        }
        return entries
    }

    /// Asks which display shows the content where another one was plugged in and the configuration wants that.
    func follow() {
        let isDue = question.follow(
            topology.externalCandidates.map(\.id), external: topology.external, compositor.configuration.external)
        if isDue, compositor.menu.ask() { compositor.notify(.externalQuestion) }
    }

    /// Moves the content to a display.
    func choose(_ id: OutputID) {
        let obstacle = topology.obstacle(toExternal: id)
        if case .refused = compositor.useExternal(id) { compositor.notify(.externalRefused(id, obstacle)) }
    }

    /// Moves the content to the next display that can be the external.
    func chooseNext() {
        let candidates = topology.externalCandidates.map(\.id).sorted { $0.name < $1.name }
        guard let present = compositor.pip.host.externalOutput, let place = candidates.firstIndex(of: present),
            candidates.count > 1
        else { return }
        choose(candidates[(place + 1) % candidates.count])
    }

    /// Goes on to the next step of brightness.
    func stepBrightness() {
        guard let next = compositor.brightness?.next else { return }
        compositor.set(next) { [weak compositor = self.compositor] reason in
            if let reason { compositor?.notify(.brightnessFailed, reason) }
        }
    }
}
