import CRemote
import ConfigurationFiles
import Runtime

/// One of the service's outputs as viewers see and use it.
///
/// Nothing is copied while nobody looks or while nothing changes. While the library encodes a picture for a viewer, the next one is copied:
/// it waits there for the viewer that asks, and is replaced by a newer one now and then. A picture that viewers did not take in time is
/// never sent.
final class SharedScreen {
    weak var session: RemoteSession?

    private enum Copy {
        case none
        /// The service has not said which memory it needs.
        case begun
        case filling(SharedPixels)
    }

    private let name: String
    private let loop: EventLoop
    private let server: ViewerServer
    private let screens: ScreenConnection
    private let isViewOnly: Bool
    private let keyboard: ViewerKeyboard?
    /// Nil where viewers change nothing.
    private let clipboard: Clipboard?
    /// The text that viewers have not been given yet.
    private var copied: String?
    private var buttons = PointerButtons()
    private var viewers: [ViewerID] = []
    private var output: ListedOutput?
    private var copy = Copy.none
    private var pool = PixelPool()
    private var damage: [kagami_rect] = []
    /// The size of the picture that viewers see.
    private var shownSize: PixelSize
    /// Whether viewers have a picture of the output as it is, so that the next one may wait for a change.
    private var isFresh = false
    /// Whether a viewer has asked for another picture since the last one.
    private var isAsked = false
    /// Whether the last picture waits in the library for a viewer that asks.
    private var isWaiting = false
    private var shownAt: Int64 = 0
    /// The instant before which no copy begins, after one that failed.
    private var retryAt: Int64 = 0
    private lazy var timer = loop.makeTimer { [weak self] in self?.proceed() }
    private lazy var copyTimer = loop.makeTimer { [weak self] in self?.sendCopied() }
    private lazy var patience = loop.makeTimer { [weak self] in self?.server.isListening = true }

    private static let retryMicroseconds: Int64 = 50_000
    /// When to look again whether all who are connected are viewers.
    private static let strangerMicroseconds: Int64 = 250_000
    /// How long the first viewer waits for its first picture, instead of a black one.
    private static let firstPictureMicroseconds: Int64 = 3_000_000
    /// How old a picture that waits becomes before it is replaced. Viewers that have ordered pictures in advance do not ask, and theirs may
    /// have been sent.
    private static let waitingMicroseconds: Int64 = kagami_vnc_asks_each_time() ? 100_000 : 25_000

    /// Shares the output of this name, which may come later; until there is a picture the screen has this size.
    init(
        output name: String, size: PixelSize = PixelSize(width: 1280, height: 720), options: ListenOptions,
        tools: String, loop: EventLoop
    ) throws {
        self.name = name
        self.loop = loop
        isViewOnly = options.isViewOnly
        keyboard = ViewerKeyboard()
        shownSize = size
        let protection = try options.protection()
        screens = try ScreenConnection(to: tools, loop: loop)
        clipboard = isViewOnly ? nil : Clipboard(screens, loop: loop)
        server = try ViewerServer(options.address, protection, limit: options.limit, loop: loop)
        server.observer = self
        screens.observer = self
        server.name("\(name) - Kagami")
        clipboard?.onCopy = { [weak self] in self?.readCopied() }
        use(screens.outputs.first { $0.name == name })
        openPointer()
        if output == nil { showNothing() }
    }

    /// Shows black at the size of the last picture: nobody who comes later sees what was there before.
    private func showNothing() {
        isFresh = false
        guard let black = SharedPixels(black: shownSize) else { return }
        server.show(black, damage: [shownSize.whole])
    }

    /// Begins a copy if one is needed now.
    private func proceed() {
        guard case .none = copy, let output, !viewers.isEmpty else { return }
        let start = max(retryAt, isFresh && isWaiting ? shownAt + Self.waitingMicroseconds : 0)
        guard start <= loop.turnTime else { return timer.arm(at: start) }
        if screens.beginCopy(of: output.number) { copy = .begun }
    }

    private func cancelCopy() {
        if case .none = copy { return }
        screens.cancelCopy()
        copy = .none
        damage = []
    }

    private func openPointer() {
        if !isViewOnly, let output { screens.openPointer(on: output.number) }
    }

    /// Reads what a program has copied, for the viewers that are there.
    private func readCopied() {
        guard !viewers.isEmpty else { return }
        clipboard?.read { [weak self] result in
            guard let self, case .success(let text) = result else { return }
            copied = String(decoding: text, as: UTF8.self)
            sendCopied()
        }
    }

