import Geometry

/// The panel's layout for hit testing.
package struct InputGround {
    /// How positions map to the content on its own screens.
    package var geometry: InputGeometry
    /// The panel's base below the overlays; nil while the panel is disabled.
    package var base: PanelBase?
    package var areas: [OverlayID: OverlayArea]

    package init(
        geometry: InputGeometry = .parked, base: PanelBase? = nil, areas: [OverlayID: OverlayArea] = [:]
    ) {
        self.geometry = geometry
        self.base = base
        self.areas = areas
    }

    /// What is under a point of the panel.
    func hit(_ point: Point<PanelSpace>) -> PanelHit {
        for (id, area) in areas.sorted(by: { $0.key > $1.key }) {
            if area.own.contains(point) { return .overlay(id) }
            if area.forwarded.contains(point) { return .forwarded(id) }
        }
        return application.map(PanelHit.base) ?? .nowhere
    }

    /// The application whose picture is the panel's base, directly or through the controller.
    package var application: PanelForeground.Choice? {
        switch base {
        case nil: nil
        case .content, .controller: .content
        case .application: .application
        }
    }

    /// Whether the pointer moves on the panel itself, not on the external.
    var hasPointer: Bool { base == .content || base == .application }

    /// The panel as seen by devices that are mounted on it.
    var panel: InputSurface? {
        switch geometry {
        case .parked: nil
        case .panel(let panel, _), .mirrored(let panel, _, _): panel
        }
    }

    /// How positions map to the content: through the overlay that shows and forwards it, if there is one.
    package var contentGeometry: InputGeometry {
        let forwarding = areas.sorted { $0.key > $1.key }.first { !$0.value.forwarded.isEmpty }
        guard let place = forwarding?.value.place, !place.isEmpty else { return geometry }
        return geometry.shown(at: place)
    }

    /// How positions map to the panel application.
    package var applicationGeometry: InputGeometry {
        guard let panel else { return .parked }
        let size = panel.transform.inverse.apply(to: panel.scanoutSize) as Size<PanelSpace>
        return .panel(panel, PanelViewport(panel: size, external: size.reinterpreted()))
    }
}

/// What is under a point of the panel.
enum PanelHit: Hashable, Sendable {
    case overlay(OverlayID)
    /// The content as an overlay shows it.
    case forwarded(OverlayID)
    case base(PanelForeground.Choice)
    case nowhere
}

extension InputGeometry {
    /// The same geometry with the whole of the content's screen shown in a rectangle of the panel.
    func shown(at place: Rect<PanelSpace>) -> InputGeometry {
        switch self {
        case .parked: .parked
        case .panel(let panel, let viewport): .panel(panel, viewport.shown(at: place))
        case .mirrored(let panel, let external, let viewport):
            .mirrored(panel: panel, external: external, viewport.shown(at: place))
        }
    }
}
