import Mirroring

/// The page of the panel menu that lists the installed programs, and starts them.
final class ProgramsPage {
    private unowned let compositor: Compositor
    private var programs: [InstalledProgram] = []

    init(_ compositor: Compositor) {
        self.compositor = compositor
    }

    /// Whether the menu has this page.
    var isOffered: Bool { compositor.configuration.menu.hasLauncher && port != nil }

    private var port: (any ProgramPort)? { compositor.ports.programs }

    var entries: [MenuEntry] {
        programs.enumerated().map { MenuEntry(.launch($0), title: $1.name.label, icon: $1.icon) }
    }

    /// Reads anew which programs there are.
    func read() {
        guard compositor.configuration.menu.hasLauncher else { return programs = [] }
        port?.read(in: compositor.overlays.language) { [weak self] found in
            guard let self, found != programs else { return }
            programs = found
            compositor.menu.pageChanged(.applications)
        }
    }

    /// Starts the program of an entry.
    func launch(_ index: Int) {
        guard programs.indices.contains(index) else { return }
        let program = programs[index]
        if let reason = port?.launch(program) {
            compositor.notify(.commandFailed, "\(program.name.label): \(reason.label)")
        }
    }
}
