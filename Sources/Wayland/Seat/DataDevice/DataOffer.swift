import Runtime
import WaylandBinding

/// A `wl_data_offer`: the clipboard or the dragged data, as another client sees it.
final class DataOffer: SelectionOffer {
    /// The state of a drag at its destination.
    private struct Progress {
        var acceptedType: String?
        var actions: WlDataDeviceManager.DndAction = []
        var preferred: WlDataDeviceManager.DndAction = []
        var action: WlDataDeviceManager.DndAction = []
        var isDropped = false
        /// The action was `ask` when the data was dropped.
        var isAsking = false
        var isFinished = false
    }

    let resource: Resource<WlDataOffer>
    private weak var source: (any SelectionSource)?
    private let isDrag: Bool
    private let modifiers: () -> DragModifiers
    private var progress = Progress()

    /// Creates an offer for the clipboard and introduces it to the device.
    convenience init(_ source: any SelectionSource, to device: Resource<WlDataDevice>) {
        self.init(source, isDrag: false, to: device) { DragModifiers() }
    }

    /// Creates an offer for a drag and introduces it to the device.
    convenience init(
        _ source: any DragSource, to device: Resource<WlDataDevice>, modifiers: @escaping () -> DragModifiers
    ) {
        self.init(source, isDrag: true, to: device, modifiers: modifiers)
    }

    private init(
        _ source: any SelectionSource, isDrag: Bool, to device: Resource<WlDataDevice>,
        modifiers: @escaping () -> DragModifiers
    ) {
        self.source = source
        self.isDrag = isDrag
        self.modifiers = modifiers
        resource = Resource(client: device.client, version: device.version)
        guard resource.isAlive else { return }
        resource.handler = self
        device.sendDataOffer(id: resource)
        for type in source.types.all { resource.sendOffer(mimeType: type) }
        resource.onDestroy { [weak self] in self?.ended() }
    }

    /// The source of the drag; nil for the clipboard, which needs no feedback.
    private var dragged: (any DragSource)? { isDrag ? source as? any DragSource : nil }

    /// True if the destination would accept a drop now. Before version 3 an accepted type is enough.
    var isAcceptable: Bool {
        if resource.version < 3 { return progress.acceptedType != nil }
        return progress.acceptedType != nil && !progress.action.isEmpty
    }

    /// Sends the source's actions: right after the offer has entered a surface, and when they change.
    func sendSourceActions() {
        if let dragged { resource.sendSourceActions(sourceActions: dragged.actions) }
        negotiate()
    }

    /// The data was dropped here.
    func drop() {
        progress.isDropped = true
        progress.isAsking = progress.action == .ask
    }

    /// The offer has ended: the selection was replaced, or the drag left.
    func disconnect() {
        source = nil
    }

    /// Chooses the action again and sends it to both ends if it has changed.
    func negotiate() {
        guard let source = dragged else { return }
        let isFinal = progress.isDropped
        let mine = resource.version < 3 ? .copy : progress.actions
        let next = DragActionChoice.choose(
            source: source.actions, destination: mine, preferred: progress.preferred,
            modifiers: isFinal ? DragModifiers() : modifiers())
        if next == progress.action { return }
        progress.action = next
        // After the drop, the destination's choice is final. The source is told at the end.
        if isFinal { return }
        source.chose(next)
        resource.sendAction(dndAction: next)
    }

    private func ended() {
        guard progress.isDropped, !progress.isFinished, let source = dragged, source.isAlive else { return }
        if resource.version < 3 { return source.finished() }
        source.cancel()
    }

    private func refuse(_ code: WlDataOffer.ErrorCode, _ reason: String) {
        resource.post(code, reason)
    }

    /// True until the offer is finished; after that posts a protocol error.
    private func isOpen() -> Bool {
        if !progress.isFinished { return true }
        refuse(.invalidOffer, "the offer is finished")
        return false
    }
}

extension DataOffer: WlDataOfferRequests {
    func accept(_ resource: Resource<WlDataOffer>, serial: UInt32, mimeType: String?) {
        guard isOpen(), let source = dragged else { return }
        progress.acceptedType = mimeType
        if !progress.isDropped { source.accepted(mimeType) }
    }

    func receive(_ resource: Resource<WlDataOffer>, mimeType: String, fd: OwnedDescriptor) {
        guard isOpen(), let source, source.isAlive else { return }
        source.send(mimeType, to: fd)
    }

    func finish(_ resource: Resource<WlDataOffer>) {
        guard isDrag else { return refuse(.invalidFinish, "the offer is not from a drag") }
        guard isOpen() else { return }
        guard progress.isDropped else { return refuse(.invalidFinish, "nothing has been dropped yet") }
        guard source != nil else { return }
        if progress.acceptedType == nil || progress.action.isEmpty || progress.action == .ask {
            return refuse(.invalidFinish, "no type was accepted or no action chosen")
        }
        progress.isFinished = true
        guard let source = dragged, source.isAlive else { return }
        if progress.isAsking { source.chose(progress.action) }
        source.finished()
    }

    func setActions(
        _ resource: Resource<WlDataOffer>, dndActions: WlDataDeviceManager.DndAction,
        preferredAction: WlDataDeviceManager.DndAction
    ) {
        guard isDrag else { return refuse(.invalidOffer, "the offer is not from a drag") }
        guard isOpen() else { return }
        guard DragActionChoice.known.isSuperset(of: dndActions) else {
            return refuse(.invalidActionMask, "unknown actions \(dndActions.rawValue)")
        }
        guard DragActionChoice.isSingle(preferredAction), dndActions.isSuperset(of: preferredAction) else {
            return refuse(.invalidAction, "\(preferredAction.rawValue) is not one of the actions")
        }
        if progress.isDropped, let source = dragged, !source.actions.isSuperset(of: preferredAction) {
            return refuse(.invalidAction, "the source does not offer \(preferredAction.rawValue)")
        }
        progress.actions = dndActions
        progress.preferred = preferredAction
        negotiate()
    }
}
