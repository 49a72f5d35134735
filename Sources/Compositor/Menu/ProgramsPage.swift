import Mirroring

/// The page of the panel menu that lists the installed programs, and starts them.
final class ProgramsPage {
    private let port: (any ProgramPort)?
    private let overlays: Overlays
    private let notices: NoticeBoard
    private var programs: [InstalledProgram] = []
    /// Whether the configuration has the page.
    var isOffered = false
    /// Shows the page; not retained.
    weak var menu: MenuOverlay?

    /// Without a port there is no page.
    init(_ port: (any ProgramPort)?, _ overlays: Overlays, _ notices: NoticeBoard) {
        self.port = port
        self.overlays = overlays
        self.notices = notices
    }

    /// Whether the menu has this page.
    var hasPage: Bool { isOffered && port != nil }

    var entries: [MenuEntry] {
        programs.enumerated().map { MenuEntry(.launch($0), title: $1.name.label, icon: $1.icon) }
    }

    /// Reads anew which programs there are.
    func read() {
        guard isOffered else { return programs = [] }
        port?.read(in: overlays.language) { [weak self] found in
            guard let self, found != programs else { return }
            programs = found
            menu?.pageChanged(.applications)
        }
    }

    /// Starts the program of an entry.
    func launch(_ index: Int) {
        guard programs.indices.contains(index) else { return }
        let program = programs[index]
        if let reason = port?.launch(program) {
            notices.show(.commandFailed, "\(program.name.label): \(reason.label)")
        }
    }
}
