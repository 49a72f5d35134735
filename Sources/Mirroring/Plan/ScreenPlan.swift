package import Geometry

/// The plan of each enabled output's picture, and of what is composed only in memory.
///
/// The applications' layout, painting and input are derived from this one value. Outputs are told apart by their ids;
/// the role of an output is data. Invariants:
/// - The content has a place if and only if an output is in use.
/// - An application whose place is an output is the base of this output and of no other.
/// - The panel's controller shows the controlled application, and all other controllers show the content.
/// - An output that is no copy shows a still or is away if and only if the content's place is behind it, or the content is
///   spread over several displays. A copy or a part shows a still if and only if it is frozen.
/// - A controller, the panel's or a copy, shows another output in use, or content that is spread beyond the
///   controller's own output. The base of the other output is the content or a still of it, an application of its own,
///   or the output is away. While the session is locked, all controllers show the content.
package struct ScreenPlan: Hashable, Sendable {
    /// The outputs in use, and an output that disconnected a moment ago.
    package internal(set) var screens: [OutputID: PlannedScreen] = [:]
    /// Where each application is composed; an application that nobody can see has no place.
    package internal(set) var places: [HostedApplication: ApplicationPlace] = [:]
    /// The screen that each application is laid out for; an application without one keeps its last layout.
    package internal(set) var layouts: [HostedApplication: LogicalScreen] = [:]

    /// The application that the panel's controller shows, or would show.
    package internal(set) var controlled = HostedApplication.content

    /// Whether the session is locked, so that the content's place shows a locker with nothing above it.
    package internal(set) var isLocked = false

    /// Whether black covers the content beside the panel, and so all that copies and controllers show of it.
    package internal(set) var isContentBlank = false

    /// A plan without outputs: everything is parked.
    package init() {}

    /// The output in a role, or the first such output by name.
    package func screen(in role: OutputRole) -> PlannedScreen? {
        screens.values.filter { $0.role == role }.min { $0.output.id.name < $1.output.id.name }
    }

    /// The output in the user's hands.
    package var panel: PlannedScreen? { screen(in: .panel) }

    /// The picture on the panel below the overlays, or nil while the panel is disabled.
    package var panelBase: ScreenBase? { panel?.base }

    /// The output that shows the content or a still of it, or nil while the content is parked or only in memory.
    package var contentScreen: PlannedScreen? { places[.content]?.output.flatMap { screens[$0] } }

    /// The applications that have a place or a layout.
    package var applications: Set<HostedApplication> { Set(places.keys).union(layouts.keys) }

    /// The display beside the panel that the panel's controller shows, or would show; nil without one.
    package var controlledScreen: PlannedScreen? {
        guard let panel, let source = panel.view?.source, source != panel.output.id else { return nil }
        return screens[source]
    }

    /// The display that the panel controls, or else the external.
    package var controlledOrExternal: PlannedScreen? { controlledScreen ?? screen(in: .external) }

    /// The output whose picture of the content the panel's controller shows, or would show instead of another application's.
    package var mirroredOutput: OutputID? {
        if controlled == .content { return panel?.view?.source }
        return contentScreen.flatMap { $0.role == .panel ? nil : $0.output.id }
    }

    /// The application that a controller of an output shows.
    package func application(on id: OutputID) -> HostedApplication {
        screens[id]?.base == .own ? applicationOfItsOwn(on: id) ?? .content : .content
    }

    private func applicationOfItsOwn(on id: OutputID) -> HostedApplication? {
        places.first { $0.value == .output(id) }?.key
    }

    /// The outputs with applications of their own, by name.
    package var own: [PlannedScreen] {
        screens.values.filter { $0.role == .own }.sorted { $0.output.id.name < $1.output.id.name }
    }

    /// The output that disconnected a moment ago, or nil while there is none.
    package var away: OutputID? { screens.values.first { $0.base == .away }?.output.id }

    /// The outputs that show a copy or a part of another output's picture, or a controller of it beside the panel's, by name.
    package var copies: [PlannedScreen] {
        screens.values.filter(\.role.isBesideExternal).sorted { $0.output.id.name < $1.output.id.name }
    }

    /// Whether an output shows a part of content that is spread over a row of displays.
    package func isPart(_ id: OutputID) -> Bool {
        guard case .spread(let carrier, _)? = places[.content], let role = screens[id]?.role else { return false }
        return role == .part || role == .external && carrier == id
    }

    /// The displays in use as tools see them: the panel, the external, then those of their own and copies by name.
    package var displays: [ShownDisplay] {
        let shown = [OutputRole.panel, .external].compactMap(screen(in:)) + own + copies
        return shown.filter { $0.base != .away }.map { screen in
            let content: Rect<OutputSpace>? =
                switch screen.base {
                case .controller where screen.view.map { application(on: $0.source) } != .content: nil
                case .controller: screen.view?.viewport.frame.reinterpreted()
                case .content, .still: screen.size.bounds
                case .application, .own, .away: nil
                }
            return ShownDisplay(screen: LogicalScreen(screen), content: content)
        }
    }

    /// Whether there are no displays for applications that may be seen.
    package var isParked: Bool { screens.isEmpty && !isLocked }

    /// Whether there are displays, and nothing is visible on any of them.
    package var isDark: Bool { !screens.isEmpty && screens.values.allSatisfy { $0.isBlank || $0.isOff } }

    /// The outputs beside the panel that show black, a still or nothing instead of the content.
    package var hidden: Set<OutputID> {
        let hidden = screens.values.filter { screen in
            // Nothing is above a locker, not even black.
            screen.role != .panel
                && (screen.isOff || screen.isBlank && !isLocked || screen.base == .still || screen.base == .away)
        }
        return Set(hidden.map(\.output.id))
    }

    /// The size of the picture that the overlays of a role are above, or nil while no output has the role.
    ///
    /// For content that is spread over a row of displays, the size is that of the whole row.
    package func canvas(of role: OutputRole) -> Size<OutputSpace>? {
        guard let screen = screen(in: role) else { return nil }
        guard role == .external, case .spread(screen.output.id, let size)? = places[.content] else {
            return screen.size
        }
        return size
    }

    /// The outputs whose displays are turned off.
    package var off: Set<OutputID> { Set(screens.values.filter(\.isOff).map(\.output.id)) }

    /// The outputs that are black, by name.
    package var blank: [OutputID] { screens.values.filter(\.isBlank).map(\.output.id).sorted { $0.name < $1.name } }

    /// The outputs that keep their last picture, by name.
    package var frozen: [OutputID] { screens.values.filter(\.isFrozen).map(\.output.id).sorted { $0.name < $1.name } }

    /// The view of the controller on an output, or nil where the output shows something else.
    package func controller(on id: OutputID) -> ControllerView? {
        screens[id].flatMap { $0.base == .controller ? $0.view : nil }
    }

    /// The mapping of positions on devices to the content on its own screen.
    package var inputGeometry: InputGeometry {
        var geometry = geometryOfPanel { $0.viewport }
        guard controlled == .content else { return geometry }
        for copy in copies { if let view = copy.view { geometry.addCopy(on: copy.output, view.fit) } }
        return geometry
    }

    /// The mapping of positions on the panel to the whole of the content while another application is controlled, for
    /// overlays that show the content.
    package var contentGeometry: InputGeometry {
        guard let panel, let size = layouts[.content]?.size else { return .parked }
        return InputGeometry(
            panel: InputSurface(panel.output), PanelViewport(panel: panel.size.reinterpreted(), external: size))
    }

    /// The input geometry without zoom and without copies, which change without disturbing held input.
    var fittedGeometry: InputGeometry { geometryOfPanel { $0.fit } }

    private func geometryOfPanel(_ viewport: (ControllerView) -> PanelViewport) -> InputGeometry {
        guard let panel else { return .parked }
        let surface = InputSurface(panel.output)
        if let view = panel.view, view.source == panel.output.id {
            return InputGeometry(panel: surface, viewport(view))
        }
        guard let view = panel.view, let source = screens[view.source] else {
            let size = panel.size
            let identity = PanelViewport(panel: size.reinterpreted(), external: size.reinterpreted())
            return InputGeometry(panel: surface, identity)
        }
        var geometry = InputGeometry(panel: surface, external: source.output, viewport(view))
        // An external in a row of displays shows a part.
        if let part = source.view { geometry.addCopy(on: source.output, part.fit) }
        return geometry
    }
}

