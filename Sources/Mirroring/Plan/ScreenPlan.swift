package import Geometry

/// What is on each enabled output, and what is composed in memory only: the one value from which the applications'
/// layout, painting and input are derived.
///
/// Outputs are told apart by their ids; what an output is for is data. Invariants:
/// - The content has a place if and only if an output is in use.
/// - An application whose place is an output is that output's base, and is the base of no other.
/// - An output that is no copy shows a still or is away if and only if the content's place is behind it. A copy shows a still
///   if and only if what it copies does.
/// - A controller, the panel's or a copy, shows another output in use, whose base is the content or a still of it, or one that is
///   away; or it shows content that is spread beyond its own output.
package struct ScreenPlan: Hashable, Sendable {
    /// The outputs in use, and one that dropped out a moment ago.
    package internal(set) var screens: [OutputID: PlannedScreen] = [:]
    /// Where each application is composed; one that nobody can see has no place.
    package internal(set) var places: [HostedApplication: ApplicationPlace] = [:]
    /// The screen that each application is laid out for; an application without one keeps its last layout.
    package internal(set) var layouts: [HostedApplication: LogicalScreen] = [:]

    /// Whether the session is locked: the content's place shows a locker, and nothing is above it.
    package internal(set) var isLocked = false

    /// A plan without outputs: everything is parked.
    package init() {}

    /// The output in a role; of several the first by name.
    package func screen(in role: OutputRole) -> PlannedScreen? {
        screens.values.filter { $0.role == role }.min { $0.output.id.name < $1.output.id.name }
    }

    /// The output in the user's hands.
    package var panel: PlannedScreen? { screen(in: .panel) }

    /// The picture on the panel below the overlays; nil while the panel is disabled.
    package var panelBase: ScreenBase? { panel?.base }

    /// The output that shows the content itself, or a still of it; nil while the content is parked or in memory alone.
    package var contentScreen: PlannedScreen? { places[.content]?.output.flatMap { screens[$0] } }

    /// The output that dropped out a moment ago; nil while there is none.
    package var away: OutputID? { screens.values.first { $0.base == .away }?.output.id }

    /// The outputs that show a copy of what others see, by name.
    package var copies: [PlannedScreen] {
        screens.values.filter { $0.role == .copy }.sorted { $0.output.id.name < $1.output.id.name }
    }

    /// Whether there are displays and nothing can be seen on any.
    package var isDark: Bool { !screens.isEmpty && screens.values.allSatisfy { $0.isBlank || $0.isOff } }

    /// Whether there is an external whose glass shows something else than the content: black, a still or nothing.
    package var isExternalHidden: Bool {
        guard let external = screen(in: .external) else { return false }
        // Nothing is above a locker, black neither.
        return external.isOff || external.isBlank && !isLocked || external.base != .content
    }

    /// The outputs whose displays are turned off.
    package var off: Set<OutputID> { Set(screens.values.filter(\.isOff).map(\.output.id)) }

    /// The output whose viewers see a still; nil while there is none.
    package var frozen: OutputID? { screens.values.first { $0.base == .still && $0.role != .copy }?.output.id }

    /// What the controller on an output shows; nil where the output shows something else.
    package func controller(on id: OutputID) -> ControllerView? {
        screens[id].flatMap { $0.base == .controller ? $0.view : nil }
    }

    /// How positions on devices map to the content on its own screen.
    package var inputGeometry: InputGeometry {
        var geometry = geometryOfPanel { $0.viewport }
        for copy in copies { if let view = copy.view { geometry.addCopy(on: copy.output, view.fit) } }
        return geometry
    }

    /// The same were nothing zoomed, and without copies: these come and go beside what is held elsewhere.
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
        return InputGeometry(panel: surface, external: source.output, viewport(view))
    }
}

/// One output in use, and what it shows.
package struct PlannedScreen: Hashable, Sendable {
    package let output: EnabledOutput
    package let role: OutputRole
    /// The scale of an application that it shows.
    package let scale: Scale
    package let base: ScreenBase
    /// How the content's output is mapped onto this one for its controller, also while another base is shown; nil
    /// where no controller is possible.
    package let view: ControllerView?
    /// The place of the bar docked to it.
    package let bar: Rect<OutputSpace>?
    /// The edges that windows, or the controller, leave free.
    package let reserved: EdgeMargins
    /// The edges of those that the display cuts off.
    package let overscan: EdgeMargins
    /// The edges that a docked bar, on-screen keyboards and a pad of keys take, and those that the display cuts off: what the service
    /// places keeps clear of them.
    package let taken: EdgeMargins
    /// Whether it is black whatever it would show.
    package let isBlank: Bool
    /// Whether its display is turned off. What it would show goes on; the panel is then black as well, which nobody is to
    /// press.
    package let isOff: Bool
    /// When it shows frames, as far as the user lets it.
    package let timing: TimingChoice

    /// The picture's size as viewed.
    package var size: Size<OutputSpace> { output.size }

    /// What is free for what the service places; all of it where nothing would be.
    package var room: Rect<OutputSpace> {
        let room = taken.inset(size.bounds)
        return room.isEmpty ? size.bounds : room
    }

    /// Whether black covers what it shows; a still is black by itself, and what is away shows nothing.
    package var isCovered: Bool { isBlank && base != .still && base != .away }

    /// Whether a still is black; nil where no still is shown.
    var blankStill: Bool? { base == .still ? isBlank : nil }
}

/// The output that a controller shows, and the mapping between the two.
package struct ControllerView: Hashable, Sendable {
    /// The controller's own output where that shows content that is spread beyond it.
    package let source: OutputID
    /// The mapping that shows all of the output.
    package let fit: PanelViewport
    package let zoom: ControllerZoom

    /// The mapping in force.
    package var viewport: PanelViewport { fit.zoomed(zoom) }
    /// The zoom in force, with firm edges.
    package var settledZoom: ControllerZoom { fit.settled(zoom) }
}

/// Where an application is composed.
package enum ApplicationPlace: Hashable, Sendable {
    case output(OutputID)
    /// In memory, for controllers and other readers, while this output shows a still or is away: it goes on as if it were
    /// shown there.
    case behind(OutputID)
    /// In memory, at a size larger than this output, whose controller shows it.
    case spread(OutputID, Size<OutputSpace>)
    /// On no output: in memory, for readers such as a picture in picture.
    case memory(Size<OutputSpace>)

    /// The output that the application belongs to.
    package var output: OutputID? {
        switch self {
        case .output(let id), .behind(let id), .spread(let id, _): id
        case .memory: nil
        }
    }

    /// The size at which it is composed where that is larger than the output.
    var spread: Size<OutputSpace>? {
        if case .spread(_, let size) = self { size } else { nil }
    }
}
