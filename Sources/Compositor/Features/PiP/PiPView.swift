import Geometry
import Mirroring

/// The picture on the panel: its rectangle, its animations, and the buttons on it.
///
/// Animations scale the existing picture; the source draws nothing for them.
final class PiPView {
    private let overlays: Overlays
    /// Takes the input on the picture.
    private weak var sink: (any OverlayInputSink)?
    private let loop: any LoopPort
    private let configuration: PiPConfiguration
    private(set) var placement: PiPPlacement
    /// The picture's current rectangle.
    private(set) var frame: Rect<PanelSpace>
    /// Whether the picture is at its place, neither moving nor held by the user.
    var isAtRest: Bool { animation == nil && frame == placement.rect }
    private var picture: (any Buffer)?
    private var animation: FrameAnimation?
    private var arrival: (() -> Void)?
    /// Callbacks that wait for the picture to rest, called with false if it is on its way out instead.
    private var waiting: [(_ rests: Bool) -> Void] = []
    private var buttons = PiPButtons()
    private var isStepping = false
    private var isFading = false
    private var isGone = false
    /// Whether the picture takes input; false on its way out.
    private var isTouchable = true
    private var toldTargets: PiPTargets?
    /// The buttons that apply to the source.
    private var offered: [PiPButton] = [.close]
    /// Whether the source is playing; nil where that is unknown.
    private var isPlaying: Bool?
    private var border: OverlayBorder
    /// The phase of the busy sign while the first picture is awaited; nil while the sign is hidden.
    private var busyPhase: Int?

    /// The part of the content's screen that the picture shows; nil where it shows none of it.
    var contentPart: () -> ContentPart? = { nil }
    /// Called when the picture has come to rest at another size.
    var hasRested: () -> Void = {}

    init(
        _ overlays: Overlays, _ sink: any OverlayInputSink, loop: any LoopPort, configuration: PiPConfiguration,
        placement: PiPPlacement
    ) {
        self.overlays = overlays
        self.sink = sink
        self.loop = loop
        self.configuration = configuration
        self.placement = placement
        frame = placement.rect
        border = OverlayBorder(density: overlays.density)
    }

    // MARK: The picture

    /// Shows the busy sign until there is a picture.
    func beBusy() {
        guard picture == nil, !isGone else { return }
        busyPhase = (busyPhase ?? -1) + 1
        refresh()
        loop.schedule(afterMicroseconds: Self.busyMicroseconds) { [weak self] in self?.beBusy() }
    }

    private static let busyMicroseconds: Int64 = 100_000

    /// The expected rectangle of the first picture.
    private var expectedRect: Rect<PanelSpace> {
        var expected = placement
        if expected.source.isEmpty { expected.resize(source: placement.panel.reinterpreted()) }
        return expected.shownRect
    }

    /// Shows another picture object, or the pixels that changed in the current one.
    func show(_ next: (any Buffer)?, damage: Region<OutputSpace>) {
        guard let next else { return }
        if next === picture {
            if !damage.isEmpty { overlays.damaged(.pictureInPicture, damage) }
        } else {
            picture = next
            refresh()
        }
        adopt(next.size.reinterpreted())
    }

    /// Removes the picture from the panel for good.
    func vanish() {
        isGone = true
        animation = nil
        arrival = nil
        picture = nil
        overlays.set(.pictureInPicture, to: [])
        setTouchArea(nil)
        tellWaiting(rests: false)
    }

    private func adopt(_ size: Size<OutputSpace>) {
        guard placement.source != size.reinterpreted() else { return }
        placement.resize(source: size.reinterpreted())
        settle()
    }

    /// Adapts to another size of the panel at once, or glides into another free part of the panel.
    func panelChanged(to size: Size<PanelSpace>) {
        let isSame = placement.panel == size
        if isSame, placement.room == overlays.room ?? size.bounds { return }
        placement.resize(panel: size, room: overlays.room, density: overlays.density)
        if isSame { return settle() }
        border = OverlayBorder(density: overlays.density)
        animation = nil
        frame = placement.rect
        refresh()
        arrive()
    }

    // MARK: Movement

    /// Moves the picture without animation.
    func put(at rect: Rect<PanelSpace>) {
        animation = nil
        frame = rect
        refresh()
    }

    /// Animates the picture to a rectangle, then calls `then`; the last animation's completion is called first.
    func glide(to rect: Rect<PanelSpace>, then: @escaping () -> Void = {}) {
        arrive()
        arrival = then
        let next = FrameAnimation(
            from: frame, to: rect, start: loop.now, durationMicroseconds: configuration.animationMicroseconds,
            reducesMotion: reducesMotion)
        animation = next
        step()
    }

    /// Animates the picture to its resting place.
    func settle(then: (() -> Void)? = nil) {
        // An arriving or leaving picture has another destination, whose completion must not be called early.
        if then == nil, arrival != nil { return }
        glide(to: placement.rect) { [weak self] in
            then?()
            self?.rested()
        }
    }

    /// Handles the end of an animation, during which the source's aspect may have changed.
    private func rested() {
        if !isGone, animation == nil, arrival == nil, frame != placement.rect { return settle() }
        hasRested()
        // Another animation may just be starting.
        if isAtRest { tellWaiting(rests: true) }
    }