    private func sendCopied() {
        guard let copied, !viewers.isEmpty else { return }
        guard !server.hasStrangers(beside: viewers.count) else {
            return copyTimer.arm(after: Self.strangerMicroseconds)
        }
        self.copied = nil
        server.send(copied)
    }

    private func use(_ found: ListedOutput?) {
        let old = output
        output = found
        guard found != old else { return }
        cancelCopy()
        isFresh = false
        // Viewers keep the picture until the next one, or see that there is none any more.
        if viewers.isEmpty, let found { shownSize = found.size }
        if viewers.isEmpty || found == nil { showNothing() }
        proceed()
    }
}

extension PixelSize {
    fileprivate var whole: kagami_rect {
        kagami_rect(x: 0, y: 0, width: UInt16(clamping: width), height: UInt16(clamping: height))
    }
}

extension SharedScreen: ScreenConnectionObserver {
    func outputChanged(_ changed: ListedOutput) {
        // One that had the name may have another now: an output goes where the content goes.
        use(screens.outputs.first { $0.name == name })
        if changed.number == output?.number { openPointer() }
    }

    func outputLeft(_ number: UInt32) {
        use(screens.outputs.first { $0.name == name })
    }

    func copyNeeds(_ size: PixelSize, stride: Int, isXRGB: Bool) {
        guard case .begun = copy, isXRGB, size.width <= Int(UInt16.max), size.height <= Int(UInt16.max),
            let pixels = pool.take(size, stride: stride, make: { screens.makePixels(size, stride: stride) })
        else {
            screens.cancelCopy()
            return copyFailed()
        }
        copy = .filling(pixels)
        screens.fill(pixels, whenChanged: isFresh && size == shownSize)
    }

    func copyDamaged(_ rect: kagami_rect) {
        damage.append(rect)
    }

    func copyDone() {
        guard case .filling(let pixels) = copy else { return }
        copy = .none
        shownSize = pixels.size
        server.show(pixels, damage: isFresh && !damage.isEmpty ? damage : [pixels.size.whole])
        damage = []
        (isFresh, isWaiting, isAsked, shownAt) = (true, !isAsked, false, loop.turnTime)
        patience.disarm()
        server.isListening = true
        proceed()
    }

    func copyFailed() {
        copy = .none
        damage = []
        isFresh = false
        retryAt = loop.turnTime + Self.retryMicroseconds
        proceed()
    }

    func serviceEnded() {
        session?.serviceEnded()
    }
}

extension SharedScreen: ViewerObserver {
    func viewerCame(_ viewer: ViewerID) {
        viewers.append(viewer)
        if viewers.count == 1, !isFresh {
            server.isListening = false
            patience.arm(after: Self.firstPictureMicroseconds)
        }
        session?.viewersChanged(viewers)
        proceed()
    }

    func viewerLeft(_ viewer: ViewerID) {
        guard let index = viewers.firstIndex(of: viewer) else { return }
        viewers.remove(at: index)
        if !isViewOnly {
            screens.perform(buttons.leave(viewer), on: shownSize)
            screens.perform(keyboard?.leave(viewer) ?? [])
        }
        if viewers.isEmpty {
            cancelCopy()
            timer.disarm()
            copyTimer.disarm()
            copied = nil
            pool.empty()
            // The library is in the middle of what it does with the viewer.
            loop.deferAction { [weak self] in
                guard let self, viewers.isEmpty else { return }
                showNothing()
            }
        }
        session?.viewersChanged(viewers)
    }

    func viewerAsked(_ viewer: ViewerID) {
        // The library encodes a picture that waits as soon as this returns.
        if isWaiting { isWaiting = false } else { isAsked = true }
        proceed()
    }

    func viewerPressed(keysym: UInt32, isPressed: Bool, _ viewer: ViewerID) {
        guard !isViewOnly, let keyboard else { return }
        screens.perform(keyboard.stroke(keysym, isPressed: isPressed, viewer))
    }

    func viewerPointed(x: Int, y: Int, buttons pressed: UInt32, _ viewer: ViewerID) {
        guard !isViewOnly else { return }
        let (x, y) = (min(x, shownSize.width - 1), min(y, shownSize.height - 1))
        screens.perform(buttons.point(x: x, y: y, buttons: pressed, viewer), on: shownSize)
    }

    func viewerCopied(_ text: [UInt8]) {
        guard !isViewOnly else { return }
        _ = clipboard?.set(Array(ViewerText.decode(text).utf8))
    }

    func viewerWishes(width: Int, height: Int, _ viewer: ViewerID) -> Bool {
        session?.sizeWished(PixelSize(width: width, height: height), viewer) ?? false
    }
}
