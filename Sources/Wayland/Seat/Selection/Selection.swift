import WaylandBinding

/// A selection of the seat, such as the clipboard, and its readers of all protocols.
final class Selection {
    private let display: WaylandDisplay
    private(set) var source: (any SelectionSource)?
    /// The serial of the request that set the selection.
    private var serial: UInt32?
    /// The client with keyboard focus, which may read the selection.
    private var focus: Client?
    private var readers: [SelectionReader] = []
    /// The same selection of another application's seat. Each borrows sources from the other; nil for none.
    private weak var twin: Selection?
    /// Keeps the selected data after its client has ended; nil for a selection that ends with its client.
    private let keeper: ClipboardKeeper?
    /// While the session is locked, only the client with keyboard focus reads and sets the selection.
    var isLocked = false {
        didSet {
            guard isLocked != oldValue else { return }
            if isLocked { keeper?.stop() }
            for reader in readers where !reader.needsKeyboard { tell(reader) }
        }
    }

    init(display: WaylandDisplay, keeper: ClipboardKeeper? = nil) {
        self.display = display
        self.keeper = keeper
    }

    /// Adds a reader until its resource is destroyed, and sends it the selection if it may read it.
    func add(_ reader: SelectionReader) {
        guard reader.object?.isAlive != false else { return }
        readers.append(reader)
        reader.object?.onDestroy { [weak self, weak reader] in self?.readers.removeAll { $0 === reader } }
        if mayRead(reader) { tell(reader) }
    }

    /// Offers the source of this selection to the readers of `other`, and the other way round.
    ///
    /// Sandboxed clients are left out: their sources are not lent, and borrowed sources are not offered to them.
    func share(with other: Selection) {
        (twin, other.twin) = (other, self)
        if let source {
            lend(source, inPlaceOf: nil)
        } else if let source = other.source {
            other.lend(source, inPlaceOf: nil)
        }
    }

    /// Moves the keyboard focus; readers that need it are sent the selection once per focus.
    func keyboardMoved(to client: Client?) {
        if client == focus { return }
        let old = focus
        focus = client
        for reader in readers where reader.needsKeyboard {
            if reader.object?.client == old { reader.disconnect() }
            if reader.object?.client == client { tell(reader) }
        }
    }

    /// Sets or clears the selection; ignores a source that is in use already.
    ///
    /// A serial that is older than the current selection's is too late. A serial from the future would lock out all
    /// other clients and is ignored as well.
    func set(_ new: (any SelectionSource)?, serial: UInt32) {
        if new?.isUsed == true { return }
        let isLate = self.serial.map { PressSerials.isOlder(serial, than: $0) } ?? false
        if isLate || PressSerials.isOlder(display.serial, than: serial) {
            new?.cancel()
            return
        }
        self.serial = serial
        replace(with: new)
    }

    /// Sets or clears the selection for a client without input events.
    func set(_ new: (any SelectionSource)?) {
        if isLocked {
            new?.cancel()
            return
        }
        set(new, serial: display.nextSerial())
    }

    /// Ends a source of the service's own.
    ///
    /// `isKept` leaves what was read of it, as when the client of a source has ended.
    func end(_ source: any SelectionSource, isKept: Bool) {
        guard self.source === source else { return }
        if isKept, let keeper { change(to: keeper.take()) } else { replace(with: nil) }
    }

    private func mayRead(_ reader: SelectionReader) -> Bool {
        !reader.needsKeyboard || reader.object?.client == focus
    }

    private func replace(with new: (any SelectionSource)?) {
        change(to: new)
        keeper?.follow(isLocked ? nil : new)
    }

    private func change(to new: (any SelectionSource)?) {
        let old = show(new)
        lend(new, inPlaceOf: old)
        old?.cancel()
    }

    /// Offers the source to the readers, and returns the previous source.
    private func show(_ new: (any SelectionSource)?) -> (any SelectionSource)? {
        let old = source
        source = new
        new?.becomeSelection()
        new?.object?.onDestroy { [weak self, weak new] in
            if let self, let new, source === new { self.end(new) }
        }
        for reader in readers where mayRead(reader) { tell(reader) }
        return old
    }

    /// Ends a source that its client has destroyed, or whose client is gone. The other seat notices this by itself.
    private func end(_ source: any SelectionSource) {
        if source is BorrowedSource { return _ = show(nil) }
        guard let keeper, let client = source.object?.client else { return replace(with: nil) }
        if client.handle == nil { return change(to: keeper.take()) }
        change(to: nil)
        keeper.wait(forEndOf: client) { [weak self] in self?.change(to: keeper.take()) }
    }

    /// The source for those who may read it wherever the keyboard is: none while the session is locked.
    var visibleSource: (any SelectionSource)? { isLocked ? nil : source }

    private func tell(_ reader: SelectionReader) {
        let isHidden = isLocked && !reader.needsKeyboard
        reader.tell(isHidden || source is BorrowedSource && reader.isSandboxed ? nil : source)
    }

    /// Makes the other seat follow: it borrows the new source if it may, or gives up the source that it has borrowed from here.
    private func lend(_ new: (any SelectionSource)?, inPlaceOf old: (any SelectionSource)?) {
        guard let twin else { return }
        if let new, !new.isSandboxed {
            twin.follow(BorrowedSource(new))
        } else if twin.source is BorrowedSource || new == nil && old is BorrowedSource {
            twin.follow(nil)
        }
    }

    /// Replaces the selection by a source that the other seat has lent; nil for none.
    private func follow(_ borrowed: BorrowedSource?) {
        serial = display.nextSerial()
        show(borrowed)?.cancel()
        keeper?.follow(nil)
    }
}

/// A resource that is sent selections, or the service itself on behalf of others.
final class SelectionReader {
    /// The reader's resource, with which it ends; nil for a reader of the service itself.
    let object: AnyResource?
    /// True if only the client with keyboard focus gets the selection.
    let needsKeyboard: Bool
    private let announce: ((any SelectionSource)?) -> (any SelectionOffer)?
    private var offer: (any SelectionOffer)?

    /// `announce` sends the selection, or that there is none, and returns the offer.
    init(
        _ object: AnyResource?, needsKeyboard: Bool,
        announce: @escaping ((any SelectionSource)?) -> (any SelectionOffer)?
    ) {
        self.object = object
        self.needsKeyboard = needsKeyboard
        self.announce = announce
    }

    var isSandboxed: Bool { object?.client.isSandboxed ?? false }

    func tell(_ source: (any SelectionSource)?) {
        disconnect()
        offer = announce(source)
    }

    func disconnect() {
        offer?.disconnect()
        offer = nil
    }
}
