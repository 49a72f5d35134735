import Geometry
import Mirroring

/// The panel application's frames, for clients that copy them.
final class ApplicationFrames: FrameReader {
    private let painter: ContentPainter
    var contentComposed: (Region<ContentSpace>) -> Void = { _ in }

    init(_ painter: ContentPainter) {
        self.painter = painter
        painter.composed = { [weak self] in self?.contentComposed($0.reinterpreted()) }
    }

    var contentFrame: PixelBuffer? { painter.screen?.frame }
}
