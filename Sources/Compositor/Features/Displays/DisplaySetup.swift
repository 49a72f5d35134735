import Control
import Geometry
package import Mirroring

/// Which displays are used and how. Users and tools choose; a file remembers their choices.
package final class DisplaySetup: Feature {
    private let director: ScreenDirector
    private let firstFrame: FirstFrameWatch
    private let foreground: ForegroundSwitch
    private let content: any ContentPort
    private let tools: (any DisplayToolPort)?
    /// Nil where nothing is remembered beyond the service's end.
    private let port: (any DisplayMemoryPort)?
    /// What the file has in it.
    private var memory = DisplayMemory()
    /// The external whose settings were last taken up.
    private var followed: DisplayKey?

    init(
        _ director: ScreenDirector, _ firstFrame: FirstFrameWatch, _ foreground: ForegroundSwitch,
        _ ports: CompositorPorts
    ) {
        self.director = director
        self.foreground = foreground
        self.firstFrame = firstFrame
        content = ports.content
        tools = ports.displayTools
        port = ports.displayMemory
    }

    /// The display that the panel controls, whose settings are remembered for it.
    private var external: EnabledOutput? { director.plan.controlledOrExternal?.output }

    private var present: DisplayMemory { director.topology.choices.memory }

    /// Begins with what was set before.
    func serviceStarts() {
        tools?.settingsObserver = self
        guard let memory = port?.load() else { return }
        self.memory = memory
        director.handle(.recalled(memory))
    }

    func serviceEnds() {
        save()
    }

    func hear(_ news: ContentNews) {
        guard case .described = news else { return }
        let least = content.description?.leastArea ?? .zero
        if least != director.wishes.leastArea { director.update { $0.leastArea = least } }
    }

    var commands: [any CommandHandler] {
        [
            Handler<MirrorRequest>(wakes: true) { [unowned self] command, _ in
                setMirroring(command.enabled)
                return .done
            },
            Handler<UseExternalRequest>(wakes: true) { [unowned self] command, _ in
                Self.answer(useExternal(command.output))
            },
            Handler<CopyExternalRequest>(wakes: true) { [unowned self] command, _ in
                Self.answer(useAsCopy(command.output))
            },
            Handler<ControlExternalRequest>(wakes: true) { [unowned self] command, _ in
                Self.answer(useAsController(command.output))
            },
            Handler<SwitchControlRequest>(wakes: true) { [unowned self] command, _ in
                Self.answer(control(command.output))
            },
            Handler<SpareExternalRequest>(wakes: true) { [unowned self] command, _ in
                Self.answer(leaveSpare(command.output))
            },
            Handler<ArrangeExternalsRequest>(wakes: true) { [unowned self] command, _ in
                arrange(command.arrangement)
                return .done
            },
            Handler<OverscanRequest>(wakes: true) { [unowned self] command, _ in
                guard let external else { return .failure("no external to set: see kagami outputs") }
                return set(DisplaySettings(overscanPercent: command.percent), on: external.id).map { .failure($0) }
                    ?? .done
            },
            Handler<ForgetOutputRequest> { [unowned self] command, _ in
                if forgetSettings(of: command.output) { return .done }
                guard let output = command.output else { return .note("nothing was set by hand for any display") }
                return .failure("nothing was set by hand for a display at \(output): see kagami outputs")
            },
        ]
    }

    private static func answer(_ choice: ExternalChoice) -> ControlAnswer<Done> {
        switch choice {
        case .done: .done
        case .kept: .note("kept for when an external is used again: see kagami status")
        case .refused(let reason): .failure(reason)
        }
    }

    func hear(_ news: InputNews) {
        if case .lidMoved(let isClosed) = news { choose(.lidMoved(isClosed: isClosed)) }
    }

    /// Writes what was set to the file, if that has changed.
    private func save() {
        guard present != memory else { return }
        memory = present
        port?.save(memory)
    }

    /// The controller's mode and zoom that were last set with a new external; nil without one since the last call.
    ///
    /// Writes the settings of the previous external to the file.
    func takeExternal() -> (mode: ControllerMode?, zoom: ContentZoom?)? {
        let external = self.external?.description
        guard external.map(DisplayKey.init) != followed else { return nil }
        followed = external.map(DisplayKey.init)
        save()
        guard let external else { return nil }
        let choices = director.topology.choices
        return (
            choices.value(\.controllerMode, of: external, configured: nil),
            choices.value(\.zoom, of: external, configured: nil)
        )
    }

    /// Remembers for the external what fingers on the controller do.
    func remember(_ mode: ControllerMode) {
        guard set(DisplaySettings(controllerMode: mode)) else { return }
        save()
    }

    /// Remembers the controller's zoom for the external. Fingers change the zoom many times a minute, so the file is
    /// written only when the external goes or the service ends.
    func remember(_ zoom: ContentZoom) {
        guard let external else { return }
        let known = present[external.description]?.zoom
        guard zoom != known ?? ContentZoom(.fit, of: zoom.size) else { return }
        _ = set(DisplaySettings(zoom: zoom))
    }

    /// Remembers the volume of the external's own sink. A dragged slider changes the volume all the time, so the file
    /// is written as rarely as for the zoom.
    package func remember(volumePercent: Int) {
        guard let sounding else { return }
        director.handle(.displaySet(sounding, DisplaySettings(volumePercent: volumePercent)))
    }

    /// The external, to which sound goes.
    private var sounding: EnabledOutput? { director.plan.screen(in: .external)?.output }

    /// The remembered volume of the external's own sink; nil for none.
    package var volume: Int? { sounding.flatMap { present[$0.description]?.volumePercent } }

    /// False without an external.
    private func set(_ settings: DisplaySettings) -> Bool {
        guard let external else { return false }
        director.handle(.displaySet(external, settings))
        return true
    }
}