/// One output in use, and what it shows.
package struct PlannedScreen: Hashable, Sendable {
    package let output: EnabledOutput
    package let role: OutputRole
    /// The scale of an application that the output shows.
    package let scale: Scale
    package let base: ScreenBase
    /// The mapping of the content's output onto this output's controller, or nil where no controller is possible.
    ///
    /// The mapping is present even while the output shows another base.
    package let view: ControllerView?
    /// The place of the bar that is docked to the output.
    package let bar: Rect<OutputSpace>?
    /// The edges that windows or the controller leave free.
    package let reserved: EdgeMargins
    /// The edges that the display cuts off, which are part of the reserved edges.
    package let overscan: EdgeMargins
    /// The edges that pictures of the service keep clear of.
    ///
    /// A docked bar, on-screen keyboards and a pad of keys take these edges, or the display cuts them off.
    package let taken: EdgeMargins
    /// Whether the output is black, regardless of its base.
    package let isBlank: Bool
    /// Whether the output's display is turned off.
    ///
    /// The base goes on meanwhile. A panel that is off is also black, so that presses reach nothing unseen.
    package let isOff: Bool
    /// Whether viewers of the output keep their last picture, which black may cover.
    package let isFrozen: Bool
    /// When the output shows frames, as far as the user allows.
    package let timing: TimingChoice

    /// The picture's size as viewed.
    package var size: Size<OutputSpace> { output.size }

    /// The area that is free for pictures of the service, or the whole output where nothing is free.
    package var room: Rect<OutputSpace> {
        let room = taken.inset(size.bounds)
        return room.isEmpty ? size.bounds : room
    }

    /// Whether black covers the base; a still is black by itself, and an output that is away shows nothing.
    package var isCovered: Bool { isBlank && base != .still && base != .away }

    /// Whether a still is black, or nil where no still is shown.
    var blankStill: Bool? { base == .still ? isBlank : nil }
}

