package import Geometry
package import Mirroring

/// The panel's foreground.
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
        if outcome == .changed { events.emit(.panelForegroundChanged(to: panelForeground)) }
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

    /// Chooses when on-screen keyboards are shown; false while none is running.
    package func showKeyboard(_ show: KeyboardShow) -> Bool {
        panelKeyboard?.choose(show)
        return panelKeyboard?.status != nil
    }
}

extension Compositor: PanelKeyboardDelegate {
    func panelKeyboardTakes(_ margins: EdgeMargins) {
        director.update { $0.keyboard = margins }
    }

    func panelKeyboardMoved() {
        followKeys()
        viewFollower.keyboardMoved()
    }
}

/// The root content's place.
extension Compositor {
    /// Where the root content is visible; nil while it is parked.
    var contentPlace: ContentPlace? {
        switch plan.places[.content] {
        case .output, .behind, .spread: plan.contentScreen.map { ContentPlace(ScreenName($0.role)) }
        case .memory: pip.host.isBackgroundRead ? .pip : .background
        case nil: nil
        }
    }
}
