/// A selection of the seat: what was copied or marked last, by whichever protocol, and those who may read it.
final class Selection {
    private let display: WaylandDisplay
    private(set) var source: (any SelectionSource)?
    /// That of the request that made the selection what it is.
    private var serial: UInt32?
    /// The client that has the keyboard, and with it the selection.
    private var focus: Client?
    private var readers: [SelectionReader] = []

    init(display: WaylandDisplay) {
        self.display = display
    }

    /// Adds a reader until its object is destroyed, and tells it the selection if it may know.
    func add(_ reader: SelectionReader) {
        guard reader.object.isAlive else { return }
        readers.append(reader)
        reader.object.onDestroy { [weak self, weak reader] in self?.readers.removeAll { $0 === reader } }
        if mayRead(reader) { reader.tell(source) }
    }

    /// Readers that need the keyboard are told once for as long as their client has it.
    func keyboardMoved(to client: Client?) {
        if client == focus { return }
        let old = focus
        focus = client
        for reader in readers where reader.needsKeyboard {
            if reader.object.client == old { reader.disconnect() }
            if reader.object.client == client { reader.tell(source) }
        }
    }

    /// Makes a source the selection, or nothing. A source that is in use already stays what it is.
    ///
    /// A request with an older serial than the current selection's is too late. One from the future would keep
    /// everybody else from selecting, so it does not count either.
    func set(_ new: (any SelectionSource)?, serial: UInt32) {
        if new?.isUsed == true { return }
        let isLate = self.serial.map { SerialLedger.isOlder(serial, than: $0) } ?? false
        if isLate || SerialLedger.isOlder(display.serial, than: serial) {
            new?.cancel()
            return
        }
        self.serial = serial
        replace(with: new)
    }

    /// The same for those who have no input events to refer to.
    func set(_ new: (any SelectionSource)?) {
        set(new, serial: display.nextSerial())
    }

    private func mayRead(_ reader: SelectionReader) -> Bool {
        !reader.needsKeyboard || reader.object.client == focus
    }

    private func replace(with new: (any SelectionSource)?) {
        let old = source
        source = new
        new?.becomeSelection()
        new?.object.onDestroy { [weak self, weak new] in
            if let new, self?.source === new { self?.replace(with: nil) }
        }
        for reader in readers where mayRead(reader) { reader.tell(new) }
        old?.cancel()
    }
}

/// One object through which a client learns of a selection.
final class SelectionReader {
    let object: AnyResource
    /// Only the client that has the keyboard is told.
    let needsKeyboard: Bool
    private let announce: ((any SelectionSource)?) -> (any SelectionOffer)?
    private var offer: (any SelectionOffer)?

    /// `announce` tells the client of a selection, or that there is none, and returns what it was offered.
    init(
        _ object: AnyResource, needsKeyboard: Bool,
        announce: @escaping ((any SelectionSource)?) -> (any SelectionOffer)?
    ) {
        self.object = object
        self.needsKeyboard = needsKeyboard
        self.announce = announce
    }

    func tell(_ source: (any SelectionSource)?) {
        disconnect()
        offer = announce(source)
    }

    func disconnect() {
        offer?.disconnect()
        offer = nil
    }
}
