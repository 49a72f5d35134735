import Geometry
import Mirroring

/// A picture and its pacing: which pixels are out of date, and when it may be drawn again.
///
/// The screen of an enabled output lives from a successful modeset until the output is disabled or its mode changes.
final class Screen {
    /// Where the picture goes.
    enum Destination: Hashable {
        case output(OutputID)
        /// Memory only, drawn only when a reader has asked for the next frame.
        case memory
        /// Memory only, drawn as for a display that takes this long for each frame.
        case pacedMemory(microseconds: Int64)
    }

    let destination: Destination
    /// The target in which frames are drawn, overlays included.
    let target: RenderTarget
    var pacing = FramePacing()
    /// The overlays above the base.
    var overlays = OverlayStack()
    /// What planes of the display show.
    var layers = LayerPlacement()
    /// When frames may be shown.
    var timingChoice = TimingChoice() { didSet { timing = timingChoice.timing(under: cover) } }
    /// The timing that follows from `timingChoice` and the client that covers the screen.
    private var timing = FrameTiming()
    /// Whether the display still shows what was there before, such as a boot splash.
    var showsEarlierPicture = false
    /// The client that covers all of the next frame, where the timing depends on the client.
    var cover: ContentCover? {
        didSet { if cover != oldValue { timing = timingChoice.timing(under: cover) } }
    }
    /// Whether a reader waits for the next frame. A picture of the destination `memory` is drawn only for a reader.
    var isAwaited = false
    /// Pixels of the last frame that no longer show what they should.
    var stale: Region<OutputSpace>
    /// Changed pixels behind planes. The planes hide what is drawn there, and do not show the change yet.
    var hidden = Region<OutputSpace>()
    /// Drawn pixels that the display has not accepted yet.
    var unshown = Region<OutputSpace>()
    /// The shown pixels that may have changed since somebody last asked; nil while nobody asks.
    private var changes: Region<OutputSpace>?
    private(set) var counters = ScreenCounters()

    /// The cursor's plane in the last frame that the display accepted; nil while nobody asks for changes.
    private var shownCursor: PlaneElement?

    /// Damage of more rectangles than this is coarsened: any number can arrive while a frame is in flight.
    private static let maximumRects = 512

    init(_ destination: Destination, target: RenderTarget) {
        self.destination = destination
        self.target = target
        stale = Region(target.size.bounds)
    }

    /// The size in the viewer's orientation.
    var size: Size<OutputSpace> { target.size }

    /// The output that shows the screen; nil for a picture in memory.
    var output: OutputID? {
        guard case .output(let id) = destination else { return nil }
        return id
    }

    /// The time between two frames of a picture in memory, in nanoseconds; 0 where it has no pace.
    var memoryRefresh: Int {
        guard case .pacedMemory(let interval) = destination else { return 0 }
        return Int(interval * 1000)
    }

    /// Whether a frame is to be drawn, now or later.
    var wantsFrame: Bool { pacing.wantsFrame && (isAwaited || destination != .memory) }

    /// Whether a frame is to be drawn now.
    func isDue(at now: Timestamp) -> Bool { wantsFrame && pacing.isDue(at: now) }

    /// How much the next frame redraws, as far as is known.
    var extent: FrameExtent {
        let seen = layers.frame.layers.isEmpty ? stale : stale.subtracting(layers.frame.covered)
        return FrameExtent(area: seen.area, of: size)
    }

    /// Whether the display waits for the frames of the one client that covers the screen.
    var followsCover: Bool { pacing.isVariable && cover != nil }

    /// Adds damage to the picture below the overlays.
    func invalidate(base damage: Region<OutputSpace>) {
        invalidate(overlays.visible(damage))
    }

    /// Adds damage, overlays included.
    func invalidate(_ damage: Region<OutputSpace>) {
        stale.formUnion(damage)
        stale.formIntersection(size.bounds)
        stale = stale.coarsened(toRects: Self.maximumRects)
    }

    func invalidateAll() {
        stale = Region(size.bounds)
    }

    /// Takes the out-of-date pixels, which the caller must now draw. Pixels behind planes then count as up to date.
    ///
    /// `narrowed` may leave out pixels where the last frame already matches the new base. It is called only with pixels
    /// where the last frame holds nothing but the base. It is not called when everything is out of date, because the
    /// display may then show something else.
    func takeStale(_ narrowed: (Region<OutputSpace>) -> Region<OutputSpace> = { $0 }) -> Region<OutputSpace> {
        var damage = stale
        if stale != Region(size.bounds) {
            let mixed = overlays.isEmpty ? Region() : stale.intersection(overlays.drawn)
            damage = narrowed(stale.subtracting(mixed)).union(mixed)
        }
        stale = Region()
        showsEarlierPicture = false
        target.begin(
            damage, below: shownElements, covering: layers.frame.covered, changed: hidden, hole: layers.frame.hole)
        hidden = Region()
        unshown.formUnion(damage)
        unshown.formUnion(target.outdated)
        unshown.formUnion(target.lackingHole)
        counters.countRepaint(pixels: damage.area)
        return damage
    }

