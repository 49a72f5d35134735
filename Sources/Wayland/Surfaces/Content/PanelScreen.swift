package import Geometry
import Logging
package import Mirroring
import Runtime
import WaylandBinding

/// The panel as a screen of its own for the application's windows, beside the external (`[application] outputs = 2`).
///
/// Applications see an output for the panel, which never goes, and one for the external while there is one. Windows that ask for the
/// panel's output are in this scene, and all others in the content's. Without an external both are on the panel, and this scene is empty.
///
/// The core shows the scene in the panel application's place, with the panel's own size and scale. Both scenes lie side by side in one
/// logical space, so that the one seat reaches both: an event for the panel becomes an event of the content beyond its right edge.
package final class PanelScreen {
    /// Called when the first window has come to the panel, and when the last has left it.
    package var windowsChanged: (_ hasWindows: Bool) -> Void = { _ in }
    private var hadWindows = false
    package var layersChanged: () -> Void = {}
    let surfaces: SurfaceScene
    let frames: SceneFrames
    /// The screen that applications see as the output that never goes: the panel's, or without an external the content's.
    let layout: OutputLayout
    /// Whether there is an external, so that the panel has windows of its own.
    private(set) var isApart = false
    weak var content: WaylandContent?
    private let globals: CoreGlobals
    private let presence: OutputPresence
    private let contentOutput: OutputLayout
    private let display: WaylandDisplay
    /// The panel; nil before the first display.
    private var panel: LogicalScreen?
    /// The externals' outputs that have gone.
    private let former = FormerOutputs()
    private let logger = Logger(label: "kagami.wayland")

    /// `contentOutput` is the screen of the content.
    init(
        _ layout: OutputLayout, _ globals: CoreGlobals, _ presence: OutputPresence,
        beside contentOutput: OutputLayout, _ display: WaylandDisplay
    ) {
        self.layout = layout
        self.globals = globals
        self.presence = presence
        self.contentOutput = contentOutput
        self.display = display
        surfaces = SurfaceScene(loop: display.loop, output: layout, presence: presence)
        surfaces.area = .zero
        frames = SceneFrames(surfaces, display) { globals.panelOutput(for: $0).resources(of: $0) }
        surfaces.add(self)
        surfaces.needsFrame = { [weak self] in self?.sceneNeedsFrame() }
        contentOutput.add(self)
    }

    /// The part of the logical space that the panel shows; empty without an external.
    var area: Rect<LogicalSpace> { surfaces.area ?? .zero }

    /// The panel without the edges that full-screen windows leave free.
    var fullscreenArea: Rect<LogicalSpace> {
        layout.fullscreenArea.offset(x: area.x, y: area.y)
    }

    /// What a client means that names an output; nil for an output that no window can be on.
    func meaning(of output: OutputGlobal) -> OutputMeaning? {
        if former.contains(output) { return .external }
        if !isApart { return output === globals.lastingOutput ? .only : nil }
        if output.id == panel?.outputID { return .panel }
        return output.id == contentOutput.screen.outputID ? .external : nil
    }

    /// Lays the content out for its screen, and the panel beside it.
    ///
    /// Clients are told of outputs and scales before the windows of either screen are laid out.
    func follow(_ screen: LogicalScreen) {
        let apart = panelBeside(screen)
        if let external = globals.external, apart == nil || external.output.id != screen.outputID {
            globals.external = nil
            former.withdraw(external, on: display.loop)
        }
        let isNew = apart != nil && !isApart
        isApart = apart != nil
        if isNew { surfaces.windows?.panelCame() }
        surfaces.area = apart.map { Self.area(of: $0, beside: screen) } ?? .zero
        if screen == contentOutput.screen { arrange() } else { contentOutput.change(to: screen) }
        surfaces.screenChanged()
    }

    /// The panel, if the content is on another display.
    private func panelBeside(_ screen: LogicalScreen) -> LogicalScreen? {
        guard let panel, panel.display != nil, screen.display != nil, panel.outputID != screen.outputID else {
            return nil
        }
        return panel
    }

    private func arrange() {
        if isApart, globals.external == nil { announce() }
        presence.follow()
        let panel = panelBeside(contentOutput.screen)
        layout.change(
            to: panel ?? contentOutput.screen, x: panel == nil ? 0 : contentOutput.bounds.width,
            pixelX: panel == nil ? 0 : contentOutput.screen.size.width)
        globals.lastingOutput.surroundingsChanged()
    }

    /// The area to the right of the content's screen. Its corner is a whole pixel at any scale, which is a multiple of 1/120.
    private static func area(of panel: LogicalScreen, beside screen: LogicalScreen) -> Rect<LogicalSpace> {
        let width = screen.scale.logical(screen.size).width
        return panel.scale.logical(panel.size).bounds.offset(x: (width + 119) / 120 * 120, y: 0)
    }

    /// Surfaces of tools on the panel have another output if the panel's has just come or gone.
    func toolOutputsChanged() {
        presence.follow()
    }

    private func announce() {
        do throws(RuntimeError) {
            globals.external = try AnnouncedOutput(
                OutputGlobal(layout: contentOutput), on: display, audience: .applications)
            globals.external?.output.add(presence)
        } catch {
            logger.warning("output not announced", metadata: ["reason": "\(error)"])
        }
    }
}

