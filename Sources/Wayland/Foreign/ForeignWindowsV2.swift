import WaylandBinding

/// `zxdg_exporter_v2` and `zxdg_importer_v2`.
final class ForeignWindowsV2 {
    private var exporter: Global<ZxdgExporterV2>?
    private var importer: Global<ZxdgImporterV2>?

    init(_ display: WaylandDisplay, windows: ExportedWindows) throws(WaylandError) {
        exporter = try Global(display, version: 1) { _ in ExporterV2(windows) }
        importer = try Global(display, version: 1) { _ in ImporterV2(windows) }
    }
}

private final class ExporterV2: ZxdgExporterV2Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func exportToplevel(
        _ resource: Resource<ZxdgExporterV2>, id: NewResource<ZxdgExportedV2>, surface: Resource<WlSurface>
    ) {
        let object = id.create(ExportedV2())
        guard let toplevel = Toplevel.of(surface: surface) else {
            return resource.post(ZxdgExporterV2.ErrorCode.invalidSurface, "the surface is not a toplevel")
        }
        guard object.isAlive else { return }
        let name = windows.export(toplevel)
        object.onDestroy { [windows] in windows.withdraw(name) }
        object.sendHandle(handle: name)
    }
}

private final class ImporterV2: ZxdgImporterV2Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func importToplevel(_ resource: Resource<ZxdgImporterV2>, id: NewResource<ZxdgImportedV2>, handle: String) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let imported = ImportedWindow(handle, windows) { [weak object] in object?.sendDestroyed() }
        object.handler = ImportedV2(imported)
        object.onDestroy { imported.release() }
        windows.add(imported)
    }
}

private final class ExportedV2: ZxdgExportedV2Requests {}

private final class ImportedV2: ZxdgImportedV2Requests {
    private let imported: ImportedWindow

    init(_ imported: ImportedWindow) {
        self.imported = imported
    }

    func setParentOf(_ resource: Resource<ZxdgImportedV2>, surface: Resource<WlSurface>) {
        guard let toplevel = Toplevel.of(surface: surface) else {
            return resource.post(ZxdgImportedV2.ErrorCode.invalidSurface, "the surface is not a toplevel")
        }
        imported.adopt(toplevel)
    }
}

extension Toplevel {
    /// The toplevel of a surface; nil for other roles.
    static func of(surface: Resource<WlSurface>) -> Toplevel? {
        (Surface.of(surface)?.role as? ShellSurface)?.shellRole as? Toplevel
    }
}
