import Geometry
import Mirroring

/// The panel's foreground, and the overlays above what the screens show.
extension Compositor {
    /// Which application the panel shows.
    package var panelForeground: PanelForeground.Choice { director.foreground.choice }

    /// A panel application is running.
    package var hasPanelApplication: Bool { director.foreground.hasApplication }

    /// The picture that the panel shows below its overlays; nil while it is dark.
    package var panelBase: PanelBase? { director.panelBase }

    /// Brings one of the two applications to the panel.
    package func showOnPanel(_ choice: PanelForeground.Choice) -> PanelForeground.Outcome {
        changeForeground { $0.show(choice) }
    }

    /// The panel application's process runs.
    package func panelApplicationStarted() {
        _ = changeForeground {
            $0.applicationStarted()
            return .unchanged
        }
    }

    /// The panel application's process has ended: the panel is the content's.
    package func panelApplicationEnded() {
        _ = changeForeground { $0.applicationEnded() }
    }

    private func changeForeground(
        _ change: (inout PanelForeground) -> PanelForeground.Outcome
    ) -> PanelForeground.Outcome {
        let outcome = director.changeForeground(change)
        if outcome == .changed { emit(.panelForegroundChanged(to: panelForeground)) }
        pip.surroundingsChanged()
        return outcome
    }
}

extension Compositor {
    /// The size of a screen in its own pixels; nil while it is dark.
    package func size(of screen: ScreenName) -> Size<OutputSpace>? {
        painter.stage.screen(named: screen)?.size
    }

    /// How high a bar docked to the screen is where nobody has said, in pixels; nil while it is dark.
    package func barHeight(on screen: ScreenName) -> Int? {
        guard let lit = painter.stage.screen(named: screen), let output = lit.output else { return nil }
        let density = topology.topology.litOutputs[output]?.knownPixelsPerMillimetre
        return BarSize.height(on: lit.size, pixelsPerMillimetre: density)
    }

    /// Puts an overlay on a screen, moves it, or, with nil, takes it away; the old place and the new are redrawn.
    ///
    /// On a screen that is dark the overlay waits for it to be lit. It stays when the screen changes its size: its
    /// owner finds it a new place.
    package func setOverlay(_ id: OverlayID, to overlay: ScreenOverlay?, on screen: ScreenName) {
        painter.setOverlay(id, to: overlay, on: screen)
    }

    /// Keeps edges of a screen free for something docked there, in the screen's pixels: windows, or the controller, are
    /// laid out in the rest, as they are beside a bar of their own. `.none` gives the edges back.
    package func reserve(_ margins: EdgeMargins, on screen: ScreenName) {
        director.reserve(margins, on: screen)
    }

    /// The pixels of an overlay's picture have changed within `damage`, which is in the picture's own pixels.
    package func overlayDamaged(_ id: OverlayID, on screen: ScreenName, _ damage: Region<OutputSpace>) {
        painter.overlayDamaged(id, on: screen, damage)
    }
}

extension Compositor {
    /// Gives an overlay on the panel its share of the input, or with a nil area takes it away; what is held on it is
    /// then cancelled. `sink`, which is not held, takes it, and may call here again.
    package func setOverlayInput(_ id: OverlayID, area: OverlayArea?, sink: (any OverlayInputSink)?) {
        input.setOverlay(id, area: area, sink: sink)
    }
}

/// The root content as a picture for others.
extension Compositor {
    /// Where one can see the root content; nil while it is parked.
    var contentPlace: ContentPlace? {
        if let screen = painter.stage.contentScreenName { return ContentPlace(screen) }
        return painter.stage.background.map { _ in isBackgroundRead ? .pip : .background }
    }

    /// The content's last picture, whether it is on a screen or in memory; nil while it is parked.
    var sourceFrame: PixelBuffer? { painter.stage.contentScreen?.frame }

    /// Someone shows content that is on no screen, or does so no longer.
    func setBackgroundRead(_ isRead: Bool) {
        guard isRead != isBackgroundRead else { return }
        isBackgroundRead = isRead
        if !isRead { painter.forgetBackgroundFrame() }
    }

    /// Asks for the next frame of content that is on no screen. It is made, and told to `sourceComposed`, as soon as
    /// something changes; without anyone asking the content makes none, and its clients get no frame callbacks.
    func awaitBackgroundFrame() {
        painter.awaitBackgroundFrame()
    }
}
