import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// Copies of the screen for screencopy clients.
///
/// A copy is made when a frame has been presented, so that it shows what the user sees.
final class ScreenCapture: FrameFollower, ToolFollower {
    private weak var content: WaylandContent?
    private weak var reader: (any FrameReader)?
    private var manager: Global<ZwlrScreencopyManagerV1>?
    /// Copies waiting for a frame, oldest first.
    private var waiting: [ScreencopyFrame] = []
    private var sessions: [WeakSession] = []
    /// Pixels composed since the last presented frame.
    private var composed = Region<ContentSpace>()

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
    }

    /// Whether there is a picture to copy from.
    var hasPicture: Bool { reader?.hasContentFrame ?? false }

    var screen: LogicalScreen? { content?.output.screen }

    /// Queues a copy, and requests a frame unless the copy waits for damage that has not come yet.
    func enqueue(_ frame: ScreencopyFrame) {
        guard hasPicture else { return frame.fail() }
        waiting.append(frame)
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
        guard !ready.isEmpty else { return }
        for hasCursor in [true, false] {
            let alike = ready.filter { $0.hasCursor == hasCursor }
            guard !alike.isEmpty else { continue }
            let isRead: Void? = reader?.withContentFrame(cursor: hasCursor) { picture in
                for frame in alike { frame.copy(from: picture, at: presentation.time) }
            }
            if isRead == nil { for frame in alike { frame.fail() } }
        }
    }

    /// A frame was discarded. Another follows, unless the content is not shown on any screen.
    func frameDiscarded() {
        guard !waiting.isEmpty else { return }
        if !hasPicture {
            abandonCopies()
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
