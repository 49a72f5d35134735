package import Geometry

/// Maps positions on absolute devices to the content, output by output.
package struct InputGeometry: Hashable, Sendable {
    /// The panel as devices mounted on it see it, or nil while the content is on no display.
    private(set) var panel: InputSurface?
    /// The mapping between panel and content, the identity while the panel shows the content itself.
    package private(set) var viewport: PanelViewport?
    /// The external that shows the content, or nil where the panel does.
    private(set) var external: OutputID?
    /// The other outputs that show the content or parts of it: the external, and those beside it.
    private var others: [OutputID: MappedSurface] = [:]

    /// The geometry of content on no display, where positions lead nowhere.
    package static let parked = InputGeometry()

    private init() {}

    /// The geometry of a panel that shows the content, or a snapshot of content that is larger.
    package init(panel: InputSurface, _ viewport: PanelViewport) {
        (self.panel, self.viewport) = (panel, viewport)
    }

    /// The geometry of an external that shows the content and a panel that shows the snapshot.
    package init(panel: InputSurface, external: EnabledOutput, _ viewport: PanelViewport) {
        self.init(panel: panel, viewport)
        self.external = external.id
        let size = external.size
        addCopy(on: external, PanelViewport(panel: size.reinterpreted(), external: size.reinterpreted()))
    }

    /// The geometry for content at `placement`.
    ///
    /// The controller's snapshot is never magnified past `maximumScale` and keeps clear of the panel's margins.
    package init(_ placement: ContentPlacement, maximumScale: Double = 1, margins: EdgeMargins = .none) {
        switch placement {
        case .parked:
            self = .parked
        case .onPanel(let panel):
            let size = panel.size
            let viewport = PanelViewport(panel: size.reinterpreted(), external: size.reinterpreted())
            self.init(panel: InputSurface(panel), viewport)
        case .onExternal(let external, let panel), .held(let external, let panel):
            let viewport = PanelViewport(
                panel: panel.size.reinterpreted(), external: external.size.reinterpreted(),
                maximumScale: maximumScale, margins: margins)
            self.init(panel: InputSurface(panel), external: external, viewport)
        }
    }

    /// Adds an output that shows the content, or a part of it, through a view of its own.
    mutating func addCopy(on output: EnabledOutput, _ view: PanelViewport) {
        others[output.id] = MappedSurface(surface: InputSurface(output), view: view)
    }

    /// The outputs beside the panel that show the content or parts of it.
    var besidePanel: some Collection<OutputID> { others.keys }

    /// Whether an external shows the content.
    package var isMirrored: Bool { external != nil }

    /// The size of the screen that the content is laid out on.
    package var contentSize: Size<ContentSpace>? { viewport?.external }

    /// What a position on a device that belongs to `output` hits.
    package func hit(_ position: DevicePosition, on output: DeviceOutput) -> InputHit {
        guard position.x.isFinite, position.y.isFinite else { return .nowhere }
        return switch output {
        case .panel: panel.map { hit(at: $0.point(at: position, in: PanelSpace.self)) } ?? .nowhere
        case .external: external.flatMap { others[$0]?.hit(position) } ?? .nowhere
        case .copy(let id): others[id]?.hit(position) ?? .nowhere
        case .nowhere: .nowhere
        }
    }

    /// What a point of the panel hits.
    func hit(at point: Point<PanelSpace>) -> InputHit {
        viewport?.hit(at: point) ?? .nowhere
    }

    /// The output of a device by the name in its settings: a connector, `panel` or `external`, or nil for the panel.
    package func output(named name: String?) -> DeviceOutput {
        switch name {
        case nil, "panel": return .panel
        case "external": return .external
        case let name?:
            if panel?.id.name == name { return .panel }
            if external?.name == name { return .external }
            let id = OutputID(name)
            return others[id] == nil ? .nowhere : .copy(id)
        }
    }

    /// This geometry with the whole of the content's screen shown in a rectangle of the panel.
    func shown(at place: Rect<PanelSpace>) -> InputGeometry {
        var geometry = self
        geometry.viewport = viewport?.shown(at: place)
        return geometry
    }
}

/// An output beside the panel that shows the content through a view of its own.
private struct MappedSurface: Hashable {
    let surface: InputSurface
    /// The mapping from the output's pixels to the pixels of the content's screen.
    let view: PanelViewport

    /// What a position on a device that is mounted on the output hits.
    func hit(_ position: DevicePosition) -> InputHit {
        view.hit(at: surface.point(at: position, in: PanelSpace.self))
    }
}

/// An output as an absolute device that is mounted on it sees it.
package struct InputSurface: Hashable, Sendable {
    package let id: OutputID
    /// The size as scanned out, in the orientation of the mounted device.
    package let scanoutSize: Size<ScanoutSpace>
    /// The transform from the upright picture to the framebuffer.
    package let transform: Transform
}

extension InputSurface {
    package init(_ output: EnabledOutput) {
        self.init(id: output.id, scanoutSize: output.mode.size, transform: output.transform)
    }

    /// The point of the upright picture under a position on the sensor, always on a pixel of the picture.
    func point<Space>(at position: DevicePosition, in _: Space.Type) -> Point<Space> {
        let scanout = Point<ScanoutSpace>(
            x: position.x * Double(scanoutSize.width), y: position.y * Double(scanoutSize.height))
        let upright: Point<Space> = transform.inverse.apply(to: scanout, within: scanoutSize)
        let size: Size<Space> = transform.inverse.apply(to: scanoutSize)
        return Point(x: Self.inside(upright.x, size.width), y: Self.inside(upright.y, size.height))
    }

    /// The coordinate within a length; the sensor's far edge is the last pixel and not the pixel after it.
    private static func inside(_ value: Double, _ length: Int) -> Double {
        min(max(value, 0), Double(length).nextDown)
    }
}

/// The output that a device belongs to.
package enum DeviceOutput: Hashable, Sendable {
    case panel
    case external
    /// An output that shows a copy or a part of the external's picture.
    case copy(OutputID)
    /// An output that is not in use.
    case nowhere

    /// Whether the output shows the content alone, without overlays of the panel.
    package var isBeyondPanel: Bool {
        switch self {
        case .external, .copy: true
        case .panel, .nowhere: false
        }
    }
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
    /// The bars around the snapshot, with the content's point that is nearest to the position.
    case bars(nearest: Point<ContentSpace>)
    case nowhere

    /// This hit for content that begins at `origin` of its space.
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

    /// The content's point at the position or nearest to the position, or nil for `.nowhere`.
    var nearestContent: Point<ContentSpace>? {
        switch self {
        case .content(let point), .bars(let point): point
        case .nowhere: nil
        }
    }
}