    /// Whether any of the next frame is to be drawn.
    var needsDrawing: Bool {
        if layers.frame.client != nil { return false }
        let lacksHole = layers.frame.hole.map { !$0.isSame(as: target.hole) } ?? false
        return !stale.isEmpty || layers.isUncovered || lacksHole
    }

    /// Leaves the next frame to planes, without drawing any of it; returns the pixels that look different.
    func takeHidden() -> Region<OutputSpace> {
        let damage = hidden
        hidden = Region()
        if layers.frame.client == nil {
            target.show(shownElements, damage, covering: layers.frame.covered)
        } else {
            target.show(shownElements, damage)
            unshown.formUnion(damage)
        }
        return damage
    }

    /// The elements of the content that planes show, back to front.
    private var shownElements: [SceneElement] {
        if layers.frame.layers.isEmpty { return [] }
        let frame = layers.frame
        let shown = [frame.drawnFront].compactMap(\.self) + frame.layers
        return frame.client == nil && frame.windows.isEmpty ? [] : shown.reversed().map(\.element)
    }

    /// Gets the memory for the next frame from the display; returns why there is none, or nil.
    func acquire(from display: any DisplayPort) -> String? {
        guard let output else { return nil }
        switch display.acquire(on: output) {
        case .acquired(let buffer): return target.use(buffer) ? nil : "the display's buffer has another size"
        case .failed(let reason): return reason
        }
    }

    /// Hands the frame to the display, or only its layers where the frame has not changed. A picture in memory needs neither.
    func present(on display: any DisplayPort) -> PresentOutcome {
        isAwaited = false
        guard let output else { return .queued }
        let isUnchanged = unshown.isEmpty && !layers.isUnshown
        let hasLayers = !layers.frame.layers.isEmpty
        let isClient = hasLayers && layers.frame.client != nil
        let hasWindows = hasLayers && !layers.frame.windows.isEmpty
        let isDrawn = !isClient && !(isUnchanged || hasWindows && unshown.isEmpty && !layers.isUncovered)
        let picture: FramePicture =
            isDrawn
            ? .drawn(damage: unshown, after: target.completion) : isClient && !isUnchanged ? .content : .unchanged
        var frame = layers.frame
        (frame.cursor, frame.timing) = (layers.cursor.layer, timing)
        let outcome = display.commit(frame, picture, on: output)
        guard outcome == .queued else {
            // The next frame may have to be drawn.
            if case .content = picture { stale.formUnion(unshown) }
            if isClient && !isUnchanged || hasWindows { layers.refused() }
            return outcome
        }
        if isClient && !isUnchanged || hasWindows && layers.isUnshown { counters.clientBuffers += 1 }
        noteChanges(hasLayers: !isUnchanged || hasWindows || frame.snapshot != nil)
        unshown = Region()
        layers.shown()
        if layers.cursor.takeMove(), isUnchanged { counters.cursorMoves += 1 }
        return outcome
    }

    /// Notes what a frame changes. Planes count as changed as a whole.
    private func noteChanges(hasLayers: Bool) {
        guard changes != nil else { return }
        let cursor = layers.cursor.layer
        var changed = unshown.union(CursorPlacement.difference(shownCursor, cursor))
        shownCursor = cursor
        if hasLayers { for layer in layers.frame.layers { changed.formUnion(Region(layer.destination)) } }
        changes?.formUnion(changed.intersection(size.bounds))
    }

    /// Takes the shown pixels that may have changed since the last call, which are all at the first call.
    func takeChanges() -> Region<OutputSpace> {
        defer { changes = Region() }
        if changes == nil { shownCursor = layers.cursor.layer }
        return changes ?? Region(size.bounds)
    }

    /// Notes no changes until somebody asks again.
    func forgetChanges() {
        (changes, shownCursor) = (nil, nil)
    }

    /// Whether there is more to show than moved layers: changed pixels, or clients' buffers.
    var isOutdated: Bool {
        !stale.isEmpty || layers.isUnshown || layers.frame.client != nil || !layers.frame.windows.isEmpty
    }

    /// Reports that the last frame handed over has been presented.
    func presented(_ presentation: Presentation) -> FrameAction {
        counters.framesPresented += 1
        return pacing.presented(presentation)
    }
}
