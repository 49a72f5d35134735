import Geometry
package import Mirroring

extension Compositor {
    /// The object that `kagami status` prints; the caller adds what the adapters know.
    package func status(version: String) -> ServiceStatus {
        var status = ServiceStatus()
        status.about.version = version
        status.about.backend = ports.display.backend
        status.about.renderer = ports.renderer.name
        status.about.rendererRemark = ports.renderer.remark
        status.screens = screensStatus
        status.applications = applicationsStatus
        status.view = viewStatus
        status.overlays.pip = pip.status
        status.overlays.menu = menuStatus
        status.overlays.screenKeyboard = panelKeyboard?.status
        status.overlays.presenter = presenter?.status
        status.overlays.timer = timer.status
        status.session.idle = IdleStage.allCases.filter(idle.stages.reached.contains)
        status.session.isLocked = isLocked
        status.session.locker = lockBoard.locker
        status.counters = counters
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

    /// Whether something is to be seen on the external.
    var isExternalSeen: Bool { plan.screen(in: .external).map { !$0.isBlank && !$0.isOff } ?? false }

    /// The panel's output while it is enabled.
    package var panel: EnabledOutput? { plan.panel?.output }

    private var screensStatus: ScreensStatus {
        var status = ScreensStatus()
        status.state = director.topology.state
        status.panel = self.status(of: .panel)
        status.external = self.status(of: .external)
        status.blank = blanked
        status.isFrozen = isFrozen
        status.brightness = brightness?.percent
        return status
    }

    private var applicationsStatus: ApplicationsStatus {
        var status = ApplicationsStatus()
        status.content = ports.content.description.map { ContentStatus($0, on: contentPlace) }
        status.panelForeground = panelForeground
        let place: ContentPlace = panelBase == .application ? .panel : .background
        status.panelApplication = ports.application?.description.map {
            ContentStatus($0, on: panel == nil ? nil : place)
        }
        return status
    }

    private var viewStatus: ViewStatus {
        var status = ViewStatus()
        status.snapshot.path = isSnapshotOnPlane ? .plane : ports.renderer.snapshotPath
        guard let controller = shownController else { return status }
        status.viewport = ViewportStatus(controller.viewport)
        status.controller = ControllerStatus(controller, mode: controllerMode, aim: fingers.aim)
        status.snapshot.frames = counters(of: .panel).framesPresented
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

    /// Whether the panel's display shows the snapshot by itself.
    private var isSnapshotOnPlane: Bool {
        plan.panel.flatMap { painter.screens[$0.output.id]?.layers.frame.snapshot } != nil
    }

    private func layers(on id: OutputID) -> [LayerStatus] {
        guard let screen = painter.screens[id] else { return [] }
        let planes = ports.display.state(of: id).planes
        return screen.layers.status.map { layer in
            guard layer.kind == .content || layer.path == .plane else { return layer }
            var numbered = layer
            numbered.plane = planes[layer.kind]
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
