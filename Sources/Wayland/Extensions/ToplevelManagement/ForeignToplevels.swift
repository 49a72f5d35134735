import Runtime
import WaylandBinding

/// `zwlr_foreign_toplevel_manager_v1`: lists the windows of all clients for taskbars and the like.
final class ForeignToplevels {
    private let desktop: Desktop
    private let output: OutputGlobal
    private var global: Global<ZwlrForeignToplevelManagerV1>?
    private var lists: [ForeignToplevelList] = []

    init(_ display: WaylandDisplay, desktop: Desktop, output: OutputGlobal) throws(RuntimeError) {
        self.desktop = desktop
        self.output = output
        global = try Global(display, version: 3, audience: .tools) { [weak self] in self?.bound($0) }
        desktop.watcher = self
        output.add(self)
    }

    private func bound(_ resource: Resource<ZwlrForeignToplevelManagerV1>) -> ForeignToplevelList {
        let list = ForeignToplevelList(resource, desktop: desktop, output: output)
        lists.append(list)
        resource.onDestroy { [weak self, weak list] in self?.lists.removeAll { $0 === list } }
        // Parents are listed before their children, which refer to them.
        for toplevel in desktop.mappedToplevels { list.add(toplevel) }
        return list
    }
}

extension ForeignToplevels: OutputFollower {
    func outputBound(_ resource: Resource<WlOutput>) {
        for list in lists where list.resource.client == resource.client { list.outputBound(resource) }
    }
}

extension ForeignToplevels: ToplevelWatcher {
    func toplevelMapped(_ toplevel: Toplevel) {
        for list in lists { list.add(toplevel) }
    }

    func toplevelChanged(_ toplevel: Toplevel) {
        for list in lists { list.update(toplevel) }
    }

    func toplevelUnmapped(_ toplevel: Toplevel) {
        for list in lists { list.remove(toplevel) }
    }
}

/// One client's list of windows.
final class ForeignToplevelList {
    let resource: Resource<ZwlrForeignToplevelManagerV1>
    private let output: OutputGlobal
    private weak var desktop: Desktop?
    private var handles: [WindowID: ForeignToplevel] = [:]

    init(_ resource: Resource<ZwlrForeignToplevelManagerV1>, desktop: Desktop, output: OutputGlobal) {
        self.resource = resource
        self.desktop = desktop
        self.output = output
    }

    func add(_ toplevel: Toplevel) {
        guard handles[toplevel.id] == nil, resource.isAlive, let desktop else { return }
        let object = Resource<ZwlrForeignToplevelHandleV1>(client: resource.client, version: resource.version)
        guard object.isAlive else { return }
        let handle = ForeignToplevel(object, toplevel: toplevel, desktop: desktop)
        object.handler = handle
        handles[toplevel.id] = handle
        let id = toplevel.id
        object.onDestroy { [weak self] in self?.handles[id] = nil }
        resource.sendToplevel(toplevel: object)
        for output in output.resources(of: resource.client) { object.sendOutputEnter(output: output) }
        handle.update(parent: parent(of: toplevel))
    }

    func update(_ toplevel: Toplevel) {
        handles[toplevel.id]?.update(parent: parent(of: toplevel))
    }

    func remove(_ toplevel: Toplevel) {
        handles.removeValue(forKey: toplevel.id)?.close()
    }

    /// Sends `output_enter` to a client that binds the output later.
    func outputBound(_ output: Resource<WlOutput>) {
        for handle in handles.values { handle.enter(output) }
    }

    private func parent(of toplevel: Toplevel) -> ForeignToplevel? {
        toplevel.parent.flatMap { handles[$0.id] }
    }
}

extension ForeignToplevelList: ZwlrForeignToplevelManagerV1Requests {
    /// Stops listing windows; existing handles stay, and can still be closed.
    func stop(_ resource: Resource<ZwlrForeignToplevelManagerV1>) {
        resource.sendFinished()
        resource.destroy()
    }
}
