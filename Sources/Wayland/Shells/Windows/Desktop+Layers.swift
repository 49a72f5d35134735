import Mirroring

/// Events from layer surfaces.
extension Desktop {
    /// Layer surfaces were mapped, or their keyboard focus changed.
    func layersChanged() {
        windowsChanged()
        seat?.keyboardTargetChanged()
    }

    func layerMoved(_ layer: LayerSurface) {
        for popup in popups where popup.root === layer { popup.constrainAgain() }
        windowsChanged()
    }

    func layerUnmapped(_ layer: LayerSurface) {
        dismissPopups(of: layer)
        layersChanged()
    }

    /// A layer surface is about to move to another application's screen.
    func willTakeAway(_ layer: LayerSurface) {
        dismissPopups(of: layer)
        seat?.willHide(layer.surface)
    }

    private func dismissPopups(of layer: LayerSurface) {
        for popup in popups.reversed() where popup.root === layer { popup.dismiss() }
    }
}
