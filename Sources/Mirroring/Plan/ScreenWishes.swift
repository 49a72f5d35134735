package import Geometry

/// What the user and the configuration want on the screens, regardless of the outputs.
package struct ScreenWishes: Hashable, Sendable {
    package var foreground = PanelForeground()
    /// The bar docked to an edge, or nil while there is none.
    package var bar: BarDock?
    /// The screens to blank, or nil for none.
    package var blank: BlankExtent?
    /// The displays beside the panel that are black by themselves, whatever the others show.
    package private(set) var blankAlone: Set<OutputID> = []
    /// The outputs whose displays tools have turned off.
    package var off: Set<OutputID> = []
    /// Whether a panel beside an external should be dark, because nobody has touched it for a while.
    package var isPanelLeft = false
    /// The stages of idleness in force that turn off the panel or the external.
    package var idle: Set<IdleStage> = []
    /// The external that keeps its last picture while the content goes on, or nil for none.
    ///
    /// The displays that show copies and parts of this external are frozen with it, and no other external is.
    package var frozen: OutputID?
    /// The displays beside the panel that keep their last picture by themselves, whatever the others show.
    package private(set) var frozenAlone: Set<OutputID> = []
    /// The output with the external's role, or nil for none; it keeps the external's scale where it serves alone.
    package var external: OutputID?
    /// The outputs that show parts of the content beside the external's part.
    package var parts: Set<OutputID> = []
    /// The outputs beside the panel that are controllers too.
    package var controllers: Set<OutputID> = []
    /// The application that the panel controls where a display shows it, or nil for the content.
    package var controlled: Int?
    /// The settings made by hand for displays.
    package var choices = DisplayChoices()
    /// Whether the session is locked: every screen shows the locker or its snapshot, without overlays.
    package var isLocked = false
    /// The controller's zoom.
    package var zoom = ControllerZoom.fit
    /// The edges of the panel that on-screen keyboards take, in the panel's pixels.
    package var keyboard = EdgeMargins.none
    /// The edges of the panel that tools' surfaces on it take, in the panel's pixels.
    package var layers = EdgeMargins.none
    /// The edges of the panel that a pad of keys takes, in the panel's pixels.
    package var keyPad = EdgeMargins.none
    /// The height of the timer's strip at the upper edge of the panel application, in the panel's pixels.
    package var timerStrip = 0
    /// The least area in which no window of the content needs to be scaled down.
    package var leastArea = Size<LogicalSpace>.zero
    private var panelScale: Scale?
    private var externalScale: ExternalScale?
    private var maximumControllerScale = 1.0
    private var isBarOverFullscreen = false
    private var externalRefresh: VariableRefresh?
    private var allowsTearing = false
    private var externalOverscan: Int?
    private var rowOrder: [OutputID] = []

    package init(configuration: Configuration = Configuration()) {
        use(configuration)
    }

    /// Applies a configuration's settings for screens.
    package mutating func use(_ configuration: Configuration) {
        panelScale = configuration.panel.scale
        externalScale = configuration.external.scale
        maximumControllerScale = configuration.controller.maximumScale
        isBarOverFullscreen = configuration.hud.isOverFullscreen
        externalRefresh = configuration.external.variableRefresh
        allowsTearing = configuration.external.allowsTearing
        externalOverscan = configuration.external.overscanPercent
        rowOrder = configuration.external.row
    }

    /// Shows what was dark because the user was away, and the panel in any case.
    package mutating func wake(_ panel: OutputID?) {
        if blank == .all { blank = nil }
        if let panel { off.remove(panel) }
        isPanelLeft = false
        idle = []
    }

    /// Blanks one of the displays `all` beside the panel, or shows the content on it; the others stay as they are.
    package mutating func blank(_ id: OutputID, _ isBlank: Bool, among all: Set<OutputID>) {
        guard !isBlank else { return _ = blankAlone.insert(id) }
        if blank != nil { blankAlone.formUnion(all) }
        blank = nil
        blankAlone.remove(id)
    }

    /// Freezes one of the displays `all` beside the panel, or shows the content on it; the others stay as they are.
    package mutating func freeze(_ id: OutputID, _ isFrozen: Bool, among all: Set<OutputID>) {
        guard !isFrozen else { return _ = frozenAlone.insert(id) }
        if frozen != nil { frozenAlone.formUnion(all) }
        frozen = nil
        frozenAlone.remove(id)
    }

    /// Ends the freezing of all displays.
    package mutating func thaw() {
        (frozen, frozenAlone) = (nil, [])
    }

    /// Ends the blanking of all screens.
    package mutating func unblank() {
        (blank, blankAlone) = (nil, [])
    }

    /// Forgets what was wanted of single displays, except of those that may still be black or frozen by themselves.
    package mutating func keep(blank: Set<OutputID>, frozen: Set<OutputID>) {
        blankAlone.formIntersection(blank)
        frozenAlone.formIntersection(frozen)
    }

    /// Whether a display beside the panel keeps its last picture while the content is on `carrier`.
    fileprivate func freezes(_ id: OutputID, besides carrier: EnabledOutput) -> Bool {
        frozen == carrier.id || frozenAlone.contains(id)
    }

    /// The wishes that remain while the session is locked.
    fileprivate var whileLocked: ScreenWishes {
        guard isLocked else { return self }
        var rest = self
        rest.foreground = PanelForeground()
        rest.thaw()
        rest.blankAlone = []
        (rest.keyPad, rest.layers, rest.controlled) = (.none, .none, nil)
        return rest
    }

    /// Whether an output's display should be off.
    ///
    /// Blanking only the external leaves its display on, so that the audience keeps a signal.
    fileprivate func isOff(_ id: OutputID, as role: OutputRole, isAlone: Bool) -> Bool {
        switch role {
        case _ where blank == .all || off.contains(id): true
        case .panel: idle.contains(.panelOff) || isPanelLeft && !isAlone
        case .controller: idle.contains(.panelOff)
        case .external, .own, .copy, .part: idle.contains(.externalOff)
        case .spare: false
        }
    }
}

