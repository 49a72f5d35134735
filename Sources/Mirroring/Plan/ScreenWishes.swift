package import Geometry

/// What the user and the configuration want on the screens, whichever outputs there are.
package struct ScreenWishes: Hashable, Sendable {
    package var foreground = PanelForeground()
    /// The bar docked to an edge; nil while none is.
    package var bar: BarDock?
    /// The screens to blank; nil for none.
    package var blank: BlankExtent?
    /// The outputs whose displays tools have turned off.
    package var off: Set<OutputID> = []
    /// The panel is to be dark while an external shows the content: nobody has touched it for a while.
    package var isPanelLeft = false
    /// The stages of idleness in force that turn one display off.
    package var idle: Set<IdleStage> = []
    /// The external that keeps its last picture while the content goes on; nil for none. Only that output is frozen, not
    /// another external.
    package var frozen: OutputID?
    /// The output with the external's role: where it serves alone it keeps the external's scale. Nil for none.
    package var external: OutputID?
    /// What was set by hand for displays.
    package var choices = DisplayChoices()
    /// The session is locked: every screen shows the locker, itself or its snapshot, without overlays.
    package var isLocked = false
    /// The controller's zoom.
    package var zoom = ControllerZoom.fit
    /// The edges of the panel that on-screen keyboards take, in its pixels.
    package var keyboard = EdgeMargins.none
    /// The edges that a pad of keys takes, likewise.
    package var keyPad = EdgeMargins.none
    /// The height of the strip for the timer that the panel application leaves free at its upper edge, in the panel's pixels.
    package var timerStrip = 0
    /// The least area on which no window of the content needs to be scaled down.
    package var leastArea = Size<LogicalSpace>.zero
    private var panelScale: Scale?
    private var externalScale: ExternalScale?
    private var maximumControllerScale = 1.0
    private var isBarOverFullscreen = false
    private var externalRefresh: VariableRefresh?
    private var allowsTearing = false
    private var externalOverscan: Int?

    package init(configuration: Configuration = Configuration()) {
        use(configuration)
    }

    /// Takes what a configuration says about screens.
    package mutating func use(_ configuration: Configuration) {
        panelScale = configuration.panel.scale
        externalScale = configuration.external.scale
        maximumControllerScale = configuration.controller.maximumScale
        isBarOverFullscreen = configuration.hud.isOverFullscreen
        externalRefresh = configuration.external.variableRefresh
        allowsTearing = configuration.external.allowsTearing
        externalOverscan = configuration.external.overscanPercent
    }

    /// Shows again what was dark for want of a user, and the panel in any case.
    package mutating func wake(_ panel: OutputID?) {
        if blank == .all { blank = nil }
        if let panel { off.remove(panel) }
        isPanelLeft = false
        idle = []
    }

    /// What is left of the wishes while the session is locked.
    fileprivate var whileLocked: ScreenWishes {
        guard isLocked else { return self }
        var rest = self
        rest.foreground = PanelForeground()
        rest.frozen = nil
        rest.keyPad = .none
        return rest
    }

    /// Whether an output's display is to be off. With an external that is blanked by itself its audience goes on having a
    /// signal.
    fileprivate func isOff(_ id: OutputID, as role: OutputRole, isAlone: Bool) -> Bool {
        switch role {
        case _ where blank == .all || off.contains(id): true
        case .panel: idle.contains(.panelOff) || isPanelLeft && !isAlone
        case .external, .copy: idle.contains(.externalOff)
        case .spare: false
        }
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

    /// The bar's place on an output that cuts its edges off.
    func frame(on output: EnabledOutput, within overscan: EdgeMargins) -> Rect<OutputSpace> {
        let screen = overscan.inset(output.size.bounds)
        let width = min(self.width ?? screen.width, screen.width)
        let height = min(self.height ?? output.barHeight, screen.height)
        return Rect(
            x: screen.x + (screen.width - width) / 2, y: isAtTop ? screen.y : screen.maxY - height, width: width,
            height: height)
    }

    /// The edge of an output that a bar at this place covers.
    func reserved(_ frame: Rect<OutputSpace>, on size: Size<OutputSpace>) -> EdgeMargins {
        isAtTop ? EdgeMargins(top: frame.maxY) : EdgeMargins(bottom: size.height - frame.y)
    }
}

extension EnabledOutput {
    /// The default height of a bar docked to this output, in pixels.
    package var barHeight: Int { HUDSize.height(on: size, pixelsPerMillimetre: knownPixelsPerMillimetre) }
}

// MARK: - The plan

extension ScreenPlan {
    /// The plan for content placed at `placement`, and copies of the output that it is laid out for.
    package init(_ placement: ContentPlacement, copies: [EnabledOutput] = [], _ wishes: ScreenWishes) {
        self.init()
        isLocked = wishes.isLocked
        let wishes = wishes.whileLocked
        guard let panel = placement.panel, let carrier = placement.contentOutput else { return }
        let isAlone = carrier.id == panel.id
        let base = wishes.foreground.base(under: placement) ?? .content
        let spread = isAlone && base == .content ? wishes.spread(on: panel) : nil
        let shown = isAlone ? spread : carrier.size.reinterpreted()
        screens[panel.id] = wishes.screen(
            panel, as: .panel, base: spread == nil ? base : .controller,
            source: shown.map { ShownSource(id: carrier.id, size: $0) }, isAlone: isAlone)
        let carried: ScreenBase =
            if case .held = placement { .away } else { carrier.id == wishes.frozen ? .still : .content }
        if !isAlone {
            screens[carrier.id] = wishes.screen(carrier, as: .external, base: carried, controlledOn: panel)
        }
        for copy in copies {
            // Viewers of a copy see what viewers of the external do.
            screens[copy.id] = wishes.screen(
                copy, as: .copy, base: carried == .still ? .still : .controller,
                source: ShownSource(id: carrier.id, size: (shown ?? carrier.size.reinterpreted())), isAlone: isAlone)
        }
        let isBehind = !isAlone && carried != .content
        let isCovered = isAlone && wishes.foreground.choice == .application
        places[.content] =
            isCovered ? .memory(panel.size) : isBehind ? .behind(carrier.id) : .output(carrier.id)
        if wishes.foreground.choice == .application { places[.application] = .output(panel.id) }
        // Keyboards on its own screen are its tools, which it makes room for itself.
        layouts[.application] = screens[panel.id].map {
            var reserved = wishes.docked($0.bar, on: $0.size).union($0.overscan)
            reserved.top += wishes.timerStrip
            return wishes.layout(on: $0, reserved: reserved)
        }
        // Nothing is docked to a picture in memory.
        layouts[.content] = screens[carrier.id].map { wishes.layout(on: $0, reserved: isCovered ? .none : $0.reserved) }
        if let spread {
            places[.content] = .spread(panel.id, spread.reinterpreted())
            layouts[.content]?.size = spread
            // What is docked is beside the controller.
            layouts[.content]?.reserved = .none
            layouts[.content]?.reservedFromFullscreen = .none
        }
        if shown != nil { layouts[.content]?.handheld = screens[panel.id].map(wishes.handheld) }
    }
}

/// What a controller shows: an output, and the size of the content there.
private struct ShownSource {
    let id: OutputID
    let size: Size<ContentSpace>
}

extension ScreenWishes {
    /// The plan of one output; `source` is what its controller shows where there may be one, and `panel` the output with
    /// the controller of this one.
    fileprivate func screen(
        _ output: EnabledOutput, as role: OutputRole, base: ScreenBase, source: ShownSource? = nil,
        controlledOn panel: EnabledOutput? = nil, isAlone: Bool = false
    ) -> PlannedScreen {
        let bar = bar.flatMap { $0.role == role ? $0 : nil }
        let overscan = overscan(of: output, as: role)
        let frame = bar?.frame(on: output, within: overscan)
        let docked = docked(frame, on: output.size).union(overscan)
        let isInHands = source != nil && role == .panel
        let taken = role == .panel ? docked.union(keyboard).union(keyPad) : docked
        let reserved = isInHands ? taken : docked
        let isOff = isOff(output.id, as: role, isAlone: isAlone)
        let view = source.map { source in
            ControllerView(
                source: source.id,
                fit: fit(
                    source.size, on: output, margins: reserved,
                    maximumScale: isInHands ? maximumControllerScale : .infinity),
                zoom: isInHands ? zoom : .fit)
        }
        return PlannedScreen(
            output: output, role: role,
            scale: panel.map { scale(of: output, controlledOn: $0) } ?? scale(ofLone: output),
            base: base, view: view, bar: frame, reserved: reserved, overscan: overscan, taken: taken,
            isBlank: blank == .all || blank == .external && role != .panel || isOff && role == .panel, isOff: isOff,
            timing: timing(of: output, as: role))
    }

    /// Whether an output has the external's settings, also where it serves alone.
    private func isExternal(_ output: EnabledOutput, as role: OutputRole) -> Bool {
        role == .external || output.id == external
    }

    /// The edges that the display cuts off.
    private func overscan(of output: EnabledOutput, as role: OutputRole) -> EdgeMargins {
        let configured = isExternal(output, as: role) ? externalOverscan : nil
        let percent = choices.value(\.overscanPercent, of: output.description, configured: configured) ?? 0
        let (x, y) = ((output.size.width * percent + 50) / 100, (output.size.height * percent + 50) / 100)
        return EdgeMargins(top: y, right: x, bottom: y, left: x)
    }

    private func timing(of output: EnabledOutput, as role: OutputRole) -> TimingChoice {
        let isExternal = isExternal(output, as: role)
        let refresh = choices.value(
            \.variableRefresh, of: output.description, configured: isExternal ? externalRefresh : nil)
        return TimingChoice(variableRefresh: refresh ?? .off, allowsTearing: isExternal && allowsTearing)
    }

    /// The scale of an output that no other one controls: the panel, or an external that serves alone.
    private func scale(ofLone output: EnabledOutput) -> Scale {
        output.id == external ? scale(of: output, controlledOn: nil) : scale(ofPanel: output)
    }

    private func scale(ofPanel panel: EnabledOutput) -> Scale {
        choices.value(\.scale, of: panel.description, configured: panelScale)
            ?? ScaleChoice.scale(of: panel, role: .panel)
    }

    /// A keyboard or bar that comes and goes on the panel does not lay the content out anew.
    private func scale(of external: EnabledOutput, controlledOn panel: EnabledOutput?) -> Scale {
        let configured: Scale? =
            switch externalScale {
            case .fixed(let scale): scale
            case .controller:
                panel.map { scaleForFingers(of: external, on: $0) } ?? ScaleChoice.scale(of: external, role: .external)
            case nil: nil
            }
        return choices.value(\.scale, of: external.description, configured: configured)
            ?? ScaleChoice.scale(of: external, role: .external)
    }

    private func scaleForFingers(of external: EnabledOutput, on panel: EnabledOutput) -> Scale {
        ScaleChoice.scale(
            of: external,
            panelPixels: fit(
                external.size.reinterpreted(), on: panel, margins: .none, maximumScale: maximumControllerScale
            ).scale,
            perMillimetre: panel.panelPixelsPerMillimetre)
    }

    private func fit(
        _ size: Size<ContentSpace>, on output: EnabledOutput, margins: EdgeMargins, maximumScale: Double
    ) -> PanelViewport {
        PanelViewport(
            panel: output.size.reinterpreted(), external: size, maximumScale: maximumScale, margins: margins)
    }

    /// The size that content on the panel alone is laid out for where one of its windows cannot be as small as the panel:
    /// larger, and of the same shape as what a docked bar leaves. Nil where all windows fit.
    fileprivate func spread(on panel: EnabledOutput) -> Size<ContentSpace>? {
        let overscan = overscan(of: panel, as: .panel)
        let frame = bar.flatMap { $0.role == .panel ? $0.frame(on: panel, within: overscan) : nil }
        let area = docked(frame, on: panel.size).union(overscan).inset(panel.size.bounds).size
        let factor = scale(ofLone: panel).factor
        guard !area.isEmpty else { return nil }
        let least = (width: Double(leastArea.width) * factor, height: Double(leastArea.height) * factor)
        let growth = max(least.width / Double(area.width), least.height / Double(area.height))
        guard growth > 1 else { return nil }
        let taken = min(growth, Self.largestSpread)
        return Size(
            width: Int(clamping: (Double(area.width) * taken).rounded(.up)),
            height: Int(clamping: (Double(area.height) * taken).rounded(.up)))
    }

    /// How many times as wide as the panel content may be laid out; windows that cannot be as small are scaled down.
    private static let largestSpread = 4.0

    /// The panel as the screen for on-screen keyboards, which leave a docked bar free.
    fileprivate func handheld(_ panel: PlannedScreen) -> HandheldScreen {
        HandheldScreen(
            size: panel.scale.logical(panel.size.reinterpreted()),
            reserved: docked(panel.bar, on: panel.size).union(panel.overscan).logical(at: panel.scale))
    }

    /// The edge that the bar covers at its place; none where it is not shown.
    fileprivate func docked(_ frame: Rect<OutputSpace>?, on size: Size<OutputSpace>) -> EdgeMargins {
        bar.flatMap { bar in frame.map { bar.reserved($0, on: size) } } ?? .none
    }

    fileprivate func layout(on screen: PlannedScreen, reserved: EdgeMargins) -> LogicalScreen {
        let output = screen.output
        var layout = LogicalScreen(
            name: output.id.name, size: output.size.reinterpreted(), scale: screen.scale,
            refreshMilliHertz: output.mode.refreshMilliHertz, physicalSize: output.description.physicalSize,
            identity: output.description.identity, reserved: reserved)
        layout.reservedFromFullscreen = isBarOverFullscreen ? screen.overscan : reserved
        layout.display = output
        layout.variesRefresh = screen.timing.variableRefresh != .off && output.description.canVaryRefresh
        return layout
    }
}

/// Which screens are blanked.
package enum BlankExtent: String, Hashable, Sendable, Codable, CaseIterable {
    case all, external
}
