import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// Copies of the screen for screencopy clients.
///
/// A copy is made when a frame has been presented, so that it shows what the user sees. Without a display there are
/// no frames. Copies are then made of the applications' pictures, once a second, because unseen applications draw no more often.
final class ScreenCapture: FrameFollower, ToolFollower {
    private weak var content: WaylandContent?
    private weak var reader: (any FrameReader)?
    private var manager: Global<ZwlrScreencopyManagerV1>?
    /// Copies waiting for a frame, oldest first.
    private var waiting: [ScreencopyFrame] = []
    private var sessions: [WeakSession] = []
    /// Pixels composed since the last presented frame.
    private var composed = Region<ContentSpace>()
    /// The time of the last copies without a display, and whether a timer is set for the next ones.
    private var parkedCopies: (last: Int64, isTimed: Bool) = (0, false)

    private static let parkedIntervalMicroseconds: Int64 = 1_000_000

    init(_ content: WaylandContent) throws(RuntimeError) {
        self.content = content
        defer {
            content.attachments[ScreenCapture.self] = self
            content.add(self as any FrameFollower)
            content.add(self as any ToolFollower)
        }
        manager = try Global(content.display, version: 3, audience: .tools) { [weak self] _ in
            (self?.content?.tools).map(ScreencopyManager.init)
        }
    }

    /// Copies from `reader`, which is held weakly.
    func read(from reader: any FrameReader) {
        self.reader = reader
        reader.contentComposed = { [weak self] in self?.composed.formUnion($0) }
        reader.contentParked = { [weak self] in self?.copyParkedSoon() }
    }

    /// Whether there is a picture to copy from.
    var hasPicture: Bool { reader?.hasContentFrame ?? false || isParked }

    private var isParked: Bool { reader?.isParked ?? false }

    var screen: LogicalScreen? { content?.output.screen }

    /// Queues a copy, and requests a frame unless the copy waits for damage that has not come yet.
    func enqueue(_ frame: ScreencopyFrame) {
        guard hasPicture else { return frame.fail() }
        waiting.append(frame)
        if isParked { return copyParkedSoon() }
        if frame.isDue { content?.surfaces.requestFrame() }
    }

    func cancel(_ frame: ScreencopyFrame) {
        waiting.removeAll { $0 === frame }
    }

    /// Fails the waiting copies, because tools copy another screen from now on.
    func toolsLeave() {
        abandonCopies()
    }

    func toolsCame(from old: WaylandContent) {}

    private func abandonCopies() {
        let lost = waiting
        waiting = []
        for frame in lost { frame.fail() }
    }

    /// Starts damage tracking for one client.
    func makeSession() -> CaptureSession {
        let session = CaptureSession(self)
        sessions.append(WeakSession(session: session))
        return session
    }

    private struct WeakSession {
        weak var session: CaptureSession?
    }
}

extension ScreenCapture {
    func framePresented(_ presentation: Presentation) {
        if !sessions.isEmpty {
            sessions.removeAll { $0.session == nil }
            for entry in sessions { entry.session?.damage.formUnion(composed) }
        }
        composed = Region()
        guard !waiting.isEmpty else { return }
        let ready = waiting.filter(\.isDue)
        waiting.removeAll { frame in ready.contains { $0 === frame } }
        copy(ready, at: presentation.time) { reader?.withContentFrame(cursor: $0, $1) }
    }

    /// Completes copies; `read` calls its second argument with a picture, with the cursor or without, or returns nil.
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

    // MARK: Without a display

    private func copyParkedSoon() {
        guard let loop = content?.display.loop, !waiting.isEmpty, !parkedCopies.isTimed else { return }
        parkedCopies.isTimed = true
        let delay = parkedCopies.last + Self.parkedIntervalMicroseconds - loop.turnTime
        loop.schedule(afterMicroseconds: max(0, delay)) { [weak self] in self?.copyParked() }
    }

    private func copyParked() {
        parkedCopies.isTimed = false
        if !hasPicture { return abandonCopies() }
        // A display that has come shows a frame soon.
        guard isParked, let content, let screen else { return }
        parkedCopies.last = content.display.loop.turnTime
        // Nothing has told which pixels have changed.
        for entry in sessions { entry.session?.damage = Region(screen.size.bounds) }
        let ready = waiting
        waiting = []
        copy(ready, at: Timestamp(microseconds: parkedCopies.last)) {
            reader?.withParkedContent(on: screen, cursor: $0, $1)
        }
    }

    /// A frame was discarded. Another follows, unless the content is not shown on any screen.
    func frameDiscarded() {
        guard !waiting.isEmpty else { return }
        if !hasPicture {
            abandonCopies()
        } else if isParked {
            copyParkedSoon()
        } else if waiting.contains(where: \.isDue) {
            content?.surfaces.requestFrame()
        }
    }
}

extension WaylandContent {
    /// Lets tools copy the frames of `reader`, which is held weakly.
    package func allowCopies(of reader: any FrameReader) {
        attachments[ScreenCapture.self]?.read(from: reader)
    }
}

/// The damage that one client has not copied yet; held by its manager and its frames.
final class CaptureSession {
    weak var capture: ScreenCapture?
    /// Pixels that differ from the client's last copy; initially all.
    var damage: Region<ContentSpace>

    fileprivate init(_ capture: ScreenCapture) {
        self.capture = capture
        damage = Region(capture.screen?.size.bounds ?? .zero)
    }
}
