package import Geometry
package import Mirroring

extension WaylandContent: WindowPort {
    package var windowIDs: Set<String> { windowChoice?.windowIDs ?? [] }

    package func watchWindow(_ appID: String?) {
        if watch?.appID == appID { return }
        watch?.window?.lentSize = nil
        watch = appID.map(WindowWatch.init)
        windowsChanged()
    }

    package var watchedWindow: WindowImage? {
        watch?.refresh(windowChoice, scale: output.screen.scale)
        return watch?.picture(scale: output.screen.scale)
    }

    package func askWatchedWindow(for size: Size<ContentSpace>?) {
        watch?.refresh(windowChoice, scale: output.screen.scale)
        watch?.window?.lentSize = size.map { size in
            let logical = output.screen.scale.logical(size)
            return Size(width: max(1, logical.width), height: max(1, logical.height))
        }
        noteRequestedSizes()
    }

    package func raiseWindow(_ appID: String) {
        windowChoice?.raise(appID)
    }

    package var switchableWindows: [SwitchableWindow] { windowChoice?.switchableWindows ?? [] }

    package func switchToWindow(_ number: Int) {
        windowChoice?.switchToWindow(number)
    }

    /// Reports changes of the windows and of the watched one.
    func settleWindows() {
        let ids = windowIDs
        if ids != lastWindowIDs {
            lastWindowIDs = ids
            windowObserver?.windowsChanged()
        }
        let damage = watch?.takeDamage() ?? Region()
        if !damage.isEmpty { windowObserver?.watchedWindowDamaged(damage) }
    }
}
