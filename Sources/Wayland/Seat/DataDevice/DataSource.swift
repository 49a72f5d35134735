import Runtime
import WaylandBinding

/// The source of a drag: a client's `wl_data_source`, or a program of X.
protocol DragSource: SelectionSource {
    var actions: WlDataDeviceManager.DndAction { get }

    /// The source is now being dragged.
    func becomeDrag()

    /// The destination accepts a type, or none.
    func accepted(_ type: String?)

    /// Another action was chosen; empty for none.
    func chose(_ action: WlDataDeviceManager.DndAction)

    /// The user has dropped the data.
    func dropped()

    /// The destination has taken the data.
    func finished()
}

/// A client's `wl_data_source`: the types it offers, for the clipboard or a drag.
final class DataSource: SelectionSource {
    enum Use {
        case none, selection, drag
    }

    let resource: Resource<WlDataSource>
    private(set) var types = OfferedTypes()
    private var setActions: WlDataDeviceManager.DndAction?
    private(set) var use = Use.none

    init(_ resource: Resource<WlDataSource>) {
        self.resource = resource
    }

    static func of(_ resource: Resource<WlDataSource>?) -> DataSource? { resource?.handler as? DataSource }

    var object: AnyResource? { resource }
    var isUsed: Bool { use != .none }
    var hasSetActions: Bool { setActions != nil }
    /// The source's actions; before version 3 only copying.
    var actions: WlDataDeviceManager.DndAction { resource.version < 3 ? .copy : setActions ?? [] }

    func becomeSelection() {
        use = .selection
    }

    func send(_ type: String, to descriptor: OwnedDescriptor) {
        resource.sendSend(mimeType: type, fd: descriptor.number)
    }

    /// Sends `cancelled`; a drag source before version 3 gets no event.
    func cancel() {
        if use != .drag || resource.version >= 3 { resource.sendCancelled() }
    }
}

extension DataSource: DragSource {
    func becomeDrag() {
        use = .drag
    }

    func accepted(_ type: String?) {
        resource.sendTarget(mimeType: type)
    }

    func chose(_ action: WlDataDeviceManager.DndAction) {
        resource.sendAction(dndAction: action)
    }

    func dropped() {
        resource.sendDndDropPerformed()
    }

    func finished() {
        resource.sendDndFinished()
    }
}

extension DataSource: WlDataSourceRequests {
    func offer(_ resource: Resource<WlDataSource>, mimeType: String) {
        types.add(mimeType)
    }

    func setActions(_ resource: Resource<WlDataSource>, dndActions: WlDataDeviceManager.DndAction) {
        if !DragActionChoice.known.isSuperset(of: dndActions) {
            return resource.post(WlDataSource.ErrorCode.invalidActionMask, "unknown actions \(dndActions.rawValue)")
        }
        if setActions != nil || use != .none {
            return resource.post(WlDataSource.ErrorCode.invalidSource, "actions must be set once, before the drag")
        }
        setActions = dndActions
    }
}
