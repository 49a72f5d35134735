package import Geometry

/// The service's state: what it shows, where it shows it, and how much it has done.
///
/// Sizes are physical pixels.
///
/// Each feature has a value of its own. In JSON the keys of all these values lie beside each other and beside
/// `counters`.
package struct ServiceStatus: Hashable, Sendable {
    package var about = AboutStatus()
    package var screens = ScreensStatus()
    package var applications = ApplicationsStatus()
    package var view = ViewStatus()
    package var overlays = OverlaysStatus()
    package var session = SessionStatus()
    package var counters = ServiceCounters()

    package init() {}
}

extension ServiceStatus: Codable {
    private enum CodingKeys: CodingKey {
        case counters
    }

    package init(from decoder: any Decoder) throws {
        about = try AboutStatus(from: decoder)
        screens = try ScreensStatus(from: decoder)
        applications = try ApplicationsStatus(from: decoder)
        view = try ViewStatus(from: decoder)
        overlays = try OverlaysStatus(from: decoder)
        session = try SessionStatus(from: decoder)
        counters = try decoder.container(keyedBy: CodingKeys.self).decode(ServiceCounters.self, forKey: .counters)
    }

    package func encode(to encoder: any Encoder) throws {
        let features: [any Encodable] = [about, screens, applications, view, overlays, session]
        for feature in features { try feature.encode(to: encoder) }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(counters, forKey: .counters)
    }
}

/// The service as a program.
package struct AboutStatus: Hashable, Sendable, Codable {
    package var version = ""
    package var backend = BackendKind.virtual
    /// The renderer's own name, such as `pixman`.
    package var renderer = ""
    /// The device that draws, or why no device does; nil for nothing to say.
    @Nullable package var rendererRemark: String? = nil
    /// The names of the sockets, or nil for those who are not told.
    @Nullable package var sockets: SocketNames? = nil

    private enum CodingKeys: String, CodingKey {
        case version, backend, renderer, sockets
        case rendererRemark = "renderer_remark"
    }

    package init() {}
}

/// The kind of displays that the service was started with.
package enum BackendKind: String, Hashable, Sendable, Codable, CaseIterable {
    case drm
    case virtual
}

/// The screens and their settings.
package struct ScreensStatus: Hashable, Sendable, Codable {
    package var state = TopologyState.noOutput
    @Nullable package var panel: ScreenStatus? = nil
    @Nullable package var external: ScreenStatus? = nil
    /// What the displays beside the external show.
    package var arrangement = ExternalArrangement.copy
    /// The display beside the panel that the panel controls, or nil where the panel controls none.
    @Nullable package var controlled: OutputID? = nil
    /// The screens that are blanked, or nil for none.
    @Nullable package var blank: BlankExtent? = nil
    /// Whether the external keeps the picture that it showed when it was frozen.
    package var isFrozen = false
    /// The displays that are black, and those that keep their last picture, by name.
    package var blankOutputs: [OutputID] = []
    package var frozenOutputs: [OutputID] = []
    /// The brightness of the panel's backlight in percent, or nil where there is no backlight.
    @Nullable package var brightness: Int? = nil
    /// The sink for sound while it goes to the external, or nil while sound goes to its usual sink.
    @Nullable package var sound: SoundStatus? = nil

    private enum CodingKeys: String, CodingKey {
        case state, panel, external, arrangement, controlled, blank, brightness, sound
        case isFrozen = "frozen"
        case blankOutputs = "blank_outputs"
        case frozenOutputs = "frozen_outputs"
    }

    package init() {}
}

/// The applications.
package struct ApplicationsStatus: Hashable, Sendable, Codable {
    /// The content, or nil while no toplevel is mapped.
    @Nullable package var content: ContentStatus? = nil
    /// The hosted application as a program, or nil where the service hosts none.
    @Nullable package var program: SupervisionStatus? = nil
    /// Which of the two applications the panel shows.
    package var panelForeground = PanelForeground.Choice.content
    /// The panel application's newest toplevel, or nil while it has none.
    @Nullable package var panelApplication: ContentStatus? = nil
    /// The displays' own applications, in the order of the rules that name them.
    package var displays: [DisplayApplicationStatus] = []

    private enum CodingKeys: String, CodingKey {
        case content
        case program = "application"
        case panelForeground = "panel_foreground"
        case panelApplication = "panel_application"
        case displays = "display_applications"
    }

    package init() {}
}

/// What the panel shows of the external.
package struct ViewStatus: Hashable, Sendable, Codable {
    /// The snapshot's place, or nil unless mirroring.
    @Nullable package var viewport: ViewportStatus? = nil
    /// The controller, or nil while the panel shows none.
    @Nullable package var controller: ControllerStatus? = nil
    package var snapshot = SnapshotStatus()

    package init() {}
}

/// What is shown above the content.
package struct OverlaysStatus: Hashable, Sendable, Codable {
    /// The picture in picture, or nil while none is shown or possible.
    @Nullable package var pip: PiPStatus? = nil
    /// The status bar, or nil while it is not shown.
    @Nullable package var hud: HUDStatus? = nil
    /// The menu, or nil where no menu can be shown.
    @Nullable package var menu: MenuStatus? = nil
    /// The on-screen keyboards, or nil while none is running.
    @Nullable package var screenKeyboard: ScreenKeyboardStatus? = nil
    /// The presenter's tool and strokes, or nil while nothing is presented.
    @Nullable package var presenter: PresenterStatus? = nil
    /// The presenter's timer, or nil while there is none.
    @Nullable package var timer: TimerStatus? = nil

    private enum CodingKeys: String, CodingKey {
        case pip, hud, menu, presenter, timer
        case screenKeyboard = "screen_keyboard"
    }

    package init() {}
}

