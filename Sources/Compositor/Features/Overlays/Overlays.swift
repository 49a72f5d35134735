import Geometry
import Mirroring

/// Puts overlays above what the screens show, and describes the panel to the features that draw them.
final class Overlays {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let input: InputDispatcher
    /// Renders lines of text; nil where text cannot be drawn.
    let texts: (any NoticePort)?
    private let sessionLanguage: Language
    /// The size, contrast and language of what is drawn on the panel.
    var interface: InterfaceConfiguration

    init(
        _ director: ScreenDirector, _ painter: FramePainter, _ input: InputDispatcher, _ ports: CompositorPorts,
        _ interface: InterfaceConfiguration
    ) {
        self.director = director
        self.painter = painter
        self.input = input
        texts = ports.notices
        sessionLanguage = ports.language
        self.interface = interface
    }

    /// The panel as it is planned; nil while it is disabled.
    var panel: PlannedScreen? { director.plan.panel }

    /// In panel pixels; nil while the panel is disabled.
    var panelSize: Size<PanelSpace>? { panel?.size.reinterpreted() }

    /// The part of the panel that is clear of bars and keyboards; nil while the panel is disabled.
    var room: Rect<PanelSpace>? { panel?.room.reinterpreted() }

    /// The panel's pixels per millimetre.
    var density: Double { panel?.output.panelPixelsPerMillimetre ?? 1 }

    /// One refresh of the panel, in microseconds.
    var refreshMicroseconds: Int64 {
        let rate = max(1, panel?.output.mode.refreshMilliHertz ?? 60_000)
        return max(1000, 1_000_000_000 / Int64(rate))
    }

    /// What the panel's controller shows; nil while there is none.
    var controller: ControllerView? { panel.flatMap { director.plan.controller(on: $0.output.id) } }

    /// The external that carries the content, which the panel mirrors or would mirror; nil while none does.
    var mirroredOutput: OutputID? { director.plan.mirroredOutput }

    /// Whether the content's screen still shows what was on it before the service started.
    var showsEarlierPicture: Bool { painter.content.screen?.showsEarlierPicture ?? false }

    /// The language of the texts on the panel.
    var language: Language { interface.language ?? sessionLanguage }

    /// Sets what an overlay of a screen draws, back to front, in the screen's pixels; an empty list removes the overlay.
    ///
    /// What looks different from the last list is redrawn. An element whose pixels have changed needs a new source or a
    /// newer version of its changes, except the first one, whose damage `damaged` reports. While the output is disabled the overlay waits for it to be enabled. When the screen changes its size the
    /// overlay stays: its owner must place it again.
    func set(_ id: OverlayID, to elements: [SceneElement], on role: OutputRole = .panel) {
        painter.setOverlay(id, to: elements, on: role)
    }

    /// Reports damage to the picture of an overlay's first element, in the picture's own pixels.
    func damaged(_ id: OverlayID, on role: OutputRole = .panel, _ damage: Region<OutputSpace>) {
        painter.overlayDamaged(id, on: role, damage)
    }

    /// Sets the area of an overlay on the panel that takes input; nil removes the area and cancels what is held on it.
    ///
    /// The input goes to `sink`, which is not retained and may call back into the compositor.
    func setInput(_ id: OverlayID, area: OverlayArea?, sink: (any OverlayInputSink)?) {
        input.setOverlay(id, area: area, sink: sink)
    }

    /// Sends fingers to an overlay that draws nothing; nil stops that. `sink` is not retained.
    func setFingers(on id: OverlayID, sink: (any OverlayInputSink)?) {
        setInput(id, area: sink.map { _ in OverlayArea(own: Region()) }, sink: sink)
    }
}
