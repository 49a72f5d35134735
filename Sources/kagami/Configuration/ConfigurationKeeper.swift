import Compositor
import ConfigurationFiles
import Control
import Logging
import Machine
import Mirroring
import Runtime
import Wayland
import WaylandBinding

/// Holds the configuration in force, reloads it on request and applies the changes.
///
/// A file with errors changes nothing.
final class ConfigurationKeeper {
    private let source: ConfigurationSource
    private(set) var loaded: LoadedConfiguration
    private let compositor: Compositor
    private let bar: HUDDriver
    private let sound: PipeWireSound
    private let television: Television
    /// The applications' servers, each with its own keyboard.
    private let servers: [WaylandContent]
    private let logger = Logger(label: "kagami.configuration")

    init(
        _ source: ConfigurationSource, _ loaded: LoadedConfiguration, compositor: Compositor, bar: HUDDriver,
        sound: PipeWireSound, television: Television, servers: [WaylandContent]
    ) {
        self.source = source
        self.loaded = loaded
        self.compositor = compositor
        self.bar = bar
        self.sound = sound
        self.television = television
        self.servers = servers
        for server in servers { server.use(loaded.configuration.allWindowRules) }
    }

    /// Reloads the file; the answer contains its error, or the changes that need a restart.
    func reload() -> ControlAnswer<Done> {
        do {
            let next = try source.load(inForce: loaded)
            let notes = apply(next.configuration) + next.unread
            loaded = next
            logger.notice("configuration reloaded", metadata: ["files": "\(next.files.joined(separator: ", "))"])
            return notes.isEmpty ? .done : .note(notes.joined(separator: "; "))
        } catch {
            return .failure("the configuration is unchanged: \(error)")
        }
    }

    /// Reloads the file after a signal, logging the answer.
    func reloadAndLog() {
        switch reload() {
        case .failure(let reason): logger.warning("configuration not reloaded", metadata: ["reason": "\(reason)"])
        case .success(let done):
            guard let note = done.note else { return }
            logger.warning("configuration applied in part", metadata: ["note": "\(note)"])
        }
    }

    /// Applies the differences; returns notes on those that could not be applied.
    private func apply(_ next: Configuration) -> [String] {
        var notes: [String] = []
        let old = loaded.configuration
        compositor.use(next)
        sound.use(next.sound, next.displays)
        television.use(next.cec)
        if next.hud != old.hud { bar.use(next.hud) }
        if next.keyboard != old.keyboard {
            notes += use(next.keyboard)
            compositor.input.showLocks()
        }
        if next.windowRules != old.windowRules { for server in servers { server.use(next.allWindowRules) } }
        if next.panel.command != old.panel.command { notes.append("panel.command takes effect at the next start") }
        if next.displays.commands != old.displays.commands {
            notes.append("the displays' commands take effect at the next start")
        }
        if next.panel.trust != old.panel.trust {
            notes.append("panel.trusted and panel.control take effect at the next start")
        }
        if next.panel.sharesClipboard != old.panel.sharesClipboard {
            notes.append("panel.share_clipboard takes effect at the next start")
        }
        if next.application != old.application { notes.append("application takes effect at the next start") }
        if next.outputs != old.outputs { notes.append("application.outputs takes effect at the next start") }
        if next.renderer != old.renderer { notes.append("renderer.use takes effect at the next start") }
        if next.pointer.theme != old.pointer.theme || next.pointer.size != old.pointer.size {
            notes.append("pointer.theme and pointer.size take effect at the next start")
        }
        if next.external.depth != old.external.depth { notes.append("external.depth takes effect at the next start") }
        return notes
    }

    private func use(_ keyboard: KeyboardConfiguration) -> [String] {
        for server in servers {
            do throws(RuntimeError) {
                guard try server.use(keyboard) else {
                    return ["the keyboard is unchanged: layout \"\(keyboard.layout)\" does not compile"]
                }
            } catch {
                return ["the keyboard is unchanged: \(error)"]
            }
        }
        return []
    }
}
