import Geometry
import Mirroring

/// What the picture in picture needs of the screens and of the hosted applications.
protocol PiPHost: AnyObject {
    /// Nil while the panel is disabled.
    var panelSize: Size<PanelSpace>? { get }
    /// The panel's density in pixels per millimetre.
    var panelDensity: Double { get }
    /// One refresh of the panel, in microseconds.
    var panelRefreshMicroseconds: Int64 { get }
    /// The panel's base below the picture; nil while the panel is disabled.
    var panelBase: ScreenBase? { get }
    var hasPanelApplication: Bool { get }

    /// Whether the hosted application shows anything.
    var hasContent: Bool { get }
    /// The external that carries the content; nil while none does.
    var externalOutput: OutputID? { get }
    /// Whether the hosted application has drawn at its last configured size.
    var isContentSettled: Bool { get }
    /// The content's last picture, whether it is on a screen or in memory; nil while it is parked.
    var contentPicture: (any Buffer)? { get }
    /// The size of the content's picture; nil while it has none.
    var contentSize: Size<OutputSpace>? { get }
    /// A copy of that picture with the cursor in it; nil also where there is no memory for one.
    func copyOfContent() -> (any Buffer)?
    /// Whether nothing in that picture is out of date.
    var isContentPictureCurrent: Bool { get }
    /// The controller's viewport, also while it is not shown; nil without an external.
    var controllerViewport: PanelViewport? { get }

    /// Sets, moves or removes the overlay on the panel.
    func setOverlay(_ overlay: ScreenOverlay?)
    /// Reports damage to the overlay's picture, in the picture's own pixels.
    func overlayDamaged(_ damage: Region<OutputSpace>)

    /// Sets which points of the panel belong to the picture and which are forwarded to its source; nil for none.
    func setTouchArea(_ area: OverlayArea?)

    func bringToPanel(_ choice: PanelForeground.Choice)
    /// Sets whether the content's picture is read, which has the cursor in it then.
    func setBackgroundRead(_ isRead: Bool)
    /// Requests the next frame of content that is on no screen.
    func awaitBackgroundFrame()

    func publish(_ event: PiPEvent)

    /// Shows a line on the panel for a moment: why a key or a button had no effect.
    func notify(_ notice: PanelNotice)

    /// Reports that the menu has something else to show.
    func settingsChanged()
}

extension PiPHost {
    var isContentOnExternal: Bool { externalOutput != nil }
}
