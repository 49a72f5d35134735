package import Geometry
package import Mirroring

extension Compositor {
    /// The object that `kagami status` prints; the caller adds what the adapters know.
    package func status(version: String) -> ServiceStatus {
        var status = ServiceStatus()
        status.about.version = version
        status.about.renderer = ports.renderer.name
        status.about.rendererRemark = ports.renderer.remark
        status.screens = screensStatus
        status.applications = applicationsStatus
        status.view = viewStatus
        status.counters = counters
        for feature in features.all { feature.report(to: &status) }
        return status
    }

    /// The list that `kagami outputs` prints.
    package var outputs: [OutputStatus] {
        let enabled = director.topology.enabledOutputs
        let touchscreens = input.touchscreens
        let memory = director.topology.choices.memory
        return director.topology.outputs.map { output in
            OutputStatus(
                output, role: director.topology.role(of: output.id), currentMode: enabled[output.id]?.mode,
                isOff: plan.off.contains(output.id),
                touchscreens: touchscreens.filter { $0.output == output.id },
                remembered: output.isConnected ? memory[output] : nil, layers: layers(on: output.id),
                timing: enabled[output.id].map { _ in ports.display.state(of: output.id).timing },
                depth: enabled[output.id].map { _ in ports.display.capabilities(of: output.id).depth })
        }
    }

    /// The external while it is enabled.
    package var external: OutputDescription? { plan.screen(in: .external)?.output.description }

    /// Whether the external shows anything.
    var isExternalSeen: Bool { plan.screen(in: .external).map { !$0.isBlank && !$0.isOff } ?? false }

    /// The panel's output while it is enabled.
    package var panel: EnabledOutput? { plan.panel?.output }

    /// The size of the screen in a role in its own pixels; nil while there is none.
    package func size(of role: OutputRole) -> Size<OutputSpace>? {
        plan.screen(in: role)?.size
    }

    /// The default height of a bar docked to the screen in a role, in pixels; nil while there is none.
    package func barHeight(on role: OutputRole) -> Int? {
        plan.screen(in: role)?.output.barHeight
    }

    private var screensStatus: ScreensStatus {
        var status = ScreensStatus()
        status.state = director.topology.state
        status.panel = self.status(of: .panel)
        status.external = self.status(of: .external)
        status.arrangement = director.topology.arrangement
        status.controlled = plan.controlledScreen?.output.id
        (status.blankOutputs, status.frozenOutputs) = (plan.blank, plan.frozen)
        return status
    }

    private var applicationsStatus: ApplicationsStatus {
        var status = ApplicationsStatus()
        status.content = ports.content.description.map { ContentStatus($0, on: contentPlace) }
        status.panelForeground = foreground.choice
        let place: ContentPlace = plan.panelBase == .application ? .panel : .background
        status.panelApplication = ports.application?.description.map {
            ContentStatus($0, on: panel == nil ? nil : place)
        }
        status.displays = ports.displayApplications.enumerated().map { index, port in
            let output = plan.own.first { plan.places[.display(index)] == .output($0.output.id) }?.output.id
            return DisplayApplicationStatus(
                output: output,
                content: port.description.map { ContentStatus($0, on: output == nil ? .background : .external) })
        }
        return status
    }

    private var viewStatus: ViewStatus {
        var status = ViewStatus()
        status.snapshot.path = isSnapshotOnPlane ? .plane : ports.renderer.snapshotPath
        if controller.isShown { status.snapshot.frames = counters(of: .panel).framesPresented }
        return status
    }

    private var counters: ServiceCounters {
        var counters = ServiceCounters()
        counters.framesComposed = painter.framesComposed
        counters.panel = self.counters(of: .panel)
        counters.external = self.counters(of: .external)
        counters.plugs = director.topology.counters.plugs
        counters.unplugs = director.topology.counters.unplugs
        counters.modeRefusals = director.topology.counters.modeRefusals
        counters.presentFailures = painter.presentFailures
        counters.traffic = ports.renderer.traffic
        counters.touches = input.touches
        counters.touchesCancelled = input.touchesCancelled
        return counters
    }

    /// Whether a plane of the panel's display shows the snapshot.
    private var isSnapshotOnPlane: Bool {
        plan.panel.flatMap { painter.screens[$0.output.id]?.layers.frame.snapshot } != nil
    }

    private func layers(on id: OutputID) -> [LayerStatus] {
        guard let screen = painter.screens[id] else { return [] }
        var planes = ports.display.state(of: id).planes.mapValues { $0[...] }
        return screen.layers.status.map { layer in
            guard layer.kind == .content || layer.path == .plane else { return layer }
            var numbered = layer
            numbered.plane = planes[layer.kind]?.popFirst()
            return numbered
        }
    }

    private func counters(of role: OutputRole) -> ScreenCounters {
        plan.screen(in: role).flatMap { painter.screens[$0.output.id]?.counters } ?? ScreenCounters()
    }

    private func status(of role: OutputRole) -> ScreenStatus? {
        plan.screen(in: role).map { screen in
            let id = screen.output.id
            return ScreenStatus(
                screen.output, scale: screen.scale, layers: layers(on: id), timing: ports.display.state(of: id).timing,
                depth: ports.display.capabilities(of: id).depth)
        }
    }
}
