import Geometry
import Mirroring

/// A screen that is copied: an application's, or a display's.
protocol CaptureSource: AnyObject {
    /// The screen; nil when it is gone.
    var screen: LogicalScreen? { get }
    /// Whether there is a picture to copy from.
    var hasPicture: Bool { get }

    /// A copy waits, for the next frame if it `isDue`, otherwise for damage that has not come yet.
    func copyAwaited(isDue: Bool)
}

/// The copies of one screen that clients wait for, and what each client has not copied yet.
final class CopyQueue {
    private struct WeakSession {
        weak var session: CaptureSession?
    }

    private weak var source: (any CaptureSource)?
    /// Copies waiting for a frame, oldest first.
    private var waiting: [ScreencopyFrame] = []
    private var sessions: [WeakSession] = []

    init(_ source: any CaptureSource) {
        self.source = source
    }

    var screen: LogicalScreen? { source?.screen }
    var hasPicture: Bool { source?.hasPicture ?? false }
    var isWaiting: Bool { !waiting.isEmpty }
    /// Whether a copy waits for the next frame, whatever it shows.
    var hasDue: Bool { waiting.contains(where: \.isDue) }

    /// Whether a client may still ask what has changed.
    var isFollowed: Bool {
        sessions.removeAll { $0.session == nil }
        return !sessions.isEmpty
    }

    /// Starts damage tracking for one client.
    func makeSession() -> CaptureSession {
        let session = CaptureSession(self)
        sessions.append(WeakSession(session: session))
        return session
    }

    func enqueue(_ frame: ScreencopyFrame) {
        guard hasPicture else { return frame.fail() }
        waiting.append(frame)
        source?.copyAwaited(isDue: frame.isDue)
    }

    func cancel(_ frame: ScreencopyFrame) {
        waiting.removeAll { $0 === frame }
    }

    /// Fails the waiting copies.
    func abandon() {
        let lost = waiting
        waiting = []
        for frame in lost { frame.fail() }
    }

    /// Pixels of the screen have changed.
    func changed(_ damage: Region<ContentSpace>) {
        guard isFollowed else { return }
        for entry in sessions { entry.session?.damage.formUnion(damage) }
    }

    /// Completes the due copies; `read` calls its second argument with a picture, with the cursor or without, or returns nil.
    func copyDue(at time: Timestamp, _ read: (Bool, (any Buffer) -> Void) -> Void?) {
        guard isWaiting else { return }
        let ready = waiting.filter(\.isDue)
        waiting.removeAll { frame in ready.contains { $0 === frame } }
        copy(ready, at: time, read)
    }

    /// Completes all copies in the same way.
    func copyAll(at time: Timestamp, _ read: (Bool, (any Buffer) -> Void) -> Void?) {
        let ready = waiting
        waiting = []
        copy(ready, at: time, read)
    }

    private func copy(
        _ ready: [ScreencopyFrame], at time: Timestamp, _ read: (Bool, (any Buffer) -> Void) -> Void?
    ) {
        for hasCursor in [true, false] {
            let alike = ready.filter { $0.hasCursor == hasCursor }
            guard !alike.isEmpty else { continue }
            let isRead: Void? = read(hasCursor) { picture in
                for frame in alike { frame.copy(from: picture, at: time) }
            }
            if isRead == nil { for frame in alike { frame.fail() } }
        }
    }
}

/// The damage that one client has not copied yet; held by its manager and its frames.
final class CaptureSession {
    weak var copies: CopyQueue?
    /// Pixels that differ from the client's last copy; initially all.
    var damage: Region<ContentSpace>

    fileprivate init(_ copies: CopyQueue) {
        self.copies = copies
        damage = Region(copies.screen?.size.bounds ?? .zero)
    }
}
