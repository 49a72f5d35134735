package import Mirroring

/// The outside world as the compositor knows it.
package struct CompositorPorts {
    package var display: any DisplayPort
    package var content: any ContentPort
    /// The panel application; nil where the service has none.
    package var application: (any ContentPort)?
    /// The displays' own applications, in the order of the rules that name them.
    package var displayApplications: [any ContentPort] = []
    /// The content's single windows; nil where they cannot be told apart.
    package var windows: (any WindowPort)?
    /// The status bar; nil where there is none.
    package var hud: (any ImagePort)?
    /// Media players; nil where none can be reached.
    package var playback: (any PlaybackPort)?
    /// Renders lines of text; nil where text cannot be drawn.
    package var notices: (any NoticePort)?
    /// On-screen keyboards; nil where there can be none.
    package var screenKeyboards: (any ScreenKeyboardPort)?
    /// Tools' surfaces on a panel that is a screen of its own; nil where there can be none.
    package var panelLayers: (any PanelLayerPort)?
    /// Draws a presenter's marks and strokes; nil where they cannot be drawn.
    package var sketches: (any SketchPort)?
    /// Reports user idleness; nil where it is unknown.
    package var idle: (any IdlePort)?
    /// Tools that see displays, set them up, tint them, and turn them off and on; nil where there can be none.
    package var displayTools: (any DisplayToolPort)?
    /// Remembers what was set for displays; nil where nothing is remembered beyond the service's end.
    package var displayMemory: (any DisplayMemoryPort)?
    /// Draws the panel menu; nil where there is none.
    package var menu: (any MenuPort)?
    /// Carries out the menu's requests to the machine; nil where there can be none.
    package var menuActions: (any MenuActionPort)?
    /// Finds and starts programs; nil where none can be started.
    package var programs: (any ProgramPort)?
    /// Shows cameras; nil where there can be none.
    package var cameras: (any CameraPort)?
    /// Remembers which hints were followed; nil where none are shown.
    package var hints: (any HintPort)?
    /// The panel's backlight; nil where none can be set.
    package var backlight: (any BacklightPort)?
    /// The computer's power supply; nil where it is unknown.
    package var powerSupply: (any PowerSupplyPort)?
    /// The language of the user's session.
    package var language = Language.english
    package var renderer: any RendererPort
    package var input: any InputPort
    package var loop: any LoopPort
    package var session: any SessionPort

    package init(
        display: any DisplayPort, content: any ContentPort, renderer: any RendererPort, input: any InputPort,
        loop: any LoopPort, session: any SessionPort, application: (any ContentPort)? = nil,
        windows: (any WindowPort)? = nil, hud: (any ImagePort)? = nil, playback: (any PlaybackPort)? = nil,
        notices: (any NoticePort)? = nil, idle: (any IdlePort)? = nil,
        screenKeyboards: (any ScreenKeyboardPort)? = nil, sketches: (any SketchPort)? = nil
    ) {
        self.display = display
        self.content = content
        self.renderer = renderer
        self.input = input
        self.loop = loop
        self.session = session
        self.application = application
        self.windows = windows
        self.hud = hud
        self.playback = playback
        self.notices = notices
        self.idle = idle
        self.screenKeyboards = screenKeyboards
        self.sketches = sketches
    }
}

extension CompositorPorts {
    /// The applications that there are, the content first.
    var applications: [HostedApplication] {
        HostedApplication.all(ofDisplays: displayApplications.count).filter { port(of: $0) != nil }
    }

    /// An application; nil where the service has none in its place.
    func port(of application: HostedApplication) -> (any ContentPort)? {
        switch application {
        case .content: content
        case .application: self.application
        case .display(let index): displayApplications.indices.contains(index) ? displayApplications[index] : nil
        }
    }
}

/// Receives every event that `kagami events` prints.
package protocol ServiceEventObserver: AnyObject {
    func occurred(_ event: ServiceEvent)
}

/// Publishes events with their time.
package final class ServiceEvents {
    private let loop: any LoopPort
    package weak var observer: (any ServiceEventObserver)?

    init(_ loop: any LoopPort) {
        self.loop = loop
    }

    func emit(_ occurrence: ServiceEvent.Occurrence) {
        observer?.occurred(ServiceEvent(occurrence, at: loop.now))
    }
}
