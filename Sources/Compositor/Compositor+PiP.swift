package import Geometry
import Mirroring

extension Compositor: PiPDelegate {
    func bringToPanel(_ choice: PanelForeground.Choice) {
        _ = showOnPanel(choice)
    }

    func publish(_ event: PiPEvent) {
        events.emit(.pip(event))
        menu.refresh()
    }

    func notify(_ notice: PanelNotice) {
        notices.show(notice)
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
