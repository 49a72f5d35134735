import Geometry
import Logging
import Mirroring

/// Assigns the content and the panel application to screens, from the topology's placement and the panel's foreground.
final class StageDirector {
    private let ports: CompositorPorts
    private var configuration: Configuration
    private let painter: FramePainter
    private let logger = Logger(label: "kagami.topology")
    private(set) var foreground = PanelForeground()
    private(set) var placement = ContentPlacement.parked
    /// The enabled screens that the placement names.
    private var screens: [OutputID: Screen] = [:]
    /// Edges reserved for something docked there.
    private var reserved: [ScreenName: EdgeMargins] = [:]
    /// The screen last announced to the content; nil before the first.
    private(set) var contentScreen: LogicalScreen?

    /// Called before the content under the fingers moves without a display having come or gone.
    var willMoveGround: () -> Void = {}
    /// Called with each new stage: how positions map to the content, and whether the content has moved.
    var staged: (InputGeometry, _ hasMoved: Bool) -> Void = { _, _ in }

    init(ports: CompositorPorts, configuration: Configuration, painter: FramePainter) {
        self.ports = ports
        self.configuration = configuration
        self.painter = painter
    }

    /// The panel's base picture, below its overlays; nil while the panel is disabled.
    var panelBase: PanelBase? { foreground.base(under: placement) }

    /// Moves the content; `screens` are the enabled outputs.
    func place(_ placement: ContentPlacement, on screens: [OutputID: Screen]) {
        self.placement = placement
        self.screens = screens
        restage()
    }

    /// Changes the foreground and updates the stage at once.
    func changeForeground(_ change: (inout PanelForeground) -> PanelForeground.Outcome) -> PanelForeground.Outcome {
        let outcome = change(&foreground)
        guard outcome == .changed, placement != .parked else { return outcome }
        willMoveGround()
        restage()
        return outcome
    }

    /// Reserves edges of a screen: windows there, or the controller, are laid out in the rest.
    func reserve(_ margins: EdgeMargins, on name: ScreenName) {
        guard margins != reserved[name] ?? .none else { return }
        reserved[name] = margins
        guard placement != .parked else { return }
        if name == .panel, panelBase == .controller {
            willMoveGround()
            restage(hasMoved: false)
        } else {
            layOut(painter.stage)
        }
    }

    /// Applies another configuration, leaving alone the screens that it does not affect.
    func use(_ next: Configuration) {
        let old = configuration
        configuration = next
        let isSame =
            next.panel.scale == old.panel.scale && next.external.scale == old.external.scale
            && next.controller.maximumScale == old.controller.maximumScale
        guard placement != .parked else { return }
        if !isSame {
            willMoveGround()
            restage(hasMoved: false)
        } else if next.hud.isOverFullscreen != old.hud.isOverFullscreen {
            layOut(painter.stage)
        }
    }

    /// How positions map to the content on its own screens.
    var geometry: InputGeometry {
        InputGeometry(
            placement, maximumScale: configuration.controller.maximumScale, margins: reserved[.panel] ?? .none)
    }

    private func restage(hasMoved: Bool = true) {
        let geometry = geometry
        let stage = stage(viewport: geometry.viewport)
        layOut(stage)
        painter.show(
            stage, scale: placement.contentOutput.map(contentScale) ?? .one,
            panelScale: placement.panel.map(panelScale) ?? .one)
        logger.notice("content placed", metadata: ["on": "\(placement.contentOutput?.id.name ?? "none")"])
        staged(geometry, hasMoved)
    }

    private func layOut(_ stage: Stage) {
        if let panel = placement.panel, stage.screen(named: .panel) != nil {
            ports.application?.layOut(
                on: logicalScreen(on: panel, scale: panelScale(of: panel), reserved: reserved[.panel]))
        }
        guard let output = placement.contentOutput, stage.contentScreen != nil else { return }
        // Nothing is docked to a picture in memory.
        let margins = stage.contentScreenName.flatMap { reserved[$0] }
        let screen = logicalScreen(on: output, scale: contentScale(on: output), reserved: margins)
        contentScreen = screen
        ports.content.layOut(on: screen)
    }

    /// The stage for the placement; parked if one of its screens has been disabled in between.
    private func stage(viewport: PanelViewport?) -> Stage {
        guard let panel = placement.panel.flatMap({ screens[$0.id] }) else { return .parked }
        switch (placement, foreground.choice) {
        case (.parked, _): return .parked
        case (.onPanel, .content): return .home(panel)
        case (.onPanel, .application):
            return background(of: panel.size).map { .behind(panel: panel, content: $0) } ?? .parked
        case (.onExternal(let external, _), let choice):
            guard let external = screens[external.id], let viewport else { return .parked }
            return choice == .application
                ? .beside(panel: panel, external: external)
                : .away(external: external, panel: panel, viewport)
        }
    }

    /// A picture in memory for content of this size.
    private func background(of size: Size<OutputSpace>) -> Screen? {
        if let present = painter.stage.background, present.size == size { return present }
        return PixelBuffer(size: size).map { Screen(.memory, frame: $0) }
    }

    private func contentScale(on output: EnabledOutput) -> Scale {
        switch placement {
        case .onExternal: output.scale(configured: configuration.external.scale, role: .external)
        case .onPanel, .parked: panelScale(of: output)
        }
    }

    private func panelScale(of output: EnabledOutput) -> Scale {
        output.scale(configured: configuration.panel.scale, role: .panel)
    }

    private func logicalScreen(on output: EnabledOutput, scale: Scale, reserved: EdgeMargins?) -> LogicalScreen {
        var screen = LogicalScreen(
            name: output.id.name, size: output.size.reinterpreted(), scale: scale,
            refreshMilliHertz: output.mode.refreshMilliHertz, physicalSize: output.description.physicalSize,
            identity: output.description.identity, reserved: reserved ?? .none)
        screen.reservesFromFullscreen = !configuration.hud.isOverFullscreen
        return screen
    }
}
