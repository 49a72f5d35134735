import Mirroring

/// A locked session: every screen shows the locker, and input, recordings, copies and requests reach nothing else.
extension Compositor {
    package var isLocked: Bool { director.wishes.isLocked }

    func contentLocked(_ isLocked: Bool) {
        guard isLocked != self.isLocked else { return }
        if isLocked {
            menu.close()
            pip.suspended()
        }
        input.isLocked = isLocked
        director.update { $0.isLocked = isLocked }
        if !isLocked { pip.resumed() }
        events.emit(isLocked ? .sessionLocked : .sessionUnlocked)
    }
}
