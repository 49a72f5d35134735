import Geometry
import Mirroring

@testable import Compositor

/// A compositor among fakes, and the checks that must hold after every step.
final class Bench: ServiceEventObserver {
    let display = FakeDisplay()
    let content = FakeContent()
    let application: FakeContent?
    let displayApplications: [FakeContent]
    let renderer = FakeRenderer()
    let loop = FakeLoop()
    let session = FakeSession()
    let input = FakeInput()
    let windows = FakeWindows()
    let players = FakePlayers()
    let idle = FakeIdle()
    let notices = FakeNotices()
    let compositor: Compositor
    private(set) var events: [ServiceEvent.Occurrence] = []

    /// `renderer` takes the fake one's place where pixels matter. The service runs without the features that are left out: unless a test
    /// says otherwise, the one that has the panel's former picture slide out, which would be in the way of what most tests look at.
    init(
        configuration: Configuration = Configuration(), holding milliseconds: Int64 = 0,
        outputs: [OutputDescription] = [Bench.panel()],
        renderer real: (any RendererPort)? = nil, application: FakeContent? = nil, hud: FakeBar? = nil,
        screenKeyboard: FakeScreenKeyboard? = nil, sketches: FakeSketches? = nil,
        menu: FakeMenu? = nil, hints: FakeHints? = nil, backlight: FakeBacklight? = nil,
        programs: FakePrograms? = nil, cameras: FakeCameras? = nil, displayMemory: FakeDisplayMemory? = nil,
        powerSupply: FakePowerSupply? = nil, displayApplications: [FakeContent] = [],
        panelLayers: FakePanelLayers? = nil,
        leavingOut: (any Feature) -> Bool = { $0 is SceneMotion }
    ) {
        (self.application, self.displayApplications) = (application, displayApplications)
        display.outputs = outputs
        var ports = CompositorPorts(
            display: display, content: content, renderer: real ?? renderer, input: input, loop: loop,
            session: session, application: application, windows: windows, hud: hud, playback: players,
            notices: notices, idle: idle, screenKeyboards: screenKeyboard, sketches: sketches)
        (ports.menu, ports.menuActions, ports.hints) = (menu, menu, hints)
        ports.backlight = backlight
        ports.programs = programs
        ports.cameras = cameras
        ports.displayMemory = displayMemory
        (ports.powerSupply, ports.panelLayers) = (powerSupply, panelLayers)
        ports.displayApplications = displayApplications
        var configuration = configuration
        configuration.external.holdMicroseconds = milliseconds * 1000
        compositor = Compositor(ports: ports, configuration: configuration)
        compositor.features.all.removeAll(where: leavingOut)
        compositor.events.observer = self
        compositor.start()
        loop.settle()
    }

    func occurred(_ event: ServiceEvent) {
        events.append(event.occurrence)
    }

    static func panel(_ width: Int = 1280, _ height: Int = 800) -> OutputDescription {
        output("DSI-1", .dsi, width, height)
    }

    static func external(_ width: Int = 3840, _ height: Int = 2160) -> OutputDescription {
        output("HDMI-A-1", .hdmiA, width, height)
    }

    static func output(_ name: String, _ connector: ConnectorType, _ width: Int, _ height: Int) -> OutputDescription {
        OutputDescription(
            id: OutputID(name), connector: connector, isConnected: true,
            modes: [Mode(size: Size(width: width, height: height), refreshMilliHertz: 60_000, isPreferred: true)])
    }

    /// Replaces what is connected and lets everything settle.
    func connect(_ outputs: [OutputDescription]) {
        display.outputs = outputs
        compositor.outputsChanged(outputs)
        loop.settle()
    }

    /// One vertical blank on every output; where these are counted, also the time until the next.
    func refresh() {
        for id in display.pending.sorted(by: { $0.name < $1.name }) { display.verticalBlank(id, at: loop.now) }
        loop.settle()
        if display.countsBlanks { loop.advance(microseconds: Int64(FakeDisplay.refreshNanoseconds / 1000)) }
    }

    /// Vertical blanks until nothing is left to show; false when that takes suspiciously long.
    func drain() -> Bool {
        for _ in 0..<10 where !display.pending.isEmpty { refresh() }
        return display.pending.isEmpty
    }

    /// The frames that each screen shows meanwhile.
    func framesShown(during action: () -> Void) -> (external: Int, panel: Int) {
        let before = compositor.status(version: "t").counters
        action()
        let after = compositor.status(version: "t").counters
        return (
            after.external.framesPresented - before.external.framesPresented,
            after.panel.framesPresented - before.panel.framesPresented
        )
    }

