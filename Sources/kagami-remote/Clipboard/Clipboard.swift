import Runtime

/// The text in the service's clipboard, which the applications and tools share.
final class Clipboard {
    /// Called when another program has copied a text.
    var onCopy: () -> Void = {}
    /// Called when the text that was set here is no longer in the clipboard.
    var onLost: () -> Void = {}
    /// Whether the clipboard has the text that was set here.
    private(set) var isOwner = false

    private let screens: ScreenConnection
    private let loop: EventLoop
    private var text: [UInt8] = []
    private var transfers: [ObjectIdentifier: TextTransfer] = [:]

    /// The most programs that read or write at a time.
    private static let mostTransfers = 32

    /// Nil if the service has no protocol for it.
    init?(_ screens: ScreenConnection, loop: EventLoop) {
        guard screens.openClipboard() else { return nil }
        self.screens = screens
        self.loop = loop
        screens.clipboardObserver = self
    }

    /// Puts a text into the clipboard, in UTF-8; false for one that is too long.
    func set(_ text: [UInt8]) -> Bool {
        guard text.count <= TextTransfer.limit, screens.offerText() else { return false }
        self.text = text
        isOwner = true
        return true
    }

    /// Reads the clipboard's text, in UTF-8; an empty one if it has none.
    func read(_ done: @escaping (Result<[UInt8], TextTransfer.Failure>) -> Void) {
        if isOwner { return done(.success(text)) }
        guard let descriptor = screens.receiveText() else { return done(.success([])) }
        transfer(descriptor, done)
    }

    private func transfer(
        _ descriptor: CInt, writing text: [UInt8]? = nil,
        _ done: @escaping (Result<[UInt8], TextTransfer.Failure>) -> Void
    ) {
        var identity: ObjectIdentifier?
        let transfer = TextTransfer(descriptor, writing: text, loop: loop) { [weak self] result in
            // The loop still calls it.
            let ended = identity.flatMap { self?.transfers.removeValue(forKey: $0) }
            done(result)
            withExtendedLifetime(ended) {}
        }
        identity = ObjectIdentifier(transfer)
        guard transfers.count < Self.mostTransfers else {
            return done(.failure(TextTransfer.Failure(reason: "too many programs copy and paste at a time")))
        }
        transfers[ObjectIdentifier(transfer)] = transfer
    }
}

extension Clipboard: ClipboardObserver {
    func clipboardChanged(hasText: Bool, isOwn: Bool) {
        isOwner = isOwn
        if hasText, !isOwn { onCopy() }
    }

    func clipboardWanted(_ descriptor: CInt) {
        transfer(descriptor, writing: text) { _ in }
    }

    func clipboardLost() {
        isOwner = false
        text = []
        onLost()
    }
}
