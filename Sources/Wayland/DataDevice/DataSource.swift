/// A client's `wl_data_source`: what it offers, and whether for the selection or for a drag.
final class DataSource {
    enum Use {
        case none, selection, drag
    }

    let resource: Resource<WlDataSource>
    private(set) var types: [String] = []
    private var setActions: WlDataDeviceManager.DndAction?
    var use = Use.none
    /// The offer that the drag's destination answers with; that of the selection needs no answer.
    weak var offer: DataOffer?

    init(_ resource: Resource<WlDataSource>) {
        self.resource = resource
    }

    static func of(_ resource: Resource<WlDataSource>?) -> DataSource? { resource?.handler as? DataSource }

    var isAlive: Bool { resource.isAlive }
    var hasSetActions: Bool { setActions != nil }
    /// What the source allows; older ones know copying only.
    var actions: WlDataDeviceManager.DndAction { resource.version < 3 ? .copy : setActions ?? [] }

    /// The source is of no use any more; older drag sources are not told.
    func cancel() {
        if use != .drag || resource.version >= 3 { resource.sendCancelled() }
    }
}

extension DataSource: WlDataSourceRequests {
    func offer(_ resource: Resource<WlDataSource>, mimeType: String) {
        if !types.contains(mimeType) { types.append(mimeType) }
    }

    func setActions(_ resource: Resource<WlDataSource>, dndActions: WlDataDeviceManager.DndAction) {
        if !DragActionChoice.known.isSuperset(of: dndActions) {
            return resource.post(WlDataSource.ErrorCode.invalidActionMask, "unknown actions \(dndActions.rawValue)")
        }
        if setActions != nil || use != .none {
            return resource.post(WlDataSource.ErrorCode.invalidSource, "actions come once and before the drag")
        }
        setActions = dndActions
    }
}
