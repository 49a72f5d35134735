package import Geometry

/// The service's state: what it shows, where, and how much it has done. Sizes are physical pixels.
package struct ServiceStatus: Hashable, Sendable {
    package var version: String
    package var backend: BackendKind
    package var state: TopologyState
    package var panel: ScreenStatus?
    package var external: ScreenStatus?
    /// Nil while no toplevel is mapped.
    package var content: ContentStatus?
    /// The hosted application as a program; nil where the service hosts none.
    package var application: SupervisionStatus?
    /// Nil unless mirroring.
    package var viewport: ViewportStatus?
    /// Nil while the panel shows no controller.
    package var controller: ControllerStatus?
    package var snapshot: SnapshotStatus
    /// The renderer's own name, such as `pixman`.
    package var renderer: String
    /// The device that draws, or why none does; nil where there is nothing to say.
    package var rendererRemark: String?
    /// Which of the two applications the panel shows.
    package var panelForeground: PanelForeground.Choice
    /// The panel application's newest toplevel; nil while it has none.
    package var panelApplication: ContentStatus?
    /// Nil while none is shown or possible.
    package var pip: PiPStatus?
    /// Nil while the bar is not shown.
    package var hud: HUDStatus?
    /// Nil where no menu can be shown.
    package var menu: MenuStatus?
    /// Which screens are blanked; nil for none.
    package var blank: BlankExtent?
    /// The stages that a user who does nothing has reached, by name.
    package var idle: [IdleStage]
    /// Whether the external keeps the picture that it showed when it was frozen.
    package var isFrozen: Bool
    /// Whether the session is locked: every screen shows a locker.
    package var isLocked: Bool
    /// What has become of the locker; nil while the session is not locked.
    package var locker: LockerState?
    /// Nil while no on-screen keyboard is running.
    package var screenKeyboard: ScreenKeyboardStatus?
    /// Nil while nothing is presented.
    package var presenter: PresenterStatus?
    /// The presenter's timer; nil while there is none.
    package var timer: TimerStatus?
    /// How bright the panel's backlight is; nil where there is none.
    package var brightness: Brightness?
    /// Where sound goes for the external; nil while it goes where it always goes.
    package var sound: SoundStatus?
    /// Nil for those who are not told.
    package var sockets: SocketNames?
    package var counters: ServiceCounters

    package init(
        version: String, backend: BackendKind, state: TopologyState, panel: ScreenStatus? = nil,
        external: ScreenStatus? = nil, content: ContentStatus? = nil, application: SupervisionStatus? = nil,
        viewport: ViewportStatus? = nil,
        controller: ControllerStatus? = nil,
        snapshot: SnapshotStatus, renderer: String, rendererRemark: String? = nil,
        panelForeground: PanelForeground.Choice = .content,
        panelApplication: ContentStatus? = nil, pip: PiPStatus? = nil, hud: HUDStatus? = nil,
        menu: MenuStatus? = nil,
        blank: BlankExtent? = nil, idle: [IdleStage] = [], isFrozen: Bool = false, isLocked: Bool = false,
        locker: LockerState? = nil,
        screenKeyboard: ScreenKeyboardStatus? = nil,
        presenter: PresenterStatus? = nil, timer: TimerStatus? = nil, brightness: Brightness? = nil,
        sound: SoundStatus? = nil, sockets: SocketNames? = nil,
        counters: ServiceCounters = ServiceCounters()
    ) {
        self.version = version
        self.backend = backend
        self.state = state
        self.panel = panel
        self.external = external
        self.content = content
        self.application = application
        self.viewport = viewport
        self.controller = controller
        self.snapshot = snapshot
        self.renderer = renderer
        self.rendererRemark = rendererRemark
        self.panelForeground = panelForeground
        self.panelApplication = panelApplication
        self.pip = pip
        self.hud = hud
        self.menu = menu
        self.blank = blank
        self.idle = idle
        self.isFrozen = isFrozen
        self.isLocked = isLocked
        self.locker = locker
        self.screenKeyboard = screenKeyboard
        self.presenter = presenter
        self.timer = timer
        self.brightness = brightness
        self.sound = sound
        self.sockets = sockets
        self.counters = counters
    }
}

