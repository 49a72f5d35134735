import Compositor
import Control
import Logging
import Mirroring
import Wayland

/// The configuration in force: reads it again when asked, and has what changed carried out.
///
/// A file that is wrong changes nothing.
final class ConfigurationKeeper {
    private let source: ConfigurationSource
    private(set) var loaded: LoadedConfiguration
    private let compositor: Compositor
    private let bar: BarDriver
    /// The applications' servers, each with a keyboard of its own.
    private let servers: [WaylandContent]
    private let logger = Logger(label: "kagami.configuration")

    init(
        _ source: ConfigurationSource, _ loaded: LoadedConfiguration, compositor: Compositor, bar: BarDriver,
        servers: [WaylandContent]
    ) {
        self.source = source
        self.loaded = loaded
        self.compositor = compositor
        self.bar = bar
        self.servers = servers
    }

    /// Reads the file again; the reply says what is wrong with it, or what waits for another start.
    func reload() -> ControlReply {
        do {
            let next = try source.load(isRunning: true)
            let notes = apply(next.configuration)
            loaded = next
            logger.notice("configuration read again", metadata: ["file": "\(next.file ?? "none")"])
            return notes.isEmpty ? .done : .note(notes.joined(separator: "; "))
        } catch {
            return .failure("the configuration stays as it was: \(error)")
        }
    }

    /// The same for a signal, whose sender hears no reply.
    func reloadAndLog() {
        switch reload() {
        case .failure(let reason): logger.warning("configuration not read again", metadata: ["reason": "\(reason)"])
        case .note(let note): logger.warning("configuration only taken up in part", metadata: ["note": "\(note)"])
        default: break
        }
    }

    /// Carries out what differs; returns what could not be.
    private func apply(_ next: Configuration) -> [String] {
        var notes: [String] = []
        let old = loaded.configuration
        compositor.use(next)
        if next.hud != old.hud { bar.use(next.hud) }
        if next.keyboard != old.keyboard { notes += use(next.keyboard) }
        if next.panel.command != old.panel.command { notes.append("panel.command is used at the next start") }
        if next.panel.trust != old.panel.trust {
            notes.append("panel.trusted and panel.control are used at the next start")
        }
        if next.application != old.application { notes.append("application is used at the next start") }
        if next.idle != old.idle { notes.append("idle.blank_after_s is used at the next start") }
        return notes
    }

    private func use(_ keyboard: KeyboardConfiguration) -> [String] {
        for server in servers {
            do throws(WaylandError) {
                guard try server.use(keyboard) else {
                    return ["the keyboard stays as it was: layout \"\(keyboard.layout)\" does not compile"]
                }
            } catch {
                return ["the keyboard stays as it was: \(error)"]
            }
        }
        return []
    }
}
