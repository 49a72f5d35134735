import Geometry
import Mirroring

/// Windows that are what the test says.
final class FakeWindows: WindowPort {
    weak var windowObserver: (any WindowObserver)?
    var windowIDs: Set<AppID> = [] {
        didSet { windowObserver?.windowsChanged() }
    }
    var coveredWindowIDs: Set<AppID> = [] {
        didSet { windowObserver?.windowsChanged() }
    }
    private(set) var watched: AppID?
    private(set) var asked: [Size<ContentSpace>?] = []
    private(set) var raised: [AppID] = []
    var picture: WindowImage?

    func watchWindow(_ appID: AppID?) { watched = appID }

    var watchedWindow: WindowImage? { watched == nil ? nil : picture }

    func askWatchedWindow(for size: Size<ContentSpace>?) { asked.append(size) }

    func raiseWindow(_ appID: AppID) { raised.append(appID) }
}

/// A picture of ours that the test draws.
final class FakeBar: ImagePort {
    private(set) var picture: (any Buffer)?
    private(set) var size: Size<OutputSpace>
    var damaged: (Region<OutputSpace>) -> Void = { _ in }
    var isShown = false {
        didSet { picture = isShown ? MemoryBuffer(size: size.reinterpreted()) : nil }
    }

    init(size: Size<OutputSpace>) {
        self.size = size
    }

    func resize(to size: Size<OutputSpace>) {
        guard size != self.size else { return }
        self.size = size
        picture = MemoryBuffer(size: size.reinterpreted())
        damaged(Region(size.bounds))
    }
}

/// Pixels that a test can take away.
final class FakePixels: Buffer {
    let size = Size<BufferSpace>(width: 8, height: 8)
    let stride = 32
    let format = PixelFormat.xrgb8888
    var isThere = true
    private let pixels = [UInt32](repeating: 0xff40_8020, count: 64)

    func withPixels(_ body: (UnsafeRawPointer) -> Void) -> Bool {
        guard isThere else { return false }
        pixels.withUnsafeBytes { bytes in bytes.baseAddress.map(body) }
        return true
    }
}

/// A player that answers when the test says.
final class FakePlayers: PlaybackPort {
    var playersChanged: () -> Void = {}
    var isThere = false {
        didSet { playersChanged() }
    }
    private(set) var commands: [PlaybackCommand] = []
    private(set) var completions: [(String?) -> Void] = []

    var plays: Bool? {
        didSet { playersChanged() }
    }

    func hasPlayer(for target: PlaybackTarget) -> Bool { isThere }

    func isPlaying(_ target: PlaybackTarget) -> Bool? { plays }

    func perform(_ command: PlaybackCommand, for target: PlaybackTarget, completion: @escaping (String?) -> Void) {
        commands.append(command)
        completions.append(completion)
    }
}

/// Keeps the lines that were shown.
final class FakeNotices: NoticePort {
    private(set) var texts: [String] = []

    func picture(of text: String, letterHeight height: Double, in room: Size<OutputSpace>) -> (any Buffer)? {
        texts.append(text)
        return FakePixels()
    }

    /// The signs that were drawn.
    private(set) var signs: [Sign] = []

    struct Sign: Equatable {
        let text: String
        let tone: SignTone
    }

    func sign(of text: String, letterHeight height: Double, tone: SignTone) -> (any Buffer)? {
        signs.append(Sign(text: text, tone: tone))
        return FakePixels()
    }
}
