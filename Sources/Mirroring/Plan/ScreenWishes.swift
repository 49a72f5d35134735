import Geometry

/// What the user and the configuration want on the screens, whichever outputs there are.
package struct ScreenWishes: Hashable, Sendable {
    package var foreground = PanelForeground()
    /// The bar docked to an edge; nil while none is.
    package var bar: BarDock?
    /// The screens to blank; nil for none.
    package var blank: BlankExtent?
    /// The external that keeps its last picture while the content goes on; nil for none. Only that output is frozen, not
    /// another external.
    package var frozen: OutputID?
    /// The controller's zoom.
    package var zoom = ControllerZoom.fit
    /// The edges of a panel beside an external that an on-screen keyboard takes, in the panel's pixels.
    package var keyboard = EdgeMargins.none
    /// The edges that a pad of keys takes, likewise.
    package var keyPad = EdgeMargins.none
    private var panelScale: Scale?
    private var externalScale: ExternalScale?
    private var maximumControllerScale = 1.0
    private var isBarOverFullscreen = false

    package init(configuration: Configuration = Configuration()) {
        use(configuration)
    }

    /// Takes what a configuration says about screens.
    package mutating func use(_ configuration: Configuration) {
        panelScale = configuration.panel.scale
        externalScale = configuration.external.scale
        maximumControllerScale = configuration.controller.maximumScale
        isBarOverFullscreen = configuration.hud.isOverFullscreen
    }
}

/// A bar along an edge of the output in a role; it waits while no output has the role.
package struct BarDock: Hashable, Sendable {
    package var role: OutputRole
    /// At the top edge; otherwise at the bottom.
    package var isAtTop: Bool
    /// In pixels; nil for the whole edge.
    package var width: Int?
    /// In pixels; nil for the output's default height.
    package var height: Int?

    package init(role: OutputRole, isAtTop: Bool, width: Int? = nil, height: Int? = nil) {
        self.role = role
        self.isAtTop = isAtTop
        self.width = width
        self.height = height
    }

    /// The bar's place on an output.
    func frame(on output: EnabledOutput) -> Rect<OutputSpace> {
        let screen = output.size
        let width = min(self.width ?? screen.width, screen.width)
        let height = min(self.height ?? output.barHeight, screen.height)
        return Rect(
            x: (screen.width - width) / 2, y: isAtTop ? 0 : screen.height - height, width: width, height: height)
    }

    /// The edge that a bar of this height covers.
    func reserved(height: Int) -> EdgeMargins {
        isAtTop ? EdgeMargins(top: height) : EdgeMargins(bottom: height)
    }
}

extension EnabledOutput {
    /// The default height of a bar docked to this output, in pixels.
    package var barHeight: Int { HUDSize.height(on: size, pixelsPerMillimetre: knownPixelsPerMillimetre) }
}

// MARK: - The plan

extension ScreenPlan {
    /// The plan for content placed at `placement`.
    package init(_ placement: ContentPlacement, _ wishes: ScreenWishes) {
        self.init()
        guard let panel = placement.panel, let carrier = placement.contentOutput else { return }
        screens[panel.id] = wishes.screen(
            panel, as: .panel, base: wishes.foreground.base(under: placement) ?? .content,
            source: carrier.id == panel.id ? nil : carrier)
        let carried: ScreenBase =
            if case .held = placement { .away } else { carrier.id == wishes.frozen ? .still : .content }
        if carrier.id != panel.id {
            screens[carrier.id] = wishes.screen(carrier, as: .external, base: carried, controlledOn: panel)
        }
        let isBehind = carrier.id != panel.id && carried != .content
        let isCovered = carrier.id == panel.id && wishes.foreground.choice == .application
        places[.content] =
            isCovered ? .memory(panel.size) : isBehind ? .behind(carrier.id) : .output(carrier.id)
        if wishes.foreground.choice == .application { places[.application] = .output(panel.id) }
        layouts[.application] = screens[panel.id].map { wishes.layout(on: $0, reserved: $0.reserved) }
        // Nothing is docked to a picture in memory.
        layouts[.content] = screens[carrier.id].map { wishes.layout(on: $0, reserved: isCovered ? .none : $0.reserved) }
        if carrier.id != panel.id { layouts[.content]?.handheld = screens[panel.id].map(wishes.handheld) }
    }
}

extension ScreenWishes {
    /// The plan of one output; `source` is the content's output where that is another one, and `panel` the one with the
    /// controller of this one.
    fileprivate func screen(
        _ output: EnabledOutput, as role: OutputRole, base: ScreenBase, source: EnabledOutput? = nil,
        controlledOn panel: EnabledOutput? = nil
    ) -> PlannedScreen {
        let bar = bar.flatMap { $0.role == role ? $0 : nil }
        let frame = bar?.frame(on: output)
        let docked = docked(frame)
        let reserved = source == nil ? docked : docked.union(keyboard).union(keyPad)
        let view = source.map { source in
            ControllerView(
                source: source.id,
                fit: fit(source, on: output, margins: reserved),
                zoom: zoom)
        }
        return PlannedScreen(
            output: output, role: role,
            scale: panel.map { scale(of: output, controlledOn: $0) } ?? scale(ofPanel: output),
            base: base, view: view, bar: frame, reserved: reserved,
            isBlank: blank == .all || blank == .external && role == .external)
    }

    private func scale(ofPanel panel: EnabledOutput) -> Scale {
        panelScale ?? ScaleChoice.scale(of: panel, role: .panel)
    }

    /// A keyboard or bar that comes and goes on the panel does not lay the content out anew.
    private func scale(of external: EnabledOutput, controlledOn panel: EnabledOutput) -> Scale {
        switch externalScale {
        case .fixed(let scale): scale
        case .controller:
            ScaleChoice.scale(
                of: external, panelPixels: fit(external, on: panel, margins: .none).scale,
                perMillimetre: panel.panelPixelsPerMillimetre)
        case nil: ScaleChoice.scale(of: external, role: .external)
        }
    }

    private func fit(_ external: EnabledOutput, on panel: EnabledOutput, margins: EdgeMargins) -> PanelViewport {
        PanelViewport(
            panel: panel.size.reinterpreted(), external: external.size.reinterpreted(),
            maximumScale: maximumControllerScale, margins: margins)
    }

    /// The panel as the screen for on-screen keyboards, which leave a docked bar free.
    fileprivate func handheld(_ panel: PlannedScreen) -> HandheldScreen {
        HandheldScreen(
            size: panel.scale.logical(panel.size.reinterpreted()), reserved: docked(panel.bar).logical(at: panel.scale))
    }

    /// The edge that the bar covers at its place; none where it is not shown.
    private func docked(_ frame: Rect<OutputSpace>?) -> EdgeMargins {
        bar.flatMap { bar in frame.map { bar.reserved(height: $0.height) } } ?? .none
    }

    fileprivate func layout(on screen: PlannedScreen, reserved: EdgeMargins) -> LogicalScreen {
        let output = screen.output
        var layout = LogicalScreen(
            name: output.id.name, size: output.size.reinterpreted(), scale: screen.scale,
            refreshMilliHertz: output.mode.refreshMilliHertz, physicalSize: output.description.physicalSize,
            identity: output.description.identity, reserved: reserved)
        layout.reservesFromFullscreen = !isBarOverFullscreen
        return layout
    }
}