/// A bar along an edge of the output in a role; the bar waits while no output has the role.
package struct BarDock: Hashable, Sendable {
    package var role: OutputRole
    /// Whether the bar is at the top edge rather than the bottom edge.
    package var isAtTop: Bool
    /// The width in pixels, or nil for the whole edge.
    package var width: Int?
    /// The height in pixels, or nil for the output's default height.
    package var height: Int?

    package init(role: OutputRole, isAtTop: Bool, width: Int? = nil, height: Int? = nil) {
        self.role = role
        self.isAtTop = isAtTop
        self.width = width
        self.height = height
    }

    /// The bar's place on an output, within the edges that the display cuts off.
    ///
    /// `size` is that of the picture that the output shows, or a part of.
    func frame(
        on output: EnabledOutput, of size: Size<OutputSpace>, within overscan: EdgeMargins
    ) -> Rect<OutputSpace> {
        let screen = overscan.inset(size.bounds)
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
    /// The plan for content placed at `placement`, for copies of the content's output, and for outputs with applications
    /// of their own, which show the content's output too while the session is locked.
    package init(
        _ placement: ContentPlacement, copies: [EnabledOutput] = [], own: [OwnOutput] = [], _ wishes: ScreenWishes
    ) {
        self.init()
        isLocked = wishes.isLocked
        let wishes = wishes.whileLocked
        guard let panel = placement.panel, let carrier = placement.contentOutput else { return }
        let isAlone = carrier.id == panel.id
        let other = own.first { $0.application == wishes.controlled }
        controlled = other.map { .display($0.application) } ?? .content
        let base = wishes.foreground.base(under: placement, controlsOther: other != nil) ?? .content
        let spread = isAlone && base == .content ? wishes.spread(on: panel) : nil
        let row = isAlone ? nil : wishes.row(of: carrier, copies)
        let shown = isAlone ? spread : row?.size ?? carrier.size.reinterpreted()
        screens[panel.id] = wishes.screen(
            panel, as: .panel, base: spread == nil ? base : .controller,
            source: other.map { ShownSource(id: $0.output.id, size: $0.output.size.reinterpreted()) }
                ?? shown.map { ShownSource(id: carrier.id, size: $0) },
            isAlone: isAlone && own.isEmpty)
        let isFrozen = wishes.freezes(carrier.id, besides: carrier)
        // Black above the content would be in the copies of it too.
        let isBlankAlone = row == nil && wishes.blank == nil && wishes.blankAlone.contains(carrier.id)
        let carried: ScreenBase =
            if case .held = placement { .away } else { isFrozen || isBlankAlone ? .still : .content }
        if !isAlone {
            screens[carrier.id] = wishes.screen(
                carrier, as: .external, base: row != nil && carried == .content ? .controller : carried,
                source: row.map { ShownSource(id: carrier.id, size: $0.size, part: $0[carrier.id]) },
                controlledOn: panel, isFrozen: isFrozen)
            isContentBlank = wishes.blank != nil && screens[carrier.id]?.isCovered == true
        }
        for copy in copies {
            let part = row?[copy.id]
            let source = ShownSource(id: carrier.id, size: shown ?? carrier.size.reinterpreted(), part: part)
            let isController = wishes.controllers.contains(copy.id)
            let isFrozen = !isController && wishes.freezes(copy.id, besides: carrier)
            screens[copy.id] = wishes.screen(
                copy, as: isController ? .controller : part == nil ? .copy : .part,
                base: isFrozen ? .still : .controller, source: source,
                isAlone: isAlone, isFrozen: isFrozen)
        }
        for display in own {
            let (id, application) = (display.output.id, HostedApplication.display(display.application))
            let screen = wishes.screen(
                display.output, as: .own, base: isLocked ? .controller : .own,
                source: isLocked ? ShownSource(id: carrier.id, size: shown ?? carrier.size.reinterpreted()) : nil,
                controlledOn: panel)
            screens[id] = screen
            if !isLocked { places[application] = .output(id) }
            layouts[application] = wishes.layout(on: screen, reserved: screen.reserved)
        }
        let isBehind = !isAlone && carried != .content
        let isCovered = isAlone && (wishes.foreground.choice == .application || other != nil)
        places[.content] =
            isCovered ? .memory(panel.size) : isBehind ? .behind(carrier.id) : .output(carrier.id)
        if wishes.foreground.choice == .application { places[.application] = .output(panel.id) }
        // Keyboards on the application's own screen are its tools, for which the application itself makes room.
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
            // Docked bars are beside the controller.
            layouts[.content]?.reserved = .none
            layouts[.content]?.reservedFromFullscreen = .none
        }
        if let row {
            places[.content] = .spread(carrier.id, row.size.reinterpreted())
            layouts[.content]?.spread(over: row.size)
        }
        let handheld = screens[panel.id].map(wishes.handheld)
        if shown != nil { layouts[.content]?.handheld = handheld }
        for display in own { layouts[.display(display.application)]?.handheld = handheld }
    }
}