/// The output that a controller shows, and the mapping between the two.
package struct ControllerView: Hashable, Sendable {
    /// The output that the controller shows, which is the controller's own output for spread content.
    package let source: OutputID
    /// The mapping that shows the whole output.
    package let fit: PanelViewport
    package let zoom: ControllerZoom

    /// The mapping in force.
    package var viewport: PanelViewport { zoom == .fit ? fit : fit.zoomed(zoom) }
    /// The zoom in force, with firm edges.
    package var settledZoom: ControllerZoom { fit.settled(zoom) }
}

/// Where an application is composed.
package enum ApplicationPlace: Hashable, Sendable {
    case output(OutputID)
    /// In memory, for controllers and other readers, while this output shows a still or is away.
    ///
    /// The application goes on as if the output showed it.
    case behind(OutputID)
    /// In memory, at a size larger than this output, whose controller shows the application or a part of it.
    case spread(OutputID, Size<OutputSpace>)
    /// In memory and on no output, for readers such as a picture in picture.
    case memory(Size<OutputSpace>)

    /// The output that the application belongs to.
    package var output: OutputID? {
        switch self {
        case .output(let id), .behind(let id), .spread(let id, _): id
        case .memory: nil
        }
    }

    /// The size at which the application is composed if it is larger than the output, or nil.
    var spread: Size<OutputSpace>? {
        if case .spread(_, let size) = self { size } else { nil }
    }
}
