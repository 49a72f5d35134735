import Geometry
import Mirroring

/// The panel application's frames, for clients that copy them.
final class ApplicationFrames: FrameReader, FrameObserver {
    private let painter: ContentPainter
    var contentComposed: (Region<ContentSpace>) -> Void = { _ in }

    init(_ painter: ContentPainter) {
        self.painter = painter
        painter.frameObserver = self
    }

    var hasContentFrame: Bool { painter.screen != nil }

    func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        painter.withFrame(cursor: cursor, body)
    }

    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_: Presentation) {}
}