    /// Broken promises of the design, in words; empty when all hold.
    var violations: [String] {
        var found = display.violations
        let plan = compositor.plan
        if let id = plan.contentScreen?.output.id {
            if (display.enabled[id] == nil) != (plan.away == id) { found.append("content on a dark output") }
            let isBeside = compositor.painter.content.screen !== compositor.painter.screens[id]
            let wishes = compositor.director.wishes
            let isHidden = compositor.freezer.isOn || wishes.blank == nil && wishes.blankAlone.contains(id)
            if isBeside != (isHidden && !plan.isLocked), plan.away == nil, !plan.isPart(id) {
                found.append("content beside an output that is neither frozen nor black by itself")
            }
            let name = plan.isPart(id) ? DisplayRow.outputName : id.name
            if content.screens.last?.name != name { found.append("content laid out for another screen") }
            if compositor.painter.content.screen !== compositor.painter.screens.screen(of: .content, in: plan) {
                found.append("content drawn on another screen than planned")
            }
        } else if plan.places[.content] == nil, !display.enabled.isEmpty {
            found.append("content parked beside an enabled output")
        }
        for id in plan.screens.keys where display.enabled[id] == nil && plan.away != id {
            found.append("\(id) planned while dark")
        }
        let told = compositor.status(version: "test").applications.content
        if told?.appID != content.description?.appID { found.append("another application in the status") }
        if told?.width != content.description?.size.width { found.append("another size in the status") }
        if let told, (told.on == nil) != display.enabled.isEmpty { found.append("\(told.on as Any) in the status") }
        if content.framesComposed - content.framesEnded > 1 { found.append("two content frames in flight") }
        if content.framesEnded > content.framesComposed { found.append("a content frame ended twice") }
        return found
    }

    func takeEvents() -> [ServiceEvent.Occurrence] {
        defer { events = [] }
        return events
    }
}

extension Compositor {
    /// A screen's frame: what the display's own cursor covers is in it only for the length of `withPicture`.
    func picture(of screen: NamedScreen) -> MemoryBuffer? { withPicture(of: screen) { $0 as? MemoryBuffer } ?? nil }
}

/// The controller of a 3840x2160 external on a panel of 1280x800, and fingers on the panel's glass, in its pixels.
extension Bench {
    static let glass = DeviceID(1)

    /// A window is shown on the external; nothing is left to draw.
    static func mirroring(
        _ configuration: Configuration = Configuration(), application: FakeContent? = nil,
        screenKeyboard: FakeScreenKeyboard? = nil, menu: FakeMenu? = nil
    ) -> Bench {
        let bench = Bench(
            configuration: configuration, outputs: [panel(), external()], application: application,
            screenKeyboard: screenKeyboard, menu: menu)
        bench.compositor.input.inputReceived(
            .deviceAdded(DeviceDescription(id: glass, name: "glass", capabilities: [.touch])))
        bench.content.mapWindow(appID: "map")
        bench.content.drawWindow()
        bench.loop.settle()
        return bench
    }

    func down(_ slot: Int32, _ x: Double, _ y: Double) {
        compositor.input.inputReceived(.touchDown(Self.glass, slot: slot, Self.at(x, y), loop.now))
    }

    func move(_ slot: Int32, _ x: Double, _ y: Double) {
        loop.advance(microseconds: 8000)
        compositor.input.inputReceived(.touchMotion(Self.glass, slot: slot, Self.at(x, y), loop.now))
    }

    func up(_ slot: Int32) {
        compositor.input.inputReceived(.touchUp(Self.glass, slot: slot, loop.now))
    }

    private static func at(_ x: Double, _ y: Double) -> DevicePosition { DevicePosition(x: x / 1280, y: y / 800) }
}

extension Compositor {
    /// The entries of the menu's first page.
    var menuEntries: [MenuEntry] { menu.contents.entries(of: .main) }

    /// Performs the action of a bound key.
    func perform(_ action: BoundAction) {
        _ = features.all.contains { $0.perform(action) }
    }

    /// The feature of a kind that no other part of the service asks for.
    func feature<Kind>(_ kind: Kind.Type = Kind.self) -> Kind? { features.all.lazy.compactMap { $0 as? Kind }.first }

    /// Does what an entry of the menu is for.
    func choose(_ item: MenuItem) {
        menu.contents.choose(item)
    }
}

extension MenuStatus.Entry {
    var frame: Rect<PanelSpace> { Rect(x: x, y: y, width: width, height: height) }
}
