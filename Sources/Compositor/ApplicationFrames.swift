import Geometry
import Mirroring

/// The frames of an application beside the content, for clients that copy them.
final class ApplicationFrames: FrameReader, FrameObserver {
    private let painter: ContentPainter
    private let director: ScreenDirector
    var contentComposed: (Region<ContentSpace>) -> Void = { _ in }
    /// Called after each composed frame.
    var frameFollower: (Region<OutputSpace>) -> Void = { _ in }
    var contentParked: () -> Void = {}

    init(_ painter: ContentPainter, _ director: ScreenDirector) {
        self.painter = painter
        self.director = director
        painter.frameObserver = self
    }

    var hasContentFrame: Bool { painter.screen != nil }

    func withContentFrame<Result>(cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        painter.withFrame(cursor: cursor, body)
    }

    var isParked: Bool { director.plan.isParked }

    func withParkedContent<Result>(
        on screen: LogicalScreen, cursor: Bool, _ body: (any Buffer) -> Result
    ) -> Result? {
        isParked ? painter.parkedPicture(on: screen, cursor: cursor).map(body) : nil
    }

    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
        frameFollower(damage)
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_: Presentation) {}
}
