import Geometry
import Mirroring

/// The screen's picture on its way to clients that copy it.
///
/// A copy is made when a frame has come to the screen, so that it shows what the user sees.
final class ScreenCapture {
    private weak var content: WaylandContent?
    private weak var reader: (any FrameReader)?
    private var manager: Global<ZwlrScreencopyManagerV1>?
    /// Copies that wait for a frame, oldest first.
    private var waiting: [ScreencopyFrame] = []
    private var sessions: [WeakSession] = []
    /// Pixels composed since the last frame that came to the screen.
    private var composed = Region<ExternalSpace>()

    init(content: WaylandContent) throws(WaylandError) {
        self.content = content
        manager = try Global(content.display, version: 3, audience: .tools) { [weak self] _ in
            (self?.content?.tools).map(ScreencopyManager.init)
        }
    }

    /// Copies come from `reader`, which is not held.
    func read(from reader: any FrameReader) {
        self.reader = reader
        reader.contentComposed = { [weak self] in self?.composed.formUnion($0) }
    }

    /// The picture to copy from; nil while there is none.
    var picture: PixelBuffer? { reader?.contentFrame }

    var screen: LogicalScreen? { content?.output.screen }

    /// Takes the copy up and has a frame made for it, unless it waits for a change that is still to come.
    func enqueue(_ frame: ScreencopyFrame) {
        guard picture != nil else { return frame.fail() }
        waiting.append(frame)
        if frame.isDue { content?.requestFrame() }
    }

    func cancel(_ frame: ScreencopyFrame) {
        waiting.removeAll { $0 === frame }
    }

    /// Ends the copies that wait, as when another screen is to be copied from now on.
    func abandonCopies() {
        let lost = waiting
        waiting = []
        for frame in lost { frame.fail() }
    }

    /// What a client copies of this screen.
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
        sessions.removeAll { $0.session == nil }
        for entry in sessions { entry.session?.damage.formUnion(composed) }
        composed = Region()
        guard !waiting.isEmpty else { return }
        let ready = waiting.filter(\.isDue)
        waiting.removeAll { frame in ready.contains { $0 === frame } }
        for frame in ready {
            if let picture { frame.copy(from: picture, at: presentation.time) } else { frame.fail() }
        }
    }

    /// A frame was lost. Another will come, unless the content is on no screen any more.
    func frameDiscarded() {
        guard !waiting.isEmpty else { return }
        if picture == nil {
            abandonCopies()
        } else if waiting.contains(where: \.isDue) {
            content?.requestFrame()
        }
    }
}

extension WaylandContent {
    /// Lets tools copy the pictures that `reader` has, which is not held.
    package func allowCopies(of reader: any FrameReader) {
        extensions?.capture.read(from: reader)
    }
}

/// What one client has not copied yet; held by its manager and its frames.
final class CaptureSession {
    weak var capture: ScreenCapture?
    /// Pixels that differ from those that the client copied last, at first all.
    var damage: Region<ExternalSpace>

    fileprivate init(_ capture: ScreenCapture) {
        self.capture = capture
        damage = Region(capture.screen?.size.bounds ?? .zero)
    }
}
