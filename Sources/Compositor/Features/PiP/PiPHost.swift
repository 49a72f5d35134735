import Geometry
import Mirroring

/// The panel and the hosted applications as the picture in picture sees them.
final class PiPHost {
    private let director: ScreenDirector
    private let painter: FramePainter
    private let overlays: Overlays
    private let content: any ContentPort
    private let renderer: any RendererPort
    /// Whether a picture in picture reads content that is on no screen.
    private(set) var isBackgroundRead = false
    /// Takes the input on the picture.
    weak var sink: (any OverlayInputSink)?

    init(_ director: ScreenDirector, _ painter: FramePainter, _ overlays: Overlays, _ ports: CompositorPorts) {
        self.director = director
        self.painter = painter
        self.overlays = overlays
        content = ports.content
        renderer = ports.renderer
    }
}

// MARK: The panel

extension PiPHost {
    /// Nil while the panel is disabled.
    var panelSize: Size<PanelSpace>? { overlays.panelSize }

    /// The panel's density in pixels per millimetre.
    var panelDensity: Double { overlays.density }

    /// One refresh of the panel, in microseconds.
    var panelRefreshMicroseconds: Int64 { overlays.refreshMicroseconds }

    /// The panel's base below the picture; nil while the panel is disabled.
    var panelBase: ScreenBase? { director.plan.panelBase }

    var hasPanelApplication: Bool { director.wishes.foreground.hasApplication }

    /// The controller's viewport, also while it is not shown; nil without an external.
    var controllerViewport: PanelViewport? { overlays.panel?.view?.viewport }

    /// Sets, moves or removes the overlay on the panel.
    func setOverlay(_ overlay: ScreenOverlay?) {
        overlays.set(.pictureInPicture, to: overlay)
    }

    /// Reports damage to the overlay's picture, in the picture's own pixels.
    func overlayDamaged(_ damage: Region<OutputSpace>) {
        overlays.damaged(.pictureInPicture, damage)
    }

    /// Sets which points of the panel belong to the picture and which are forwarded to its source; nil for none.
    func setTouchArea(_ area: OverlayArea?) {
        overlays.setInput(.pictureInPicture, area: area, sink: sink)
    }
}

// MARK: The content

extension PiPHost {
    /// Whether the hosted application shows anything.
    var hasContent: Bool { content.description != nil }

    /// The external that carries the content; nil while none does.
    var externalOutput: OutputID? { overlays.panel?.view?.source }

    var isContentOnExternal: Bool { externalOutput != nil }

    /// Whether the hosted application has drawn at its last configured size.
    var isContentSettled: Bool { content.isSettled }

    /// The content's last picture, whether it is on a screen or in memory; nil while it is parked.
    var contentPicture: (any Buffer)? { painter.content.picture }

    /// The size of the content's picture; nil while it has none.
    var contentSize: Size<OutputSpace>? { painter.content.screen?.size }

    /// Whether nothing in that picture is out of date.
    var isContentPictureCurrent: Bool { painter.content.screen?.stale.isEmpty ?? false }

    /// A copy of that picture with the cursor in it; nil also where there is no memory for one.
    func copyOfContent() -> (any Buffer)? {
        painter.content.screen?.withLayers(renderer, MemoryBuffer.init(copying:)) ?? nil
    }

    /// Sets whether the content's picture is read, which has the cursor in it then.
    func setBackgroundRead(_ isRead: Bool) {
        guard isRead != isBackgroundRead else { return }
        isBackgroundRead = isRead
        painter.content.isRead = isRead
        if !isRead { painter.forgetBackgroundFrame() }
    }

    /// Requests the next frame of content that is on no screen. It is composed, and reported to the picture in picture,
    /// at the next change; without a request no frame is composed and clients get no frame callbacks.
    func awaitBackgroundFrame() {
        painter.awaitBackgroundFrame()
    }
}
