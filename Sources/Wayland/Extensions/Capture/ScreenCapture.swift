import Geometry
package import Mirroring
import Runtime
import WaylandBinding

/// Copies of an application's screen for screencopy clients.
///
/// A copy is made when a frame has been presented, so that it shows what the user sees. Without a display there are
/// no frames. Copies are then made of the applications' pictures, once a second, because unseen applications draw no more often.
final class ScreenCapture: CaptureSource, FrameFollower, ToolFollower {
    private weak var content: WaylandContent?
    private weak var reader: (any FrameReader)?
    private var manager: Global<ZwlrScreencopyManagerV1>?
    private(set) lazy var copies = CopyQueue(self)
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

    var hasPicture: Bool { reader?.hasContentFrame ?? false || isParked }

    private var isParked: Bool { reader?.isParked ?? false }

    var screen: LogicalScreen? { content?.output.screen }

    func copyAwaited(isDue: Bool) {
        if isParked { return copyParkedSoon() }
        if isDue { content?.surfaces.requestFrame() }
    }

    /// Fails the waiting copies, because tools copy another screen from now on.
    func toolsLeave() {
        copies.abandon()
    }

    func toolsCame(from old: WaylandContent) {}
}

extension ScreenCapture {
    func framePresented(_ presentation: Presentation) {
        copies.changed(composed)
        composed = Region()
        copies.copyDue(at: presentation.time) { reader?.withContentFrame(cursor: $0, $1) }
    }

    // MARK: Without a display

    private func copyParkedSoon() {
        guard let loop = content?.display.loop, copies.isWaiting, !parkedCopies.isTimed else { return }
        parkedCopies.isTimed = true
        let delay = parkedCopies.last + Self.parkedIntervalMicroseconds - loop.turnTime
        loop.schedule(afterMicroseconds: max(0, delay)) { [weak self] in self?.copyParked() }
    }

    private func copyParked() {
        parkedCopies.isTimed = false
        if !hasPicture { return copies.abandon() }
        // A display that has come shows a frame soon.
        guard isParked, let content, let screen else { return }
        parkedCopies.last = content.display.loop.turnTime
        // Nothing has told which pixels have changed.
        copies.changed(Region(screen.size.bounds))
        copies.copyAll(at: Timestamp(microseconds: parkedCopies.last)) {
            reader?.withParkedContent(on: screen, cursor: $0, $1)
        }
    }

    /// A frame was discarded. Another follows, unless the content is not shown on any screen.
    func frameDiscarded() {
        guard copies.isWaiting else { return }
        if !hasPicture {
            copies.abandon()
        } else if isParked {
            copyParkedSoon()
        } else if copies.hasDue {
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
