package import Geometry
package import Mirroring

extension Compositor: ContentObserver {
    package func contentDamaged(_ damage: Region<ContentSpace>) {
        painter.content.invalidate(damage)
    }

    package func contentCursorChanged(_ change: CursorChange) {
        painter.content.contentCursorChanged(change)
    }

    package func contentNeedsFrame() {
        painter.content.contentNeedsFrame()
    }

    package func contentSettled() {
        painter.content.contentSettled()
        pip.sourceMayHaveSettled()
    }

    package func contentDescriptionChanged() {
        let least = ports.content.description?.leastArea ?? .zero
        if least != director.wishes.leastArea { director.update { $0.leastArea = least } }
        pip.surroundingsChanged()
        menu.refresh()
        restart.follow()
    }

    package func contentHeldPointer(at point: Point<ContentSpace>) {
        painter.content.contentHeldPointer(at: point)
    }

    package func contentTextCursorMoved(to place: Rect<ContentSpace>) {
        viewFollower.follow(place, as: .text)
    }

    package var isContentSeen: Bool { contentPlace.map { $0 != .background } ?? false }
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
