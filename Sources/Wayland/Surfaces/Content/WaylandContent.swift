import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// The hosted application as the core sees it: the scene of its surfaces, its input and its frames.
package final class WaylandContent: ContentPort {
    package weak var idleObserver: (any IdleObserver)?

    let display: WaylandDisplay
    let output: OutputLayout
    /// The application that tools act on now.
    let tools: ToolPlace
    /// The surfaces on the application's screen.
    let surfaces: SurfaceScene
    let frames: SceneFrames
    /// The panel as a screen of its own beside the external; nil if applications see one output.
    package let panelScreen: PanelScreen?
    private let globals: CoreGlobals
    /// State that protocols keep for the application.
    var attachments = Attachments()
    /// The globals of other protocols, which live as long as this object.
    var extensions: [AnyObject] = []
    private var frameFollowers: [any FrameFollower] = []
    private var activityFollowers: [any ActivityFollower] = []
    /// Notified in this order when tools move to another application.
    private(set) var toolFollowers: [any ToolFollower] = []

    /// Announces the core globals; `screen` is the output's first description.
    ///
    /// Tools of `other`, which is on another display, act on this application too. With `outputs` 2, applications see the panel and
    /// the external as two outputs.
    init(
        display: WaylandDisplay, screen: LogicalScreen, outputs: Int = 1, sharingTools other: WaylandContent? = nil
    ) throws(RuntimeError) {
        self.display = display
        output = OutputLayout(screen: screen)
        tools = other?.tools ?? ToolPlace(screen: screen)
        let panel = outputs == 2 ? OutputLayout(screen: screen) : nil
        let globals = CoreGlobals(layout: panel ?? output, tools: tools.outputs)
        self.globals = globals
        let presence = OutputPresence(globals)
        surfaces = SurfaceScene(loop: display.loop, output: output, presence: presence)
        frames = SceneFrames(surfaces, display) { globals.output(for: $0).resources(of: $0) }
        panelScreen = panel.map { [output] in PanelScreen($0, globals, presence, beside: output, display) }
        surfaces.keyboards = tools.keyboards
        surfaces.beside = panelScreen?.surfaces
        panelScreen?.content = self
        if panel != nil { tools.outputs.add(presence) }
        try tools.add(self)
        try globals.announce(on: display, observer: self)
    }

    /// Lets clients share pixels with this many bits of each colour. Call this before the first client connects.
    package func takePixels(_ depth: ColorDepth) {
        if depth == .ten { SharedMemory.announceDeepFormats(on: display) }
    }

    /// The on-screen keyboards of the tools that act on this application.
    package var screenKeyboards: any ScreenKeyboardPort { tools.keyboards }

    package var observer: (any ContentObserver)? {
        get { surfaces.observer }
        set { surfaces.observer = newValue }
    }

    // MARK: What is shown

    package func seenChanged() {
        surfaces.seenChanged()
    }

    package func layOut(on screen: LogicalScreen) {
        tools.screenChanged(of: self, to: screen)
        if let panelScreen { panelScreen.follow(screen) } else { output.change(to: screen) }
        surfaces.screenChanged()
    }

    package var scene: [SceneElement] { surfaces.elements }

    package var cover: ContentCover? { surfaces.cover }

    package var cursor: CursorImage { surfaces.cursor }

    package var description: ContentDescription? { surfaces.windows?.description }

    package var isSettled: Bool { surfaces.isSettled }

    // MARK: Frames

    package func frameComposed(callingBack: Bool) {
        frames.composed(callingBack: callingBack)
        for follower in frameFollowers { follower.frameComposed() }
        frames.callBack(callingBack)
    }

    package func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?) {
        frames.frameIs(allOf: buffer, offer: offer)
    }

    package var isDrawing: Bool { frames.isDrawing }

    package var deviceWait: Int64 { frames.deviceWait }

    package func framePresented(_ presentation: Presentation) {
        display.frameShown()
        frames.presented(presentation)
        for follower in frameFollowers { follower.framePresented(presentation) }
    }

    package func frameDiscarded() {
        frames.discarded()
        for follower in frameFollowers { follower.frameDiscarded() }
    }

    // MARK: Input

    package var holdsPointer: Bool { surfaces.holdsPointer }

    package var inhibitsShortcuts: Bool { surfaces.seat?.inhibitsShortcuts ?? false }

    package var keyboardLEDs: KeyboardLEDs { surfaces.seat?.keyboardLEDs ?? [] }

    package func deliver(_ input: ContentInput) {
        surfaces.deliver(input)
        if input.isAction { tools.userActed() }
    }

    /// The user acted in an application of this loop.
    func userWasActive() {
        for follower in activityFollowers { follower.userActed() }
    }

    package func tookKeyboard() {
        tools.move(to: self)
        surfaces.windows?.tookKeyboard()
    }
}

extension WaylandContent {
    /// The output that a client sees as long as the service runs.
    func lastingOutput(for client: Client) -> OutputGlobal { globals.lastingOutput(for: client) }

    /// The scale of the screen that shows a client's windows, on the panel or elsewhere.
    func scale(for client: Client, onPanel: Bool) -> Scale {
        guard onPanel, let panelScreen else { return globals.output(for: client).layout.screen.scale }
        return panelScreen.layout.screen.scale
    }

    /// Tells clients which buffers the displays could show by themselves.
    func tellOffers(through follower: any ScanoutFollower) {
        frames.scanoutFollower = follower
        panelScreen?.frames.scanoutFollower = follower
    }

    func add(_ follower: any FrameFollower) {
        frameFollowers.append(follower)
    }

    func add(_ follower: any ActivityFollower) {
        activityFollowers.append(follower)
    }

    func add(_ follower: any ToolFollower) {
        toolFollowers.append(follower)
    }
}

extension WaylandContent: SurfaceObserver {
    func surfaceApplied(_ surface: Surface, _ change: AppliedChange) {
        // Only tools have surfaces on other screens than their own display's.
        let host = surface.client.privilege == .tool ? tools.host(of: surface, at: self) : self
        host.frames(of: surface).take(change, of: surface)
        if surface.role == nil { surface.client.attachments[PixelClient.self]?.committedWithoutRole(surface) }
    }

    func surfaceAwaitsDevices(_ surface: Surface) {
        guard surface.client.privilege != .tool else { return }
        frames(of: surface).awaitsDevices(surface)
    }

    func surfaceDestroyed(_ surface: Surface) {
        for content in surface.client.privilege == .tool ? tools.contents : [self] {
            content.frames(of: surface).committed(surface)
            content.surfaces.surfaceLost()
        }
    }

    /// The frames of the screen that shows the surface, or will show it.
    private func frames(of surface: Surface) -> SceneFrames {
        guard let panelScreen, panelScreen.surfaces.contains(surface) else { return frames }
        return panelScreen.frames
    }
}
