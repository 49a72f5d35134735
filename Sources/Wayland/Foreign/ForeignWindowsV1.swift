import WaylandBinding

/// `zxdg_exporter_v1` and `zxdg_importer_v1`, which define no protocol errors: invalid requests are ignored.
final class ForeignWindowsV1 {
    private var exporter: Global<ZxdgExporterV1>?
    private var importer: Global<ZxdgImporterV1>?

    init(_ display: WaylandDisplay, windows: ExportedWindows) throws(WaylandError) {
        exporter = try Global(display, version: 1) { _ in ExporterV1(windows) }
        importer = try Global(display, version: 1) { _ in ImporterV1(windows) }
    }
}

private final class ExporterV1: ZxdgExporterV1Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func export(
        _ resource: Resource<ZxdgExporterV1>, id: NewResource<ZxdgExportedV1>, surface: Resource<WlSurface>
    ) {
        let object = id.create(ExportedV1())
        guard object.isAlive else { return }
        guard let toplevel = Toplevel.of(surface: surface) else {
            return object.sendHandle(handle: ActivationTokens.randomName())
        }
        let name = windows.export(toplevel)
        object.onDestroy { [windows] in windows.withdraw(name) }
        object.sendHandle(handle: name)
    }
}

private final class ImporterV1: ZxdgImporterV1Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func `import`(_ resource: Resource<ZxdgImporterV1>, id: NewResource<ZxdgImportedV1>, handle: String) {
        let object = id.createInert()
        guard object.isAlive else { return }
        let imported = ImportedWindow(handle, windows) { [weak object] in object?.sendDestroyed() }
        object.handler = ImportedV1(imported)
        object.onDestroy { imported.release() }
        windows.add(imported)
    }
}

private final class ExportedV1: ZxdgExportedV1Requests {}

private final class ImportedV1: ZxdgImportedV1Requests {
    private let imported: ImportedWindow

    init(_ imported: ImportedWindow) {
        self.imported = imported
    }

    func setParentOf(_ resource: Resource<ZxdgImportedV1>, surface: Resource<WlSurface>) {
        if let toplevel = Toplevel.of(surface: surface) { imported.adopt(toplevel) }
    }
}
