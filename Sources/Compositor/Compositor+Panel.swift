package import Geometry
package import Mirroring

/// The panel's foreground, and the overlays above what the screens show.
extension Compositor {
    /// Which application the panel shows.
    package var panelForeground: PanelForeground.Choice { director.wishes.foreground.choice }

    /// A panel application is running.
    package var hasPanelApplication: Bool { director.wishes.foreground.hasApplication }

    /// The panel's base picture, below its overlays; nil while the panel is disabled.
    package var panelBase: ScreenBase? { plan.panelBase }

    /// Brings one of the two applications to the panel's foreground.
    package func showOnPanel(_ choice: PanelForeground.Choice) -> PanelForeground.Outcome {
        changeForeground { $0.show(choice) }
    }

    /// Reports that the panel application's process is running.
    package func panelApplicationStarted() {
        _ = changeForeground {
            $0.applicationStarted()
            return .unchanged
        }
    }

    /// Reports that the panel application's process has ended; the panel goes back to the content.
    package func panelApplicationEnded() {
        _ = changeForeground { $0.applicationEnded() }
    }

    private func changeForeground(
        _ change: (inout PanelForeground) -> PanelForeground.Outcome
    ) -> PanelForeground.Outcome {
        let outcome = director.update { change(&$0.foreground) }
        if outcome == .changed { emit(.panelForegroundChanged(to: panelForeground)) }
        pip.surroundingsChanged()
        followOnGlass()
        return outcome
    }
}

extension Compositor {
    /// The size of the screen in a role in its own pixels; nil while there is none.
    package func size(of role: OutputRole) -> Size<OutputSpace>? {
        plan.screen(in: role)?.size
    }

    /// The default height of a bar docked to the screen in a role, in pixels; nil while there is none.
    package func barHeight(on role: OutputRole) -> Int? {
        plan.screen(in: role)?.output.barHeight
    }

    /// Sets, moves or, with nil, removes an overlay of a screen; its old and new rectangles are redrawn.
    ///
    /// While the output is disabled the overlay waits for it to be enabled. When the screen changes its size the
    /// overlay stays: its owner must place it again.
    package func setOverlay(_ id: OverlayID, to overlay: ScreenOverlay?, on role: OutputRole) {
        painter.setOverlay(id, to: overlay, on: role)
    }

    /// Docks a bar to an edge of a screen, or with nil undocks it: windows, or the controller, are laid out in the
    /// rest, as they are beside a bar of their own.
    func dock(_ bar: BarDock?) {
        director.update { $0.bar = bar }
    }

    /// Chooses when on-screen keyboards are shown; false while none is running.
    package func showKeyboard(_ show: KeyboardShow) -> Bool {
        panelKeyboard?.choose(show)
        return panelKeyboard?.status != nil
    }

    /// Leaves edges of a panel beside an external to an on-screen keyboard.
    func reserve(_ margins: EdgeMargins) {
        director.update { $0.keyboard = margins }
    }

    /// Leaves edges of a panel beside an external to a pad of keys.
    func reserve(forKeys margins: EdgeMargins) {
        director.update { $0.keyPad = margins }
    }

    /// Reports damage to an overlay's picture, in the picture's own pixels.
    package func overlayDamaged(_ id: OverlayID, on role: OutputRole, _ damage: Region<OutputSpace>) {
        painter.overlayDamaged(id, on: role, damage)
    }
}

extension Compositor {
    /// Sets the area of an overlay on the panel that takes input, or with nil removes it and cancels what is held on
    /// it. The input goes to `sink`, which is not retained and may call back into the compositor.
    package func setOverlayInput(_ id: OverlayID, area: OverlayArea?, sink: (any OverlayInputSink)?) {
        input.setOverlay(id, area: area, sink: sink)
    }
}

/// The root content's picture, for other readers.
extension Compositor {
    /// Where the root content is visible; nil while it is parked.
    var contentPlace: ContentPlace? {
        switch plan.places[.content] {
        case .output, .behind, .spread: plan.contentScreen.map { ContentPlace(ScreenName($0.role)) }
        case .memory: isBackgroundRead ? .pip : .background
        case nil: nil
        }
    }

    /// The content's last picture, whether it is on a screen or in memory; nil while it is parked.
    var sourceFrame: (any Buffer)? { painter.content.picture }

    /// Sets whether a picture in picture reads the content's picture.
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
