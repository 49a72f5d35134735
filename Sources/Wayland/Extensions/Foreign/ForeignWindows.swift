import Runtime
import WaylandBinding

/// `zxdg_exporter_v1`, `zxdg_importer_v1` and their second versions.
///
/// The second versions have other names and define errors. In the first versions, invalid requests are ignored.
final class ForeignWindows {
    private var globals: [AnyGlobal] = []

    init(_ display: WaylandDisplay) throws(RuntimeError) {
        let windows = ExportedWindows()
        globals = [
            try Global<ZxdgExporterV1>(display, version: 1) { _ in Exporter(windows) },
            try Global<ZxdgImporterV1>(display, version: 1) { _ in Importer(windows) },
            try Global<ZxdgExporterV2>(display, version: 1) { _ in Exporter(windows) },
            try Global<ZxdgImporterV2>(display, version: 1) { _ in Importer(windows) },
        ]
    }
}

private final class Exporter: ZxdgExporterV1Requests, ZxdgExporterV2Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func export(
        _ resource: Resource<ZxdgExporterV1>, id: NewResource<ZxdgExportedV1>, surface: Resource<WlSurface>
    ) {
        let object = id.create(ExportedObject())
        guard object.isAlive else { return }
        object.sendHandle(handle: handle(of: Toplevel.of(surface: surface), until: object))
    }

    func exportToplevel(
        _ resource: Resource<ZxdgExporterV2>, id: NewResource<ZxdgExportedV2>, surface: Resource<WlSurface>
    ) {
        let object = id.create(ExportedObject())
        guard let toplevel = Toplevel.of(surface: surface) else {
            return resource.post(ZxdgExporterV2.ErrorCode.invalidSurface, "the surface is not a toplevel")
        }
        if object.isAlive { object.sendHandle(handle: handle(of: toplevel, until: object)) }
    }

    /// A handle that is valid until the object or the window is destroyed; without a window, the handle is never valid.
    private func handle(of toplevel: Toplevel?, until object: AnyResource) -> String {
        guard let toplevel else { return WireString.randomName() }
        let name = windows.export(toplevel)
        object.onDestroy { [windows] in windows.withdraw(name) }
        return name
    }
}

private final class Importer: ZxdgImporterV1Requests, ZxdgImporterV2Requests {
    private let windows: ExportedWindows

    init(_ windows: ExportedWindows) {
        self.windows = windows
    }

    func `import`(_ resource: Resource<ZxdgImporterV1>, id: NewResource<ZxdgImportedV1>, handle: String) {
        let object = id.createInert()
        guard object.isAlive else { return }
        object.handler = add(handle, object) { [weak object] in object?.sendDestroyed() }
    }

    func importToplevel(_ resource: Resource<ZxdgImporterV2>, id: NewResource<ZxdgImportedV2>, handle: String) {
        let object = id.createInert()
        guard object.isAlive else { return }
        object.handler = add(handle, object) { [weak object] in object?.sendDestroyed() }
    }

    private func add(_ handle: String, _ object: AnyResource, onGone: @escaping () -> Void) -> ImportedObject {
        let imported = ImportedWindow(handle, windows, onGone: onGone)
        object.onDestroy { imported.release() }
        defer { windows.add(imported) }
        return ImportedObject(imported)
    }
}

private final class ExportedObject: ZxdgExportedV1Requests, ZxdgExportedV2Requests {}

private final class ImportedObject: ZxdgImportedV1Requests, ZxdgImportedV2Requests {
    private let imported: ImportedWindow

    init(_ imported: ImportedWindow) {
        self.imported = imported
    }

    func setParentOf(_ resource: Resource<ZxdgImportedV1>, surface: Resource<WlSurface>) {
        if let toplevel = Toplevel.of(surface: surface) { imported.adopt(toplevel) }
    }

    func setParentOf(_ resource: Resource<ZxdgImportedV2>, surface: Resource<WlSurface>) {
        guard let toplevel = Toplevel.of(surface: surface) else {
            return resource.post(ZxdgImportedV2.ErrorCode.invalidSurface, "the surface is not a toplevel")
        }
        imported.adopt(toplevel)
    }
}