/// Whether the session is idle or locked.
package struct SessionStatus: Hashable, Sendable, Codable {
    /// The stages of idleness that the user has reached, by name.
    package var idle: [IdleStage] = []
    /// What keeps the user from counting as idle; nil for those who are not told.
    @Nullable package var idleInhibitors: [IdlenessInhibitor]? = nil
    /// Whether the session is locked: every screen shows a locker.
    package var isLocked = false
    /// The state of the locker, or nil while the session is not locked.
    @Nullable package var locker: LockerState? = nil

    private enum CodingKeys: String, CodingKey {
        case idle, locker
        case idleInhibitors = "idle_inhibitors"
        case isLocked = "locked"
    }

    package init() {}
}

/// The locker of a locked session.
package enum LockerState: String, Hashable, Sendable, Codable, CaseIterable {
    case running
    /// The locker has ended without unlocking.
    case lost
}

/// The Wayland sockets that the service listens on.
///
/// Each is a value of WAYLAND_DISPLAY: a name in XDG_RUNTIME_DIR, or a path.
package struct SocketNames: Hashable, Sendable, Codable {
    package var content: String
    /// The socket of the panel application, or nil without a panel application.
    @Nullable package var panelApplication: String?
    package var tools: String

    private enum CodingKeys: String, CodingKey {
        case content, tools
        case panelApplication = "panel_application"
    }

    package init(content: String, panelApplication: String?, tools: String) {
        self.content = content
        self.panelApplication = panelApplication
        self.tools = tools
    }
}

/// The sink that sound is sent to.
package struct SoundStatus: Hashable, Sendable, Codable {
    /// The sink's name in PipeWire.
    package var sink: String
    /// The sink's description for people.
    package var description: String

    package init(sink: String, description: String) {
        self.sink = sink
        self.description = description
    }
}

/// An enabled screen in the role of panel or external.
package struct ScreenStatus: Hashable, Sendable, Codable {
    package var name: OutputID
    /// The size as viewed, after the transform.
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    /// Physical pixels per logical pixel.
    package var scale = 1.0
    package var transform = TransformName(.normal)
    /// The layers from back to front.
    package var layers: [LayerStatus] = []
    // When the screen's frames are shown.
    package var variableRefresh = TimingOutcome.off
    package var tearing = TimingOutcome.off
    /// The colour depth of the screen's drawn frames.
    package var depth = FrameDepth()

    private enum CodingKeys: String, CodingKey {
        case name, width, height, scale, transform, layers, tearing, depth
        case refreshMilliHertz = "refresh_mhz"
        case variableRefresh = "vrr"
    }
}

extension ScreenStatus {
    package init(
        _ output: EnabledOutput, scale: Scale, layers: [LayerStatus], timing: TimingState, depth: FrameDepth
    ) {
        self.init(
            name: output.id, width: output.size.width, height: output.size.height,
            refreshMilliHertz: output.mode.refreshMilliHertz, scale: scale.factor,
            transform: TransformName(output.transform), layers: layers, variableRefresh: timing.variableRefresh,
            tearing: timing.tearing, depth: depth)
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
}

extension ViewportStatus {
    package init(_ viewport: PanelViewport) {
        self.init(
            x: viewport.frame.x, y: viewport.frame.y, width: viewport.frame.width, height: viewport.frame.height,
            scale: viewport.scale)
    }
}

/// How the panel controls the external.
package struct ControllerStatus: Hashable, Sendable, Codable {
    /// A point of the content.
    package struct Aim: Hashable, Sendable, Codable {
        package var x: Double
        package var y: Double
    }

    package var mode: ControllerMode
    /// The magnification, where 1 fits the whole content.
    package var zoom: Double
    /// The rectangle of the content's pixels that are visible, at least in part.
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// The point that a resting finger aims at, or nil while no finger aims.
    @Nullable package var aim: Aim? = nil
}

extension ControllerStatus {
    package init(_ view: ControllerView, mode: ControllerMode, aim: Point<ContentSpace>? = nil) {
        let seen = view.viewport.seen
        self.init(
            mode: mode, zoom: view.settledZoom.factor, x: seen.x, y: seen.y, width: seen.width, height: seen.height,
            aim: aim.map { Aim(x: $0.x, y: $0.y) })
    }
}

/// The on-screen keyboards.
package struct ScreenKeyboardStatus: Hashable, Sendable, Codable {
    /// When keyboards are shown.
    package var show: KeyboardShow
    package var isShown: Bool

    private enum CodingKeys: String, CodingKey {
        case show
        case isShown = "shown"
    }

    package init(show: KeyboardShow, isShown: Bool) {
        self.show = show
        self.isShown = isShown
    }
}

/// How the snapshot is made, and how often it was made.
package struct SnapshotStatus: Hashable, Sendable, Codable {
    package var path = SnapshotPath.cpu
    package var frames = 0

    package init() {}
}
