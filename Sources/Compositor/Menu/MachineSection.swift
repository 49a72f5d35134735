import Mirroring

/// The menu's entries of what is done outside of the service: screenshots, and the user's own commands.
final class MachineSection: MenuSection {
    private let port: (any MenuActionPort)?
    private let notices: NoticeBoard
    let screenshot: PanelScreenshot
    /// The user's own.
    var commands: [MenuCommand] = []

    init(_ port: (any MenuActionPort)?, _ screenshot: PanelScreenshot, _ notices: NoticeBoard) {
        self.port = port
        self.screenshot = screenshot
        self.notices = notices
    }

    var entries: [MenuEntry] {
        port == nil ? [] : [MenuEntry(.screenshot)] + commands.indices.map { MenuEntry(.command($0)) }
    }

    func choose(_ item: MenuItem) -> Bool {
        switch item {
        case .screenshot: screenshot.take()
        case .command(let index): run(index)
        default: return false
        }
        return true
    }

    private func run(_ index: Int) {
        guard commands.indices.contains(index) else { return }
        let entry = commands[index]
        port?.run(entry.command) { [weak notices] reason in
            if let reason { notices?.show(.commandFailed(name: entry.name, reason)) }
        }
    }
}