    private func tellWaiting(rests: Bool) {
        let told = waiting
        waiting = []
        for body in told { body(rests) }
    }

    /// Changes the resting place and moves there; `then` is called once, when the picture rests or is on its way out.
    func change(_ body: (inout PiPPlacement) -> Void, then: ((_ rests: Bool) -> Void)? = nil) {
        body(&placement)
        if let then { waiting.append(then) }
        glide(to: placement.rect) { [weak self] in self?.rested() }
    }

    /// Changes the resting place without moving there.
    func adjust(_ body: (inout PiPPlacement) -> Void) {
        body(&placement)
    }

    /// Animates the picture out; it takes no more input.
    func leave(to rect: Rect<PanelSpace>, then: @escaping () -> Void) {
        isTouchable = false
        buttons.hide()
        // Callers that waited for its arrival have already been answered.
        arrival = nil
        tellWaiting(rests: false)
        glide(to: rect, then: then)
    }

    private func step() {
        guard let current = animation, !isGone else { return }
        let now = loop.now
        frame = current.rect(at: now)
        if current.isFinished(at: now) {
            animation = nil
            refresh()
            return arrive()
        }
        refresh()
        guard !isStepping else { return }
        isStepping = true
        loop.schedule(afterMicroseconds: overlays.refreshMicroseconds) { [weak self] in
            self?.isStepping = false
            self?.step()
        }
    }

    private func arrive() {
        let waiting = arrival
        arrival = nil
        waiting?()
    }

    // MARK: Touch

    /// The current touch targets.
    var targets: PiPTargets {
        PiPTargets(
            picture: frame, tab: animation == nil ? placement.tab : nil, buttons: visibleButtons,
            isForwarding: configuration.interaction == .forward && contentPart() != nil)
    }

    private func setTouchArea(_ area: OverlayArea?) {
        overlays.setInput(.pictureInPicture, area: area, sink: sink)
    }

    /// Updates the panel area whose input belongs to the picture.
    private func tellTouchArea() {
        let targets = targets
        guard isTouchable else {
            toldTargets = nil
            return setTouchArea(nil)
        }
        guard targets != toldTargets else { return }
        toldTargets = targets
        let place = contentPart()?.place(ofPartAt: frame) ?? .zero
        setTouchArea(OverlayArea(own: targets.own, forwarded: targets.forwarded, place: place))
    }

    /// Moves the picture along with the fingers.
    func follow(_ rect: Rect<PanelSpace>) {
        arrive()
        put(at: rect)
    }

    /// Shows the buttons for a while.
    func showButtons() {
        buttons.show(until: loop.now.adding(microseconds: configuration.buttonMicroseconds))
        refresh()
        fade()
    }

    private func fade() {
        let delay = buttons.delay(at: loop.now, reducesMotion: reducesMotion)
        guard !isFading, !isGone, let delay else { return }
        isFading = true
        loop.schedule(afterMicroseconds: delay) { [weak self] in
            guard let self else { return }
            isFading = false
            refresh()
            fade()
        }
    }

    /// Sets the buttons that apply to the source, and its playback state.
    func offer(_ buttons: [PiPButton], isPlaying: Bool?) {
        guard buttons != offered || isPlaying != self.isPlaying else { return }
        offered = buttons
        self.isPlaying = isPlaying
        refresh()
    }

    private var visibleButtons: [PiPButton: Rect<PanelSpace>] {
        guard placement.stash == nil, animation == nil, buttonStep > 0 else { return [:] }
        return PiPButtons.places(on: frame, offered)
    }

    private var reducesMotion: Bool { configuration.reducesMotion || !overlays.interface.showsMotion }

    private var buttonStep: Int { buttons.step(at: loop.now, reducesMotion: reducesMotion) }

    // MARK: The overlay

    private func refresh() {
        guard !isGone else { return }
        guard let picture else {
            guard let busyPhase else { return }
            let sign = buttons.busy(busyPhase, in: expectedRect)
            return overlays.set(.pictureInPicture, to: [sign])
        }
        let controls = buttons.elements(visibleButtons, step: buttonStep, isPlaying: isPlaying)
        if animation == nil, let stash = placement.stash, let tab = placement.tab {
            let hidden = SceneElement(picture, at: frame.reinterpreted())
            overlays.set(.pictureInPicture, to: [hidden] + controls + [buttons.tab(stash, at: tab)])
        } else {
            overlays.set(.pictureInPicture, to: border.elements(of: picture, at: frame) + controls)
        }
        tellTouchArea()
    }
}

/// The part of the content's screen that a picture shows.
struct ContentPart: Hashable {
    var part: Rect<ContentSpace>
    var whole: Size<ContentSpace>

    /// The whole screen's rectangle when the part is at `frame`.
    func place(ofPartAt frame: Rect<PanelSpace>) -> Rect<PanelSpace> {
        guard !part.isEmpty else { return .zero }
        let across = Double(frame.width) / Double(part.width)
        let down = Double(frame.height) / Double(part.height)
        return Rect(
            x: frame.x - Int(clamping: (Double(part.x) * across).rounded()),
            y: frame.y - Int(clamping: (Double(part.y) * down).rounded()),
            width: Int(clamping: (Double(whole.width) * across).rounded()),
            height: Int(clamping: (Double(whole.height) * down).rounded()))
    }
}
