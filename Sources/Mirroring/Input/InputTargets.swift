package import Geometry

/// What lies on the panel, for hit testing: its base, the overlays above it, and its mapping to the content.
package struct InputTargets {
    /// The mapping of positions to the content on its own screens.
    package var geometry: InputGeometry
    /// The application that the panel shows directly or through the controller, unless it shows the panel application.
    package var controlled = HostedApplication.content
    /// The mapping of the panel to the content while another application is controlled.
    package var contentGeometry = InputGeometry.parked
    /// The panel's base below the overlays, or nil while the panel is disabled.
    package var base: ScreenBase?
    package var areas: [OverlayID: OverlayArea]
    /// Whether nothing is visible on any screen, so that all input only makes the screens visible.
    package var isDark = false
    /// The outputs beside the panel on which black, a still or nothing is in front of the content.
    ///
    /// Input on the glass of these outputs does nothing. A user who sees the content elsewhere can still use it there.
    package var hidden: Set<OutputID> = []

    package init(
        geometry: InputGeometry = .parked, base: ScreenBase? = nil, areas: [OverlayID: OverlayArea] = [:]
    ) {
        self.geometry = geometry
        self.base = base
        self.areas = areas
    }

    /// The target under a point of the panel: the overlays from the top down, then the base.
    func target(at point: Point<PanelSpace>) -> InputTarget {
        for (id, area) in areas.sorted(by: { $0.key > $1.key }) {
            if area.own.contains(point) { return .overlay(id) }
            // On-screen keyboards serve the controlled application; pictures show the content.
            if area.forwarded.contains(point) {
                return .application(area.source == nil ? .content : controlled, via: id)
            }
        }
        return application.map { .application($0) } ?? .nobody
    }

    /// The target of a mouse that moves on the external without an overlay of the panel in its way.
    var targetOnExternal: InputTarget { isDark ? .nobody : application.map { .application($0) } ?? .nobody }

    /// The target of a device tied to an output beside the panel.
    func target(beside output: DeviceOutput) -> InputTarget { hides(output) ? .nobody : .application(controlled) }

    /// Whether devices tied to outputs beside the panel reach nothing, whichever output each is tied to.
    var hidesContentBesidePanel: Bool {
        let outputs = geometry.besidePanel
        return isDark || !outputs.isEmpty && outputs.allSatisfy(hidden.contains)
    }

    /// Whether black covers the panel.
    var isPanelBlack: Bool { areas[.blank] != nil }

    /// Whether devices that lie on an output reach nothing because the output is not visible.
    func hides(_ output: DeviceOutput) -> Bool {
        switch output {
        case .panel: isDark || isPanelBlack
        case .external: isDark || geometry.external.map(hidden.contains) ?? false
        case .copy(let id): isDark || hidden.contains(id)
        case .nowhere: false
        }
    }

    /// Whether an application is not visible.
    func hides(_ choice: HostedApplication) -> Bool { isDark || choice == .application && isPanelBlack }

    /// The application whose picture is the panel's base, directly or through the controller.
    package var application: HostedApplication? {
        switch base {
        case nil: nil
        case .content, .controller, .own, .still, .away: controlled
        case .application: .application
        }
    }

    /// These targets with no overlays but the controller's own view and the black of a dark panel.
    package var locked: InputTargets {
        var rest = self
        rest.areas = areas.filter { [.view, .blank].contains($0.key) }
        return rest
    }

    /// Whether the pointer moves on the panel and not on the external.
    var hasPointer: Bool { base == .content || base == .application || modal != nil }

    /// The overlay that keys and mice belong to, or nil while there is none or none is visible.
    var modal: OverlayID? { isPanelBlack ? nil : areas.filter(\.value.isModal).keys.max() }

    /// The point of the panel under a position on a device mounted on it, or nil while there is no panel.
    func panelPoint(at position: DevicePosition) -> Point<PanelSpace>? {
        guard position.x.isFinite, position.y.isFinite else { return nil }
        return geometry.panel?.point(at: position, in: PanelSpace.self)
    }

    /// The panel's size as viewed, or nil while there is no panel.
    var panelSize: Size<PanelSpace>? { geometry.panel.map { $0.transform.inverse.apply(to: $0.scanoutSize) } }

    /// The mapping of positions to an application, through the overlay that shows the application, if any.
    func geometry(of choice: HostedApplication, via overlay: OverlayID? = nil) -> InputGeometry {
        switch choice {
        case .content, .display:
            let whole = choice == controlled ? geometry : choice == .content ? contentGeometry : .parked
            guard let place = overlay.flatMap({ areas[$0]?.place }), !place.isEmpty else { return whole }
            return whole.shown(at: place)
        case .application:
            guard let panel = geometry.panel, let size = panelSize else { return .parked }
            return InputGeometry(panel: panel, PanelViewport(panel: size, external: size.reinterpreted()))
        }
    }

    /// What a position on a device of `output` hits in a target.
    func hit(_ position: DevicePosition, from output: DeviceOutput, on target: InputTarget) -> InputHit {
        if output == .panel { return panelPoint(at: position).map { hit($0, on: target) } ?? .nowhere }
        guard case .application(let choice, let overlay) = target else { return .nowhere }
        return geometry(of: choice, via: overlay).hit(position, on: output)
    }

    /// What a point of the panel hits in a target.
    func hit(_ point: Point<PanelSpace>, on target: InputTarget) -> InputHit {
        guard case .application(let choice, let overlay) = target else { return .nowhere }
        if let panelSize, let area = overlay.flatMap({ areas[$0] }), let source = area.source {
            let part = PanelViewport(panel: panelSize, external: source.size, frame: area.place)
            return part.hit(at: point).offset(by: source)
        }
        return geometry(of: choice, via: overlay).hit(at: point)
    }
}

/// The points of the panel that belong to an overlay.
package struct OverlayArea {
    /// The points where presses belong to the overlay itself.
    package var own: Region<PanelSpace>
    /// The points where presses go to the root content that the overlay shows.
    package var forwarded: Region<PanelSpace>
    /// The place of the content's whole screen in the overlay, through which forwarded positions are mapped.
    package var place: Rect<PanelSpace>
    /// The part of the content's space that `place` shows, or nil for the whole screen.
    package var source: Rect<ContentSpace>?
    /// Whether keys go to the overlay, and mice move on the panel even while the panel shows a controller.
    package var isModal: Bool

    package init(
        own: Region<PanelSpace>, forwarded: Region<PanelSpace> = Region(), place: Rect<PanelSpace> = .zero,
        source: Rect<ContentSpace>? = nil, isModal: Bool = false
    ) {
        self.own = own
        self.forwarded = forwarded
        self.place = place
        self.source = source
        self.isModal = isModal
    }
}
