import Geometry
import Mirroring

/// The frames of whole displays, whatever they show, for clients that copy them.
final class DisplayFrames: DisplayReader {
    private let painter: FramePainter
    private let director: ScreenDirector
    private var followed: Set<OutputID> = []
    var displayShown: (OutputID, Region<ContentSpace>, Timestamp) -> Void = { _, _, _ in }

    init(_ painter: FramePainter, _ director: ScreenDirector) {
        self.painter = painter
        self.director = director
    }

    func hasPicture(of id: OutputID) -> Bool { !director.wishes.isLocked && painter.screens[id] != nil }

    func withPicture<Result>(of id: OutputID, cursor: Bool, _ body: (any Buffer) -> Result) -> Result? {
        hasPicture(of: id) ? painter.withFrame(of: id, cursor: cursor, body) : nil
    }

    func requestFrame(of id: OutputID) {
        followed.insert(id)
        painter.requestFrame(of: id)
    }

    func forget(_ id: OutputID) {
        followed.remove(id)
        painter.screens[id]?.forgetChanges()
    }

    func presented(on id: OutputID, _ presentation: Presentation) {
        guard followed.contains(id), let screen = painter.screens[id] else { return }
        displayShown(id, screen.takeChanges().reinterpreted(), presentation.time)
    }
}