// MARK: Larger text

extension DisplaySetup {
    /// Whether the external, a television, has a scale at which it can be read from across a room; nil for other displays, and if
    /// the configuration gives a scale.
    var hasLargerText: Bool? {
        guard let screen = director.plan.controlledOrExternal,
            let scale = director.wishes.distantScale(of: screen.output)
        else { return nil }
        return screen.scale.factor >= scale.factor
    }

    /// Gives the external such a scale, or its default one, which is remembered.
    func setLargerText(_ isOn: Bool) {
        guard let external else { return }
        let scale =
            isOn ? director.wishes.distantScale(of: external) : ScaleChoice.scale(of: external, role: .external)
        _ = set(DisplaySettings(scale: scale), on: external.id)
    }

    /// Whether larger text is to be offered for the external: nobody has chosen a scale for it, and it has not been offered before.
    var isLargerTextDue: Bool {
        guard hasLargerText == false, let external else { return false }
        let choices = director.topology.choices
        return choices.isRemembering && choices.value(\.scale, of: external.description, configured: nil) == nil
            && choices.value(\.isLargerTextOffered, of: external.description, configured: nil) == nil
    }

    /// Remembers for the external that larger text has been offered.
    func noteOffer() {
        guard set(DisplaySettings(isLargerTextOffered: true)) else { return }
        save()
    }
}

// MARK: Choices

extension DisplaySetup {
    /// Enables or disables mirroring; while it is disabled the content stays on the panel whatever is plugged in.
    package func setMirroring(_ isOn: Bool) {
        choose(.mirroringSwitched(isOn))
    }

    /// Selects one display as the external, also after it has been replugged; with nil the configuration decides again.
    package func useExternal(_ id: OutputID?) -> ExternalChoice {
        if let id, let obstacle = director.topology.obstacle(toExternal: id) {
            return .refused("\(id): \(obstacle.rawValue)")
        }
        let before = director.topology.chosenExternal
        choose(.externalChosen(id))
        guard let id else { return .done }
        guard director.topology.roles.external == id else {
            // The display will be the external as soon as it can be enabled.
            if director.topology.metShortage(id) { return .kept }
            director.handle(.externalChosen(before))
            return .refused("\(id): the display accepts none of its modes")
        }
        director.update { $0.controlled = nil }
        return director.plan.mirroredOutput == id ? .done : .kept
    }

