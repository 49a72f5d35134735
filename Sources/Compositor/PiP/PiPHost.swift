import Geometry
import Mirroring

/// What the picture in picture needs of the screens and of those who show them.
protocol PiPHost: AnyObject {
    /// Nil while the panel is dark.
    var panelSize: Size<PanelSpace>? { get }
    /// The panel's pixels a millimetre.
    var panelDensity: Double { get }
    /// One refresh of the panel, in microseconds.
    var panelRefreshMicroseconds: Int64 { get }
    /// What the panel shows below the picture; nil while it is dark.
    var panelBase: PanelBase? { get }
    var hasPanelApplication: Bool { get }

    /// The hosted application shows something.
    var hasContent: Bool { get }
    /// The display that the content is on as an external; nil while it is on none.
    var externalOutput: OutputID? { get }
    /// The hosted application has drawn itself for the size that it was last asked for.
    var isContentSettled: Bool { get }
    /// The content's last picture, whether it is on a screen or in memory; nil while it is parked.
    var contentPicture: PixelBuffer? { get }
    /// Nothing in that picture is out of date.
    var isContentPictureCurrent: Bool { get }
    /// Where the controller shows the external, or would; nil without an external.
    var controllerViewport: PanelViewport? { get }

    /// Puts the overlay on the panel, moves it, or takes it away.
    func setOverlay(_ overlay: ScreenOverlay?)
    /// The picture that the overlay has changed within these of its own pixels.
    func overlayDamaged(_ damage: Region<OutputSpace>)

    /// Which points of the panel are the picture's, and which the source's it shows; nil for none.
    func setTouchArea(_ area: OverlayArea?)

    func bringToPanel(_ choice: PanelForeground.Choice)
    /// Content that is on no screen is read, or no longer.
    func setBackgroundRead(_ isRead: Bool)
    /// Asks for the next frame of content that is on no screen.
    func awaitBackgroundFrame()

    func publish(_ event: PiPEvent)

    /// Has the panel show a line for a moment: what a key or a button asked for came to nothing.
    func notify(_ text: String)
}

extension PiPHost {
    var isContentOnExternal: Bool { externalOutput != nil }
}
