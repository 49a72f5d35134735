/// A `wl_data_offer`: a source as another client sees it.
final class DataOffer {
    enum Kind {
        case selection, drag
    }

    /// How far the destination of a drag has come.
    private struct Progress {
        var acceptedType: String?
        var actions: WlDataDeviceManager.DndAction = []
        var preferred: WlDataDeviceManager.DndAction = []
        var action: WlDataDeviceManager.DndAction = []
        var isDropped = false
        /// The user was to be asked when the data was dropped.
        var isAsking = false
        var isFinished = false
    }

    let resource: Resource<WlDataOffer>
    let kind: Kind
    private weak var source: DataSource?
    private var progress = Progress()
    private let modifiers: () -> DragModifiers

    /// Makes the object and introduces it to the device with all its types.
    init(_ source: DataSource, kind: Kind, to device: Resource<WlDataDevice>, modifiers: @escaping () -> DragModifiers)
    {
        self.source = source
        self.kind = kind
        self.modifiers = modifiers
        resource = Resource(client: device.client, version: device.version)
        guard resource.isAlive else { return }
        resource.handler = self
        device.sendDataOffer(id: resource)
        for type in source.types { resource.sendOffer(mimeType: type) }
        resource.onDestroy { [weak self] in self?.ended() }
    }

    /// The destination would take what is dropped now. Older ones are not asked.
    var isAcceptable: Bool {
        if resource.version < 3 { return progress.acceptedType != nil }
        return progress.acceptedType != nil && !progress.action.isEmpty
    }

    /// The source's actions, right after the offer has entered a surface.
    func sendSourceActions() {
        if let source { resource.sendSourceActions(sourceActions: source.actions) }
        negotiate()
    }

    /// The data was dropped here.
    func drop() {
        progress.isDropped = true
        progress.isAsking = progress.action == .ask
    }

    /// Nothing more comes of the offer: the selection was replaced, or the drag went elsewhere.
    func disconnect() {
        source = nil
    }

    /// Works the action out again and tells both ends if it has changed.
    func negotiate() {
        guard let source, kind == .drag else { return }
        let isFinal = progress.isDropped
        let mine = resource.version < 3 ? .copy : progress.actions
        let next = DragActionChoice.choose(
            source: source.actions, destination: mine, preferred: progress.preferred,
            modifiers: isFinal ? DragModifiers() : modifiers())
        if next == progress.action { return }
        progress.action = next
        // After the drop the destination has chosen by itself, and the source hears of it at the end.
        if isFinal { return }
        source.resource.sendAction(dndAction: next)
        resource.sendAction(dndAction: next)
    }

    private func ended() {
        guard kind == .drag, progress.isDropped, !progress.isFinished, let source, source.isAlive else { return }
        if resource.version < 3 { return source.resource.sendDndFinished() }
        source.cancel()
    }

    private func refuse(_ code: WlDataOffer.ErrorCode, _ reason: String) {
        resource.post(code, reason)
    }

    /// False, after a protocol error, once the offer has been finished.
    private func isOpen() -> Bool {
        if !progress.isFinished { return true }
        refuse(.invalidOffer, "the offer is finished")
        return false
    }
}

extension DataOffer: WlDataOfferRequests {
    func accept(_ resource: Resource<WlDataOffer>, serial: UInt32, mimeType: String?) {
        guard isOpen(), kind == .drag, let source else { return }
        progress.acceptedType = mimeType
        if !progress.isDropped { source.resource.sendTarget(mimeType: mimeType) }
    }

    func receive(_ resource: Resource<WlDataOffer>, mimeType: String, fd: OwnedDescriptor) {
        guard isOpen(), let source, source.isAlive else { return }
        source.resource.sendSend(mimeType: mimeType, fd: fd.raw)
    }

    func finish(_ resource: Resource<WlDataOffer>) {
        guard kind == .drag else { return refuse(.invalidFinish, "the offer is of no drag") }
        guard isOpen() else { return }
        guard progress.isDropped else { return refuse(.invalidFinish, "nothing has been dropped yet") }
        guard source != nil else { return }
        if progress.acceptedType == nil || progress.action.isEmpty || progress.action == .ask {
            return refuse(.invalidFinish, "no type was accepted or no action chosen")
        }
        progress.isFinished = true
        guard let source, source.isAlive else { return }
        if progress.isAsking { source.resource.sendAction(dndAction: progress.action) }
        source.resource.sendDndFinished()
    }

    func setActions(
        _ resource: Resource<WlDataOffer>, dndActions: WlDataDeviceManager.DndAction,
        preferredAction: WlDataDeviceManager.DndAction
    ) {
        guard kind == .drag else { return refuse(.invalidOffer, "the offer is of no drag") }
        guard isOpen() else { return }
        guard DragActionChoice.known.isSuperset(of: dndActions) else {
            return refuse(.invalidActionMask, "unknown actions \(dndActions.rawValue)")
        }
        guard DragActionChoice.isSingle(preferredAction), dndActions.isSuperset(of: preferredAction) else {
            return refuse(.invalidAction, "\(preferredAction.rawValue) is not one of the actions")
        }
        if progress.isDropped, let source, !source.actions.isSuperset(of: preferredAction) {
            return refuse(.invalidAction, "the source does not offer \(preferredAction.rawValue)")
        }
        progress.actions = dndActions
        progress.preferred = preferredAction
        negotiate()
    }
}
