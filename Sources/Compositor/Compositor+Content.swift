import Geometry
package import Mirroring

/// Follows what an application reports beside its frames; see `ContentObserver`.
protocol ContentFollower: AnyObject {
    func contentSettled()
    func contentDescriptionChanged()
    func contentTextCursorMoved(to place: Rect<ContentSpace>)
    func contentLocked(_ isLocked: Bool)
    func contentLostLocker(processID: Int)
    func contentGotLocker()
    var isContentSeen: Bool { get }
}

extension Compositor: ContentFollower {
    func contentSettled() {
        pip.sourceMayHaveSettled()
    }

    func contentDescriptionChanged() {
        let least = ports.content.description?.leastArea ?? .zero
        if least != director.wishes.leastArea { director.update { $0.leastArea = least } }
        pip.surroundingsChanged()
        menu.refresh()
        restart.follow()
    }

    func contentTextCursorMoved(to place: Rect<ContentSpace>) {
        viewFollower.follow(place, as: .text)
    }

    var isContentSeen: Bool { contentPlace.map { $0 != .background } ?? false }
}

extension Compositor: FrameReader {
    package var hasContentFrame: Bool { !isLocked && plan.contentScreen != nil && painter.content.screen != nil }

    package func withContentFrame<Result>(_ body: (any Buffer) -> Result) -> Result? {
        hasContentFrame ? painter.content.screen?.withLayers(ports.renderer, body) : nil
    }
}

extension Compositor: FrameObserver {
    func frameComposed(_ damage: Region<OutputSpace>) {
        contentComposed(damage.reinterpreted())
        pip.contentComposed(damage)
        viewFollower.follow(damage.extents.reinterpreted(), as: .change)
        viewFollower.frameComposed()
    }

    func cursorMoved(_ damage: Region<OutputSpace>) {
        // A picture in picture of the content has the cursor drawn into the frame.
        contentComposed(damage.reinterpreted())
    }

    func framePresented(_ presentation: Presentation) {
        guard firstFrame.isWaiting else { return }
        let size = ports.content.description?.size
        if let occurrence = firstFrame.presented(content: size, at: presentation.time) { events.emit(occurrence) }
    }
}

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