/// The locker of a locked session.
package enum LockerState: String, Hashable, Sendable, Codable, CaseIterable {
    case running
    /// It has ended without unlocking.
    case lost
}

/// The Wayland sockets that the service listens on, each as a value of WAYLAND_DISPLAY: a name in XDG_RUNTIME_DIR, or a path.
package struct SocketNames: Hashable, Sendable {
    package var content: String
    /// Nil without a panel application.
    package var panelApplication: String?
    package var tools: String

    package init(content: String, panelApplication: String?, tools: String) {
        self.content = content
        self.panelApplication = panelApplication
        self.tools = tools
    }
}

/// The sink that sound is sent to.
package struct SoundStatus: Hashable, Sendable, Codable {
    /// PipeWire's name.
    package var sink: String
    /// In words for people.
    package var description: String

    package init(sink: String, description: String) {
        self.sink = sink
        self.description = description
    }
}

/// An enabled screen in the role of panel or external.
package struct ScreenStatus: Hashable, Sendable {
    package var name: OutputID
    /// As viewed: after the transform.
    package var width: Int
    package var height: Int
    package var refreshMilliHertz: Int
    /// Physical pixels per logical pixel.
    package var scale: Double
    package var transform: TransformName
    /// From the back to the front.
    package var layers: [LayerStatus]
    /// When its frames are shown.
    package var timing: TimingState
    /// What its drawn frames have of each colour.
    package var depth: FrameDepth

    package init(
        name: OutputID, width: Int, height: Int, refreshMilliHertz: Int, scale: Double = 1,
        transform: Transform = .normal, layers: [LayerStatus] = [], timing: TimingState = TimingState(),
        depth: FrameDepth = FrameDepth()
    ) {
        self.timing = timing
        self.depth = depth
        self.name = name
        self.width = width
        self.height = height
        self.refreshMilliHertz = refreshMilliHertz
        self.scale = scale
        self.transform = TransformName(transform)
        self.layers = layers
    }
}

/// The snapshot's place on the panel, in panel pixels.
package struct ViewportStatus: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// Panel pixels per external pixel.
    package var scale: Double

    package init(x: Int, y: Int, width: Int, height: Int, scale: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.scale = scale
    }

    package init(_ viewport: PanelViewport) {
        self.init(
            x: viewport.frame.x, y: viewport.frame.y, width: viewport.frame.width, height: viewport.frame.height,
            scale: viewport.scale)
    }
}

/// How the panel drives the external.
package struct ControllerStatus: Hashable, Sendable {
    package var mode: ControllerMode
    /// How many times as large as when all of the content fits.
    package var zoom: Double
    /// The content's pixels that are seen, be it in part.
    package var x: Int
    package var y: Int
    package var width: Int
    package var height: Int
    /// The content's point that a resting finger aims at; nil while none does.
    package var aim: Point<ContentSpace>?

    package init(mode: ControllerMode, zoom: Double, x: Int, y: Int, width: Int, height: Int) {
        self.mode = mode
        self.zoom = zoom
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(_ view: ControllerView, mode: ControllerMode, aim: Point<ContentSpace>? = nil) {
        let seen = view.viewport.seen
        self.init(
            mode: mode, zoom: view.settledZoom.factor, x: seen.x, y: seen.y, width: seen.width, height: seen.height)
        self.aim = aim
    }
}

/// The on-screen keyboards.
package struct ScreenKeyboardStatus: Hashable, Sendable {
    /// When keyboards are shown.
    package var show: KeyboardShow
    package var isShown: Bool

    package init(show: KeyboardShow, isShown: Bool) {
        self.show = show
        self.isShown = isShown
    }
}

/// How the snapshot is made, and how often it has been.
package struct SnapshotStatus: Hashable, Sendable {
    package var path: SnapshotPath
    package var frames: Int

    package init(path: SnapshotPath, frames: Int) {
        self.path = path
        self.frames = frames
    }
}

/// How the snapshot is made.
package enum SnapshotPath: String, Hashable, Sendable, CaseIterable {
    /// A hardware plane scales it.
    case plane
    case gpu
    case cpu
}
