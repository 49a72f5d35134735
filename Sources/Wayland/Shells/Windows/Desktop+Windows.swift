import Geometry
import Mirroring
import WaylandBinding

extension Desktop: WindowChoice {
    var windowIDs: Set<String> { Set(mappedToplevels.compactMap(\.appID).filter { !$0.isEmpty }) }

    func window(_ appID: String) -> (any WatchableWindow)? { newest(appID) }

    func raise(_ appID: String) {
        if let toplevel = newest(appID) { activate(toplevel) }
    }

    private func newest(_ appID: String) -> Toplevel? {
        mappedToplevels.filter { $0.appID == appID }.max { $0.id.number < $1.id.number }
    }
}

/// Windows as the user switches between them: each with its dialogs.
extension Desktop {
    var switchableWindows: [SwitchableWindow] {
        let windows = mappedToplevels.reversed().filter { $0.parent == nil }
        let activeWindow = active.flatMap { lineage(of: $0).last }
        return (windows.filter { !$0.isMinimized } + windows.filter(\.isMinimized)).map { window in
            SwitchableWindow(
                number: window.id.number, appID: window.appID, title: window.title, isActive: window === activeWindow,
                isMinimized: window.isMinimized, place: output.screen.scale.physical(window.frame))
        }
    }

    /// Activates the frontmost of the window and its dialogs, except those that are minimised themselves.
    func switchToWindow(_ number: Int) {
        guard let window = mappedToplevels.first(where: { $0.id.number == number }) else { return }
        let family = mappedToplevels.filter { member in
            let lineage = lineage(of: member)
            return lineage.last === window && !lineage.dropLast().contains(where: \.isMinimized)
        }
        layers.giveUpKeyboard()
        activate(family.last ?? window)
    }
}

extension Toplevel: WatchableWindow {
    var surface: Surface { shell.surface }
    var windowGeometry: Rect<SurfaceSpace> { shell.geometry }
    var frame: Rect<LogicalSpace> { shell.frame }
    var processID: Int? { surface.client.processID > 0 ? Int(surface.client.processID) : nil }

    var lentSize: Size<LogicalSpace>? {
        get { placement.lentSize }
        set { lend(newValue) }
    }
}

/// Notified of all windows, to list them.
protocol ToplevelWatcher: AnyObject {
    func toplevelMapped(_ toplevel: Toplevel)

    /// Title, application ID, parent or state of a mapped window may have changed.
    func toplevelChanged(_ toplevel: Toplevel)

    func toplevelUnmapped(_ toplevel: Toplevel)
}
