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

    init(display: WaylandDisplay) {
        self.display = display
    }

    /// Adds a reader until its resource is destroyed, and sends it the selection if it may read it.
    func add(_ reader: SelectionReader) {
        guard reader.object.isAlive else { return }
        readers.append(reader)
        reader.object.onDestroy { [weak self, weak reader] in self?.readers.removeAll { $0 === reader } }
        if mayRead(reader) { reader.tell(source) }
    }

    /// Moves the keyboard focus; readers that need it are sent the selection once per focus.
    func keyboardMoved(to client: Client?) {
        if client == focus { return }
        let old = focus
        focus = client
        for reader in readers where reader.needsKeyboard {
            if reader.object.client == old { reader.disconnect() }
            if reader.object.client == client { reader.tell(source) }
        }
    }

    /// Sets or clears the selection; ignores a source that is in use already.
    ///
    /// A serial older than that of the current selection is too late. A serial from the future would lock out all other
    /// clients and is ignored as well.
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

    /// Sets or clears the selection for a client without input events.
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

/// A resource that is sent selections.
final class SelectionReader {
    let object: AnyResource
    /// True if only the client with keyboard focus gets the selection.
    let needsKeyboard: Bool
    private let announce: ((any SelectionSource)?) -> (any SelectionOffer)?
    private var offer: (any SelectionOffer)?

    /// `announce` sends the selection, or that there is none, and returns the offer.
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
