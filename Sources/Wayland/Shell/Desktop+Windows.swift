import Geometry

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