/// The screen that a client names with an output.
enum OutputMeaning {
    case panel, external
    /// The one screen that there is.
    case only
}

/// Comes before the windows among the followers of the content's screen.
extension PanelScreen: ScreenFollower {
    func screenChanged() {
        arrange()
    }

    func reservedChanged() {
        arrange()
    }
}

extension PanelScreen: SceneFollower {
    func sceneChanged() {
        content?.surfaces.tellFollowers()
        layersChanged()
        // A locker hides the windows, which are there nevertheless.
        let hasWindows = surfaces.windows?.description != nil
        guard hasWindows != hadWindows else { return }
        hadWindows = hasWindows
        windowsChanged(hasWindows)
    }

    private func sceneNeedsFrame() {
        if !frontRoots.isEmpty { layersChanged() }
    }
}

extension PanelScreen: PanelLayerPort {
    private var frontRoots: [PlacedRoot] { surfaces.windows?.frontRoots ?? [] }

    private var front: SceneLayout { SceneLayout(roots: frontRoots, scale: surfaces.scale, area: area) }

    package var layers: [SceneElement] { front.elements }

    package var layerInput: Region<ContentSpace> {
        let bounds = layout.screen.size.bounds
        return front.placed.reduce(into: Region()) { $0.formUnion($1.input.intersection(bounds)) }
    }

    package var layerEdges: EdgeMargins {
        let (all, others) = (isApart ? surfaces.windows?.reserved ?? .none : .none, layout.reserved)
        func pixels(_ edge: KeyPath<EdgeInsets, Int>) -> Int {
            let length = all[keyPath: edge]
            return length > others[keyPath: edge]
                ? surfaces.scale.physical(Rect<LogicalSpace>(x: 0, y: 0, width: length, height: 0)).width : 0
        }
        return EdgeMargins(
            top: pixels(\.top), right: pixels(\.right), bottom: pixels(\.bottom), left: pixels(\.left))
    }

    package var placeInContent: Rect<ContentSpace> { content?.surfaces.scale.physical(area) ?? .zero }

    package func layersShown() {
        let now = Timestamp(microseconds: display.loop.turnTime)
        for placed in front.placed { placed.surface.frameRequests.callBack(at: now) }
    }
}

extension PanelScreen: ContentPort {
    package var observer: (any ContentObserver)? {
        get { surfaces.observer }
        set { surfaces.observer = newValue }
    }

    package func seenChanged() {
        surfaces.seenChanged()
    }

    package func layOut(on screen: LogicalScreen) {
        panel = screen
        follow(contentOutput.screen)
    }

    package var scene: [SceneElement] { surfaces.elements }