    /// The displays that the panel can control: that of the content, which may be the panel itself, then those with
    /// applications of their own, by name.
    var controllable: [OutputID] {
        [director.topology.placement.contentOutput?.id].compactMap(\.self) + director.topology.own.map(\.output.id)
    }

    /// The display that the panel controls now, or the panel where it shows the content itself.
    var controlled: OutputID? {
        director.plan.controlled == .content
            ? director.topology.placement.contentOutput?.id : director.plan.controlledScreen?.output.id
    }

    /// Has the panel control the application that a display shows; a copy stands for the content.
    func control(_ id: OutputID) -> ExternalChoice {
        let topology = director.topology
        let own = topology.own.first { $0.output.id == id }
        let shown = [topology.placement.contentOutput].compactMap(\.self) + topology.copies
        guard own != nil || shown.contains(where: { $0.id == id }) else {
            let obstacle = topology.obstacle(toExternal: id) ?? .notUsed
            return .refused("\(id): \(obstacle.rawValue)")
        }
        director.update { $0.controlled = own?.application }
        _ = foreground.show(.content)
        return .done
    }

    /// Has the panel control the next application, after the last one the content.
    func controlNext() {
        let all = controllable
        guard let controlled, let place = all.firstIndex(of: controlled) else { return }
        _ = control(all[(place + 1) % all.count])
    }

    /// Has a display show a copy of the external's picture, which is remembered for the display.
    package func useAsCopy(_ id: OutputID) -> ExternalChoice { use(id, as: .copy) }

    /// Has a display show the controller, as the panel does, which is remembered for the display.
    package func useAsController(_ id: OutputID) -> ExternalChoice { use(id, as: .controller) }

    private func use(_ id: OutputID, as role: OutputRole) -> ExternalChoice {
        if director.topology.roles.external == id {
            return .refused("\(id): that is the external: choose another one with kagami externals use")
        }
        if let obstacle = choose(role, of: id) { return .refused("\(id): \(obstacle.rawValue)") }
        let topology = director.topology
        // A display that was spare may be the only one.
        let isShown = topology.copies.contains { $0.id == id } || topology.own.contains { $0.output.id == id }
        if topology.roles.external == id || isShown { return .done }
        if topology.lacksRoom(id) {
            return .refused("\(id): the graphics card has no room for it beside the others: unplug one")
        }
        return topology.vainTries(of: id) == 0 || topology.metShortage(id)
            ? .kept : .refused("\(id): the display accepts none of its modes")
    }

    /// Leaves a display unused unless it is the panel, which is remembered for the display.
    package func leaveSpare(_ id: OutputID) -> ExternalChoice {
        choose(.spare, of: id).map { .refused("\(id): \($0.rawValue)") } ?? .done
    }

    /// Chooses what the displays beside the external show, until the configuration says something else.
    package func arrange(_ arrangement: ExternalArrangement) {
        choose(.arranged(arrangement))
    }

    private func choose(_ role: OutputRole, of id: OutputID) -> ExternalObstacle? {
        if let obstacle = director.topology.obstacle(toExternal: id) { return obstacle }
        choose(.roleChosen(id, role))
        save()
        return nil
    }

    /// Handles an event that may move the content.
    private func choose(_ event: TopologyEvent) {
        firstFrame.caused()
        director.handle(event)
    }
}

// MARK: Settings

extension DisplaySetup: DisplaySettingsObserver {
    package func refusal(of settings: DisplaySettings, on id: OutputID) -> String? {
        director.refusal(of: settings, on: id)
    }

    package func set(_ settings: DisplaySettings, on id: OutputID) -> String? {
        firstFrame.caused()
        defer { save() }
        return director.set(settings, on: id)
    }

    /// Forgets what was set by hand for the display at a connector, or with nil for all displays. They go back to the
    /// configuration. False where there was nothing to forget.
    package func forgetSettings(of id: OutputID?) -> Bool {
        let before = director.topology.choices
        firstFrame.caused()
        director.forget(id)
        save()
        return director.topology.choices != before
    }
}
