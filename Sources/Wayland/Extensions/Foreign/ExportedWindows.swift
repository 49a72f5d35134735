import WaylandBinding

/// Exported windows by their handles. A handle lets another client make its own windows dialogs of the exported window.
final class ExportedWindows {
    private var windows: [String: WeakToplevel] = [:]
    /// The importers of each handle.
    private var importers: [String: [ImportedWindow]] = [:]

    /// Exports a window under a new handle, which is valid until the window is destroyed or `withdraw` is called.
    func export(_ toplevel: Toplevel) -> String {
        let name = WireString.randomName()
        windows[name] = WeakToplevel(toplevel: toplevel)
        toplevel.onEnd { [weak self] in self?.withdraw(name) }
        return name
    }

    func withdraw(_ name: String) {
        windows[name] = nil
        for importer in importers.removeValue(forKey: name) ?? [] { importer.exporterGone() }
    }

    func toplevel(_ name: String) -> Toplevel? { windows[name]?.toplevel }

    /// Notifies the importer when the handle becomes invalid, or at once if it already is.
    func add(_ importer: ImportedWindow) {
        if toplevel(importer.name) == nil {
            importer.exporterGone()
        } else {
            importers[importer.name, default: []].append(importer)
        }
    }

    func remove(_ importer: ImportedWindow) {
        importers[importer.name]?.removeAll { $0 === importer }
    }
}

/// A handle imported by another client, and the windows made dialogs through it.
final class ImportedWindow {
    let name: String
    private let exported: ExportedWindows
    private let onGone: () -> Void
    private var children: [WeakToplevel] = []

    init(_ name: String, _ exported: ExportedWindows, onGone: @escaping () -> Void) {
        self.name = name
        self.exported = exported
        self.onGone = onGone
    }

    /// Makes the window a dialog of the exported one, unless that would be a cycle.
    func adopt(_ child: Toplevel) {
        guard let parent = exported.toplevel(name), parent.shell.isMapped,
            !sequence(first: parent, next: \.parent).contains(where: { $0 === child })
        else { return }
        child.setParent(parent)
        children.removeAll { $0.toplevel == nil || $0.toplevel === child }
        children.append(WeakToplevel(toplevel: child))
    }

    /// Ends the import: the windows made dialogs through it lose their parent.
    func release() {
        exported.remove(self)
        orphanChildren()
    }

    func exporterGone() {
        orphanChildren()
        onGone()
    }

    private func orphanChildren() {
        let parent = exported.toplevel(name)
        for child in children.compactMap(\.toplevel) where parent == nil || child.parent === parent {
            child.setParent(nil)
        }
        children = []
    }
}

private struct WeakToplevel {
    weak var toplevel: Toplevel?
}

extension Toplevel {
    /// The toplevel of a surface; nil for other roles.
    static func of(surface: Resource<WlSurface>) -> Toplevel? {
        (Surface.of(surface)?.role as? ShellSurface)?.shellRole as? Toplevel
    }
}
