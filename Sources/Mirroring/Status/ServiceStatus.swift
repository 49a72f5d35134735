package import Geometry

/// The object that `kagami status --json` prints: what the service shows, where, and how much it has done.
///
/// Every key is always present; what does not exist is null. Sizes are physical pixels.
package struct ServiceStatus: Hashable, Sendable {
    package var version: String
    package var backend: BackendKind
    package var state: TopologyState
    package var panel: ScreenStatus?
    package var external: ScreenStatus?
    /// Nil while no toplevel is mapped.
    package var content: ContentStatus?
    /// Nil unless mirroring.
    package var viewport: ViewportStatus?
    package var snapshot: SnapshotStatus
    /// The renderer's own name, such as `pixman`.
    package var renderer: String
    /// Which of the two applications the panel shows.
    package var panelForeground: PanelForeground.Choice
    /// The panel application's newest toplevel; nil while it has none.
    package var panelApplication: ContentStatus?
    /// Nil while none is shown or possible.
    package var pip: PiPStatus?
    /// Nil while the bar is not shown.
    package var hud: HUDStatus?
    /// Which screens are blanked; nil for none.
    package var blank: BlankExtent?
    package var counters: ServiceCounters

    package init(
        version: String, backend: BackendKind, state: TopologyState, panel: ScreenStatus? = nil,
        external: ScreenStatus? = nil, content: ContentStatus? = nil, viewport: ViewportStatus? = nil,
        snapshot: SnapshotStatus, renderer: String, panelForeground: PanelForeground.Choice = .content,
        panelApplication: ContentStatus? = nil, pip: PiPStatus? = nil, hud: HUDStatus? = nil,
        blank: BlankExtent? = nil, counters: ServiceCounters = ServiceCounters()
    ) {
        self.version = version
        self.backend = backend
        self.state = state
        self.panel = panel
        self.external = external
        self.content = content
        self.viewport = viewport
        self.snapshot = snapshot
        self.renderer = renderer
        self.panelForeground = panelForeground
        self.panelApplication = panelApplication
        self.pip = pip
        self.hud = hud
        self.blank = blank
        self.counters = counters
    }
}

extension ServiceStatus: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, backend, state, panel, external, content, viewport, snapshot, renderer, pip, hud, blank, counters
        case panelForeground = "panel_foreground"
        case panelApplication = "panel_application"
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(String.self, forKey: .version)
        backend = try container.decode(BackendKind.self, forKey: .backend)
        state = try container.decode(TopologyState.self, forKey: .state)
        panel = try container.decodeIfPresent(ScreenStatus.self, forKey: .panel)
        external = try container.decodeIfPresent(ScreenStatus.self, forKey: .external)
        content = try container.decodeIfPresent(ContentStatus.self, forKey: .content)
        viewport = try container.decodeIfPresent(ViewportStatus.self, forKey: .viewport)
        snapshot = try container.decode(SnapshotStatus.self, forKey: .snapshot)
        renderer = try container.decode(String.self, forKey: .renderer)
        // A service with a single application omits the key.
        panelForeground =
            try container.decodeIfPresent(PanelForeground.Choice.self, forKey: .panelForeground) ?? .content
        panelApplication = try container.decodeIfPresent(ContentStatus.self, forKey: .panelApplication)
        pip = try container.decodeIfPresent(PiPStatus.self, forKey: .pip)
        hud = try container.decodeIfPresent(HUDStatus.self, forKey: .hud)
        blank = try container.decodeIfPresent(BlankExtent.self, forKey: .blank)
        counters = try container.decode(ServiceCounters.self, forKey: .counters)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(backend, forKey: .backend)
        try container.encode(state, forKey: .state)
        // `encode` of an optional writes null where the synthesised `encodeIfPresent` omits the key.
        try container.encode(panel, forKey: .panel)
        try container.encode(external, forKey: .external)
        try container.encode(content, forKey: .content)
        try container.encode(viewport, forKey: .viewport)
        try container.encode(snapshot, forKey: .snapshot)
        try container.encode(renderer, forKey: .renderer)
        try container.encode(panelForeground, forKey: .panelForeground)
        try container.encode(panelApplication, forKey: .panelApplication)
        try container.encode(pip, forKey: .pip)
        try container.encode(hud, forKey: .hud)
        try container.encode(blank, forKey: .blank)
        try container.encode(counters, forKey: .counters)
    }
}

/// An enabled screen in the role of panel or external.
package struct ScreenStatus: Hashable, Sendable, Codable {
    package var name: OutputID
    /// As viewed: after the transform.
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    /// Physical pixels per logical pixel.
    package var scale: Double
    package var transform: TransformName

    package init(
        name: OutputID, width: Int, height: Int, refreshMilliHertz: Int, scale: Double = 1,
        transform: Transform = .normal
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.refreshMilliHertz = refreshMilliHertz
        self.scale = scale
        self.transform = TransformName(transform)
    }

    private enum CodingKeys: String, CodingKey {
        case name, width, height
        case refreshMilliHertz = "refresh_mhz"
        case scale, transform
    }
}

/// The snapshot's place on the panel, in panel pixels.
package struct ViewportStatus: Hashable, Sendable, Codable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// Panel pixels per external pixel.
    package var scale: Double

    package init(_ viewport: PanelViewport) {
        x = viewport.frame.x
        y = viewport.frame.y
        width = viewport.frame.width
        height = viewport.frame.height
        scale = viewport.scale
    }
}

/// How the snapshot is made, and how often it has been.
package struct SnapshotStatus: Hashable, Sendable, Codable {
    package var path: SnapshotPath
    package var frames: Int

    package init(path: SnapshotPath, frames: Int) {
        self.path = path
        self.frames = frames
    }
}