/// The source of a controller: an output, and the size of the content there.
private struct ShownSource {
    let id: OutputID
    let size: Size<ContentSpace>
    /// The view of a display in a row, which shows a part.
    var part: PanelViewport?
}

extension ScreenWishes {
    /// The plan of one output.
    ///
    /// `source` is what the output's controller can show, if any. `panel` is the output that controls this one.
    fileprivate func screen(
        _ output: EnabledOutput, as role: OutputRole, base: ScreenBase, source: ShownSource? = nil,
        controlledOn panel: EnabledOutput? = nil, isAlone: Bool = false, isFrozen: Bool = false
    ) -> PlannedScreen {
        let bar = bar.flatMap { $0.role == role ? $0 : nil }
        let overscan = overscan(of: output, as: role)
        let canvas = role == .external ? source?.size.reinterpreted() ?? output.size : output.size
        let frame = bar?.frame(on: output, of: canvas, within: overscan)
        let docked = docked(frame, on: canvas).union(overscan)
        let isInHands = source != nil && role == .panel
        let taken = role == .panel ? docked.union(keyboard).union(keyPad).union(layers) : docked
        let reserved = isInHands ? taken : docked
        let isOff = isOff(output.id, as: role, isAlone: isAlone)
        let isBlank =
            switch role {
            case .panel: isOff
            // Black above the content is in the controller too, as on the panel.
            case .controller: false
            case .external, .own, .copy, .part, .spare: blank == .external || blankAlone.contains(output.id)
            }
        let view = source.map { source in
            ControllerView(
                source: source.id,
                fit: source.part
                    ?? fit(
                        source.size, on: output, margins: reserved,
                        maximumScale: isInHands || role == .controller ? maximumControllerScale : .infinity),
                zoom: isInHands ? zoom : .fit)
        }
        return PlannedScreen(
            output: output, role: role,
            scale: panel.map { scale(of: output, controlledOn: $0) } ?? scale(ofLone: output),
            base: base, view: view, bar: frame, reserved: reserved, overscan: overscan, taken: taken,
            isBlank: blank == .all || isBlank, isOff: isOff, isFrozen: isFrozen, timing: timing(of: output, as: role))
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

    /// The scale of an output that no other output controls: the panel, or an external that serves alone.
    private func scale(ofLone output: EnabledOutput) -> Scale {
        output.id == external ? scale(of: output, controlledOn: nil) : scale(ofPanel: output)
    }

    private func scale(ofPanel panel: EnabledOutput) -> Scale {
        choices.value(\.scale, of: panel.description, configured: panelScale)
            ?? ScaleChoice.scale(of: panel, role: .panel)
    }

    /// The scale of the external, regardless of keyboards and bars on the panel, which come and go.
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

    /// The scale at which an external can be read from across a room, where it is a television for which the configuration says
    /// none; nil otherwise.
    package func distantScale(of external: EnabledOutput) -> Scale? {
        guard externalScale == nil, choices.rules.value(\.settings.scale, of: external.description) == nil else {
            return nil
        }
        return ScaleChoice.distantScale(of: external)
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

    /// The size for content on the panel alone, if a window of the content cannot be as small as the panel.
    ///
    /// The size is larger than the panel and has the shape of the area that a docked bar leaves free. The size is nil
    /// where all windows fit.
    fileprivate func spread(on panel: EnabledOutput) -> Size<ContentSpace>? {
        let overscan = overscan(of: panel, as: .panel)
        let frame = bar.flatMap { $0.role == .panel ? $0.frame(on: panel, of: panel.size, within: overscan) : nil }
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

    /// How many times as wide as the panel content may be laid out; larger windows are scaled down.
    private static let largestSpread = 4.0

    /// The row of displays that the content on `carrier` is spread over, or nil while the content has one display.
    ///
    /// The displays lie in the configured order, and then by name, the content's own before the others.
    fileprivate func row(of carrier: EnabledOutput, _ copies: [EnabledOutput]) -> DisplayRow? {
        let displays = [carrier] + copies.filter { parts.contains($0.id) && !controllers.contains($0.id) }
        let named = rowOrder.compactMap { id in displays.first { $0.id == id } }
        return DisplayRow(named + displays.filter { !rowOrder.contains($0.id) }, height: carrier.size.height)
    }

    /// The panel as the screen for on-screen keyboards, which leave a docked bar free.
    fileprivate func handheld(_ panel: PlannedScreen) -> HandheldScreen {
        HandheldScreen(
            size: panel.scale.logical(panel.size.reinterpreted()),
            reserved: docked(panel.bar, on: panel.size).union(panel.overscan).logical(at: panel.scale),
            pixelsPerMillimetre: panel.output.knownPixelsPerMillimetre.map { $0 / panel.scale.factor })
    }

    /// The edge that the bar covers at its place, or none where the bar is not shown.
    fileprivate func docked(_ frame: Rect<OutputSpace>?, on size: Size<OutputSpace>) -> EdgeMargins {
        bar.flatMap { bar in frame.map { bar.reserved($0, on: size) } } ?? .none
    }

    fileprivate func layout(on screen: PlannedScreen, reserved: EdgeMargins) -> LogicalScreen {
        var layout = LogicalScreen(screen)
        layout.reserved = reserved
        layout.reservedFromFullscreen = isBarOverFullscreen ? screen.overscan : reserved
        return layout
    }
}

/// Which screens are blanked.
package enum BlankExtent: String, Hashable, Sendable, Codable, CaseIterable {
    case all, external
}
