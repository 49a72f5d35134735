/// Windows that clients have given a name, by which another client can make its own windows their dialogs.
final class ExportedWindows {
    private var windows: [String: WeakToplevel] = [:]
    /// Who relies on a name.
    private var importers: [String: [ImportedWindow]] = [:]

    private struct WeakToplevel {
        weak var toplevel: Toplevel?
    }

    /// A new name for the window. It is taken back when the window goes, or by `withdraw`.
    func export(_ toplevel: Toplevel) -> String {
        let name = ActivationTokens.randomName()
        windows[name] = WeakToplevel(toplevel: toplevel)
        toplevel.onEnd { [weak self] in self?.withdraw(name) }
        return name
    }

    func withdraw(_ name: String) {
        windows[name] = nil
        for importer in importers.removeValue(forKey: name) ?? [] { importer.exporterGone() }
    }

    func toplevel(_ name: String) -> Toplevel? { windows[name]?.toplevel }

    /// Has the importer told when the name is taken back; at once if it names nothing.
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

/// A name in the hands of another client, and the windows that it has made dialogs by it.
final class ImportedWindow {
    let name: String
    private let exported: ExportedWindows
    private let onGone: () -> Void
    private var children: [WeakToplevel] = []

    private struct WeakToplevel {
        weak var toplevel: Toplevel?
    }

    init(_ name: String, _ exported: ExportedWindows, onGone: @escaping () -> Void) {
        self.name = name
        self.exported = exported
        self.onGone = onGone
    }

    /// Makes the window a dialog of the exported one, unless that is its own dialog.
    func adopt(_ child: Toplevel) {
        guard let parent = exported.toplevel(name), parent.shell.isMapped,
            !sequence(first: parent, next: \.parent).contains(where: { $0 === child })
        else { return }
        child.setParent(parent)
        children.removeAll { $0.toplevel == nil || $0.toplevel === child }
        children.append(WeakToplevel(toplevel: child))
    }

    /// The name is not used any more: what it made dialogs are none.
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
