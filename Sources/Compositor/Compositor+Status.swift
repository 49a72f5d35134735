import Geometry
package import Mirroring

extension Compositor {
    /// The object that `kagami status` prints; the caller adds the adapters' counters.
    package func status(version: String) -> ServiceStatus {
        let stage = painter.stage
        return ServiceStatus(
            version: version, backend: ports.display.backend, state: topology.topology.state,
            panel: panel.map { screenStatus($0, scale: $0.scale(configured: configuration.panel.scale, role: .panel)) },
            external: externalStatus, content: contentStatus,
            viewport: stage.controller.map { ViewportStatus($0.viewport) },
            snapshot: SnapshotStatus(path: .cpu, frames: stage.controller?.screen.counters.framesPresented ?? 0),
            renderer: ports.renderer.name, panelForeground: panelForeground,
            panelApplication: panelApplicationStatus, pip: pip.status, blank: blanked,
            counters: counters)
    }

    /// The list that `kagami outputs` prints.
    package var outputs: [OutputStatus] {
        let enabled = topology.topology.enabledOutputs
        return topology.topology.outputs.map { output in
            OutputStatus(output, role: topology.topology.role(of: output.id), currentMode: enabled[output.id]?.mode)
        }
    }

    /// The panel's output while it is enabled.
    package var panel: EnabledOutput? { topology.topology.placement.panel }

    private var externalStatus: ScreenStatus? {
        guard case .onExternal(let external, _) = topology.topology.placement else { return nil }
        return screenStatus(external, scale: external.scale(configured: configuration.external.scale, role: .external))
    }

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
        counters.panel = painter.stage.screen(named: .panel)?.counters ?? ScreenCounters()
        counters.external = painter.stage.screen(named: .external)?.counters ?? ScreenCounters()
        counters.plugs = topology.topology.counters.plugs
        counters.unplugs = topology.topology.counters.unplugs
        counters.modeRefusals = topology.topology.counters.modeRefusals
        counters.presentFailures = painter.presentFailures
        counters.touches = input.touches
        counters.touchesCancelled = input.touchesCancelled
        return counters
    }

    private func screenStatus(_ output: EnabledOutput, scale: Scale) -> ScreenStatus {
        ScreenStatus(
            name: output.id, width: output.size.width, height: output.size.height,
            refreshMilliHertz: output.mode.refreshMilliHertz, scale: scale.factor, transform: output.transform)
    }
}
