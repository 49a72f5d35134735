package import Geometry

/// How positions on absolute devices map to the content.
package enum InputGeometry: Hashable, Sendable {
    /// The content is on no display: positions lead nowhere.
    case parked
    /// The panel shows the content itself.
    case panel(InputSurface, PanelViewport)
    /// The external shows the content, the panel its snapshot.
    case mirrored(panel: InputSurface, external: InputSurface, PanelViewport)

    /// The geometry for content at `placement`. The controller's snapshot is never magnified past `maximumScale` and
    /// keeps clear of the panel's margins.
    package init(_ placement: ContentPlacement, maximumScale: Double = 1, margins: EdgeMargins = .none) {
        switch placement {
        case .parked:
            self = .parked
        case .onPanel(let panel):
            let size = panel.size
            let viewport = PanelViewport(panel: size.reinterpreted(), external: size.reinterpreted())
            self = .panel(InputSurface(panel), viewport)
        case .onExternal(let external, let panel), .held(let external, let panel):
            let viewport = PanelViewport(
                panel: panel.size.reinterpreted(), external: external.size.reinterpreted(),
                maximumScale: maximumScale, margins: margins)
            self = .mirrored(panel: InputSurface(panel), external: InputSurface(external), viewport)
        }
    }

    /// Whether an external shows the content.
    package var isMirrored: Bool {
        if case .mirrored = self { true } else { false }
    }

    /// The mapping between panel and content; the identity while the panel shows the content itself.
    package var viewport: PanelViewport? {
        switch self {
        case .parked: nil
        case .panel(_, let viewport), .mirrored(_, _, let viewport): viewport
        }
    }

    /// The panel as seen by devices that are mounted on it.
    var panel: InputSurface? {
        switch self {
        case .parked: nil
        case .panel(let panel, _), .mirrored(let panel, _, _): panel
        }
    }

    /// The size of the screen that the content is laid out on.
    package var contentSize: Size<ContentSpace>? { viewport?.external }

    /// What a position on a device that belongs to `output` hits.
    package func hit(_ position: DevicePosition, on output: DeviceOutput) -> InputHit {
        guard position.x.isFinite, position.y.isFinite else { return .nowhere }
        switch (self, output) {
        case (.panel(let panel, _), .panel), (.mirrored(let panel, _, _), .panel):
            return hit(at: panel.point(at: position, in: PanelSpace.self))
        case (.mirrored(_, let external, let viewport), .external):
            return .content(viewport.clamped(external.point(at: position, in: ContentSpace.self)))
        case (.parked, _), (.panel, .external), (_, .nowhere):
            return .nowhere
        }
    }

    /// What a point of the panel hits.
    func hit(at point: Point<PanelSpace>) -> InputHit {
        viewport?.hit(at: point) ?? .nowhere
    }

    /// The output of a device whose settings name `name` (a connector, `panel` or `external`), or nothing.
    package func output(named name: String?) -> DeviceOutput {
        switch (self, name) {
        case (_, nil), (_, "panel"): return .panel
        case (_, "external"): return .external
        case (.panel(let panel, _), let name?) where panel.id.name == name: return .panel
        case (.mirrored(let panel, _, _), let name?) where panel.id.name == name: return .panel
        case (.mirrored(_, let external, _), let name?) where external.id.name == name: return .external
        default: return .nowhere
        }
    }

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

/// An output as seen by an absolute device that is mounted on it.
package struct InputSurface: Hashable, Sendable {
    package let id: OutputID
    /// The size as scanned out: the orientation in which the device is mounted.
    package let scanoutSize: Size<ScanoutSpace>
    /// From the upright picture to the framebuffer.
    package let transform: Transform
}

extension InputSurface {
    package init(_ output: EnabledOutput) {
        self.init(id: output.id, scanoutSize: output.mode.size, transform: output.transform)
    }

    /// The point of the upright picture under a position on the sensor; always on one of its pixels.
    func point<Space>(at position: DevicePosition, in _: Space.Type) -> Point<Space> {
        let scanout = Point<ScanoutSpace>(
            x: position.x * Double(scanoutSize.width), y: position.y * Double(scanoutSize.height))
        let upright: Point<Space> = transform.inverse.apply(to: scanout, within: scanoutSize)
        let size: Size<Space> = transform.inverse.apply(to: scanoutSize)
        return Point(x: Self.inside(upright.x, size.width), y: Self.inside(upright.y, size.height))
    }

    /// The sensor's far edge is the last pixel, not the one after it.
    private static func inside(_ value: Double, _ length: Int) -> Double {
        min(max(value, 0), Double(length).nextDown)
    }
}

/// The output that a device belongs to.
package enum DeviceOutput: Hashable, Sendable {
    case panel
    case external
    /// An output that is not in use.
    case nowhere
}

extension PanelViewport {
    /// What a point of the panel hits.
    func hit(at point: Point<PanelSpace>) -> InputHit {
        let external = clamped(externalPoint(at: point))
        return containsSnapshot(at: point) ? .content(external) : .bars(nearest: external)
    }
}

/// What lies under a position on an absolute device.
package enum InputHit: Hashable, Sendable {
    case content(Point<ContentSpace>)
    /// The bars around the snapshot, and the content's point nearest to the position.
    case bars(nearest: Point<ContentSpace>)
    case nowhere

    /// The same for content that begins at `origin` of its space.
    func offset(by origin: Rect<ContentSpace>) -> InputHit {
        func moved(_ point: Point<ContentSpace>) -> Point<ContentSpace> {
            point.offset(x: Double(origin.x), y: Double(origin.y))
        }
        return switch self {
        case .content(let point): .content(moved(point))
        case .bars(let point): .bars(nearest: moved(point))
        case .nowhere: .nowhere
        }
    }

    /// The content's point there, or its nearest one to the bars.
    var nearestContent: Point<ContentSpace>? {
        switch self {
        case .content(let point), .bars(let point): point
        case .nowhere: nil
        }
    }
}
