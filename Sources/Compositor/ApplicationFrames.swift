import Geometry
import Mirroring

/// The panel application's frames, for clients that copy them.
final class ApplicationFrames: FrameReader, FrameObserver {
    private let painter: ContentPainter
    private let renderer: any RendererPort
    var contentComposed: (Region<ContentSpace>) -> Void = { _ in }

    init(_ painter: ContentPainter, renderer: any RendererPort) {
        self.painter = painter
        self.renderer = renderer
        painter.frameObserver = self
    }

    var hasContentFrame: Bool { painter.screen != nil }

    func withContentFrame<Result>(_ body: (any Buffer) -> Result) -> Result? {
        painter.screen?.withLayers(renderer, body)
    }

    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_: Presentation) {}
}
