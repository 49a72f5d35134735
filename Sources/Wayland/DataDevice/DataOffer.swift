/// A `wl_data_offer`: the clipboard, or what is dragged, as another client sees it.
final class DataOffer: SelectionOffer {
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
    private weak var source: (any SelectionSource)?
    private let isDrag: Bool
    private let modifiers: () -> DragModifiers
    private var progress = Progress()

    /// Makes the object for the clipboard's contents and introduces it to the device.
    convenience init(_ source: any SelectionSource, to device: Resource<WlDataDevice>) {
        self.init(source, isDrag: false, to: device) { DragModifiers() }
    }

    /// Makes the object for a drag and introduces it to the device.
    convenience init(
        _ source: DataSource, to device: Resource<WlDataDevice>, modifiers: @escaping () -> DragModifiers
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

    /// The source of the drag; the clipboard's needs no answers.
    private var dragged: DataSource? { isDrag ? source as? DataSource : nil }

    /// The destination would take what is dropped now. Older ones are not asked.
    var isAcceptable: Bool {
        if resource.version < 3 { return progress.acceptedType != nil }
        return progress.acceptedType != nil && !progress.action.isEmpty
    }

    /// The source's actions, right after the offer has entered a surface.
    func sendSourceActions() {
        if let dragged { resource.sendSourceActions(sourceActions: dragged.actions) }
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
        guard let source = dragged else { return }
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
        guard progress.isDropped, !progress.isFinished, let source = dragged, source.isAlive else { return }
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
        guard isOpen(), let source = dragged else { return }
        progress.acceptedType = mimeType
        if !progress.isDropped { source.resource.sendTarget(mimeType: mimeType) }
    }

    func receive(_ resource: Resource<WlDataOffer>, mimeType: String, fd: OwnedDescriptor) {
        guard isOpen(), let source, source.isAlive else { return }
        source.send(mimeType, to: fd)
    }

    func finish(_ resource: Resource<WlDataOffer>) {
        guard isDrag else { return refuse(.invalidFinish, "the offer is of no drag") }
        guard isOpen() else { return }
        guard progress.isDropped else { return refuse(.invalidFinish, "nothing has been dropped yet") }
        guard source != nil else { return }
        if progress.acceptedType == nil || progress.action.isEmpty || progress.action == .ask {
            return refuse(.invalidFinish, "no type was accepted or no action chosen")
        }
        progress.isFinished = true
        guard let source = dragged, source.isAlive else { return }
        if progress.isAsking { source.resource.sendAction(dndAction: progress.action) }
        source.resource.sendDndFinished()
    }

    func setActions(
        _ resource: Resource<WlDataOffer>, dndActions: WlDataDeviceManager.DndAction,
        preferredAction: WlDataDeviceManager.DndAction
    ) {
        guard isDrag else { return refuse(.invalidOffer, "the offer is of no drag") }
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
