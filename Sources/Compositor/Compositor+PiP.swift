package import Geometry
import Mirroring

extension Compositor: PiPHost {
    var panelSize: Size<PanelSpace>? { size(of: .panel)?.reinterpreted() }

    var panelDensity: Double { panel?.panelPixelsPerMillimetre ?? 1 }

    var panelRefreshMicroseconds: Int64 {
        let rate = max(1, plan.panel?.output.mode.refreshMilliHertz ?? 60_000)
        return max(1000, 1_000_000_000 / Int64(rate))
    }

    var hasContent: Bool { ports.content.description != nil }

    var externalOutput: OutputID? {
        plan.panel?.view?.source
    }

    var isContentSettled: Bool { ports.content.isSettled }

    var contentPicture: (any Buffer)? { sourceFrame }

    var contentSize: Size<OutputSpace>? { painter.content.screen?.size }

    func copyOfContent() -> (any Buffer)? {
        painter.content.screen?.withLayers(ports.renderer, MemoryBuffer.init(copying:)) ?? nil
    }

    var isContentPictureCurrent: Bool { painter.content.screen?.stale.isEmpty ?? false }

    var controllerViewport: PanelViewport? {
        plan.panel?.view?.viewport
    }

    func setOverlay(_ overlay: ScreenOverlay?) {
        setOverlay(.pictureInPicture, to: overlay, on: .panel)
    }

    func overlayDamaged(_ damage: Region<OutputSpace>) {
        overlayDamaged(.pictureInPicture, on: .panel, damage)
    }

    func setTouchArea(_ area: OverlayArea?) {
        setOverlayInput(.pictureInPicture, area: area, sink: pip)
    }

    func bringToPanel(_ choice: PanelForeground.Choice) {
        _ = showOnPanel(choice)
    }

    func publish(_ event: PiPEvent) {
        emit(.pip(event))
        menu.refresh()
    }

    func notify(_ notice: PanelNotice) {
        notices.show(notice.text(in: language))
    }

    func settingsChanged() {
        menu.refresh()
    }
}

extension Compositor: WindowObserver {
    package func windowsChanged() {
        pip.surroundingsChanged()
        pip.sourceMayHaveSettled()
    }

    package func watchedWindowDamaged(_ damage: Region<ContentSpace>) {
        pip.windowDamaged(damage)
        pip.sourceMayHaveSettled()
    }
}