    package var cover: ContentCover? { surfaces.cover }

    package var cursor: CursorImage { surfaces.cursor }

    package var description: ContentDescription? { surfaces.windows?.description }

    package var isSettled: Bool { surfaces.isSettled }

    package var isDrawing: Bool { frames.isDrawing }

    package var deviceWait: Int64 { frames.deviceWait }

    package func frameIs(allOf buffer: (any Buffer)?, offer: ScanoutOffer?) {
        frames.frameIs(allOf: buffer, offer: offer)
    }

    package func frameComposed(callingBack: Bool) {
        frames.composed(callingBack: callingBack)
        frames.callBack(callingBack)
    }

    package func framePresented(_ presentation: Presentation) {
        frames.presented(presentation)
    }

    package func frameDiscarded() {
        frames.discarded()
    }

    package var holdsPointer: Bool { surfaces.holdsPointer }

    package var inhibitsShortcuts: Bool { content?.inhibitsShortcuts ?? false }

    package var keyboardLEDs: KeyboardLEDs { content?.keyboardLEDs ?? [] }

    package func tookKeyboard() {
        surfaces.windows?.tookKeyboard()
    }

    package var switchableWindows: [SwitchableWindow] { surfaces.windows?.switchableWindows ?? [] }

    package func switchToWindow(_ number: Int) {
        content?.switchToWindow(number)
    }

    package func closeWindow(_ number: Int) {
        content?.closeWindow(number)
    }

    /// Delivers input to the seat, in the content's pixels beyond its right edge.
    package func deliver(_ input: ContentInput) {
        guard let content else { return }
        let scale = content.surfaces.scale
        let place = PanelMapping(factor: scale.factor / surfaces.scale.factor) { [surfaces] point in
            scale.physical(surfaces.logical(point))
        }
        if let moved = input.moved(to: place) { content.deliver(moved) }
    }
}

/// Where the panel lies in the content's pixels.
private struct PanelMapping {
    /// The content's pixels per pixel of the panel.
    let factor: Double
    /// The content's pixel for one of the panel's.
    let point: (Point<ContentSpace>) -> Point<ContentSpace>

    /// Fingers on the panel get numbers of their own: those of fingers on the content begin at 0, too.
    func contact(_ id: ContactID) -> ContactID { ContactID(id.number &+ 32) }
}

extension ContentInput {
    /// The event at another point, or nil for an event that is for all applications, and thus has come to the content already.
    fileprivate func moved(to place: PanelMapping) -> ContentInput? {
        switch self {
        case .touchDown(let id, let point, let time): return .touchDown(place.contact(id), place.point(point), time)
        case .touchMotion(let id, let point, let time): return .touchMotion(place.contact(id), place.point(point), time)
        case .touchUp(let id, let time): return .touchUp(place.contact(id), time)
        case .pointerMotion(let point, let relative, let time):
            return .pointerMotion(place.point(point), relative: relative?.scaled(by: place.factor), time)
        case .pointerGesture(.update(var movement), let time):
            (movement.dx, movement.dy) = (movement.dx * place.factor, movement.dy * place.factor)
            return .pointerGesture(.update(movement), time)
        case .tool(let device, .enter(let tool, let point, let axes), let time):
            return .tool(device, .enter(tool, place.point(point), axes), time)
        case .tool(let device, .motion(let point, let axes), let time):
            return .tool(device, .motion(place.point(point), axes), time)
        case .touchscreenCame, .tabletAdded, .tabletRemoved: return nil
        case .touchFrame, .touchCancel, .pointerLeave, .pointerButton, .pointerAxis, .pointerGesture, .pointerFrame,
            .tool, .key, .keyboard, .releaseAll:
            return self
        }
    }
}

extension RelativeMotion {
    fileprivate func scaled(by factor: Double) -> RelativeMotion {
        RelativeMotion(
            dx: dx * factor, dy: dy * factor, unacceleratedDX: unacceleratedDX * factor,
            unacceleratedDY: unacceleratedDY * factor)
    }
}
