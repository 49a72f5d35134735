import Geometry
package import Mirroring

extension Compositor {
    /// The object that `kagami status` prints; the caller adds the adapters' counters.
    package func status(version: String) -> ServiceStatus {
        let controller = shownController
        return ServiceStatus(
            version: version, backend: ports.display.backend, state: director.topology.state,
            panel: status(of: .panel), external: status(of: .external), content: contentStatus,
            viewport: controller.map { ViewportStatus($0.viewport) },
            controller: controller.map { ControllerStatus($0, mode: controllerMode, aim: fingers.aim) },
            snapshot: SnapshotStatus(
                path: isSnapshotOnPlane ? .plane : ports.renderer.snapshotPath,
                frames: controller == nil ? 0 : counters(of: .panel).framesPresented),
            renderer: ports.renderer.name, rendererRemark: ports.renderer.remark, panelForeground: panelForeground,
            panelApplication: panelApplicationStatus, pip: pip.status, menu: menuStatus, blank: blanked,
            idle: IdleStage.allCases.filter(idle.stages.reached.contains), isFrozen: isFrozen, isLocked: isLocked,
            locker: lockBoard.locker,
            screenKeyboard: panelKeyboard?.status, presenter: presenter?.status,
            timer: timer.status, brightness: brightness, counters: counters)
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

    private var contentStatus: ContentStatus? {
        ports.content.description.map { ContentStatus($0, on: contentPlace) }
    }

    private var panelApplicationStatus: ContentStatus? {
        let place: ContentPlace = panelBase == .application ? .panel : .background
        return ports.application?.description.map { ContentStatus($0, on: panel == nil ? nil : place) }
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
        plan.panel.flatMap { painter.screens[$0.output.id]?.snapshot.layer } != nil
    }

    private func layers(on id: OutputID) -> [LayerStatus] {
        guard let screen = painter.screens[id] else { return [] }
        let layers = [screen.content.status, screen.snapshot.status, screen.cursor.status].compactMap(\.self)
        let planes = ports.display.state(of: id).planes
        return layers.map { layer in
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
            let output = screen.output
            return ScreenStatus(
                name: output.id, width: output.size.width, height: output.size.height,
                refreshMilliHertz: output.mode.refreshMilliHertz, scale: screen.scale.factor,
                transform: output.transform, layers: layers(on: output.id),
                timing: ports.display.state(of: output.id).timing,
                depth: ports.display.capabilities(of: output.id).depth)
        }
    }
}
