import Geometry
import Logging
package import Mirroring
import Runtime
import WaylandBinding

/// The outputs that tools see: one for each display that shows something, side by side.
///
/// The main output is the screen of the application that tools act on. It never goes, but follows the application from
/// display to display, so that a tool which knows one output, such as a bar or a VNC server, always has the right one.
/// Every other display has an output of its own as long as it is there. No display has two outputs: the output of a
/// display goes when the application comes to it.
///
/// A tool that has bound an output in a version without a name is not told of displays that come later. Such a tool asks for names
/// when it starts, if at all; Debian 12's wayvnc ends if an output goes that has come since.
///
/// Many tools that are told of no output take the one that was announced last. Therefore a tool that connects is
/// told of the other displays first and of the main output last. A global cannot be announced anew to others, so the main output
/// has a global for each generation of tools, which the other generations do not see.
final class ToolOutputs {
    private struct Follower {
        weak var follower: (any OutputFollower)?
    }

    /// The tools that connected between two announcements. Each of them holds its generation.
    private final class Generation {}

    private struct MainGlobal {
        weak var generation: Generation?
        let global: Global<WlOutput>
    }

    let main: OutputGlobal
    private var others: [AnnouncedOutput] = []
    private let former = FormerOutputs()
    private var displays: [ShownDisplay] = []
    private var generation = Generation()
    private var mainGlobals: [MainGlobal] = []
    private var followers: [Follower] = []
    private weak var display: WaylandDisplay?
    private let logger = Logger(label: "kagami.wayland")
    /// The pictures of displays; nil while they cannot be copied.
    weak var reader: (any DisplayReader)?

    init(_ screen: LogicalScreen) {
        main = OutputGlobal(layout: OutputLayout(screen: screen))
    }

    /// Announces the outputs to the tools of a display.
    func announce(on display: WaylandDisplay) throws(RuntimeError) {
        self.display = display
        try announceMain(on: display)
    }

    private func announceMain(on display: WaylandDisplay) throws(RuntimeError) {
        generation = Generation()
        mainGlobals.removeAll { $0.generation == nil }
        let number = ObjectIdentifier(generation)
        let audience = GlobalAudience.someTools { [weak self] client in
            self.map { ObjectIdentifier($0.generation(of: client)) == number } ?? false
        }
        let global = try OutputGlobal.announce(main, on: display, audience: audience)
        mainGlobals.append(MainGlobal(generation: generation, global: global))
    }

    private func generation(of client: Client) -> Generation {
        client.attachments.state { generation }
    }

    /// The main output's screen changed. An output that the display had of its own goes at once.
    func changeMain(to screen: LogicalScreen) {
        removeOthers { $0.name == screen.name }
        main.layout.change(to: screen)
    }

    /// Tells tools of the displays that show something.
    func show(_ displays: [ShownDisplay]) {
        self.displays = displays
        arrange()
    }

    /// Gives each display beside the main output's an output, to the right of the former.
    func arrange() {
        let beside = displays.map(\.screen).filter { $0.name != main.layout.screen.name }
        removeOthers { screen in !beside.contains { $0.name == screen.name } }
        var x = main.layout.bounds.width
        var hasNew = false
        for screen in beside {
            if let known = others.first(where: { $0.output.layout.screen.name == screen.name }) {
                known.output.layout.change(to: screen, x: x)
            } else {
                hasNew = add(OutputGlobal(layout: OutputLayout(screen: screen, x: x))) || hasNew
            }
            x += screen.scale.logical(screen.size).width
        }
        if hasNew, let display { note { () throws(RuntimeError) in try announceMain(on: display) } }
    }

    private func add(_ output: OutputGlobal) -> Bool {
        guard let display else { return false }
        for entry in followers { if let follower = entry.follower { output.add(follower) } }
        let unaware = ([main] + allOthers).flatMap(\.clientsWithoutNames)
        let audience = GlobalAudience.someTools { !unaware.contains($0) }
        return note { () throws(RuntimeError) in
            others.append(try AnnouncedOutput(output, on: display, audience: audience))
        }
    }

    /// Does without an output for which there is no memory; returns whether there was some.
    @discardableResult
    private func note(_ announce: () throws(RuntimeError) -> Void) -> Bool {
        do throws(RuntimeError) {
            try announce()
            return true
        } catch {
            logger.warning("output not announced", metadata: ["reason": "\(error)"])
            return false
        }
    }

    private func removeOthers(where isGone: (LogicalScreen) -> Bool) {
        let gone = others.filter { isGone($0.output.layout.screen) }
        guard !gone.isEmpty else { return }
        others.removeAll { isGone($0.output.layout.screen) }
        guard let display else { return }
        for other in gone { former.withdraw(other, on: display.loop) }
    }

    /// The outputs beside the main one, from left to right.
    var allOthers: [OutputGlobal] { others.map(\.output) }

    /// Adds a follower of all outputs beside the main one, also of those that come; it is held weakly.
    func add(_ follower: any OutputFollower) {
        followers.removeAll { $0.follower == nil }
        followers.append(Follower(follower: follower))
        for other in others { other.output.add(follower) }
    }

    /// The output of a display beside the main output's.
    func other(_ id: OutputID) -> OutputGlobal? { others.lazy.map(\.output).first { $0.id == id } }

    /// The place of the content's whole picture on an output, in the output's pixels; nil for the main output, which is the content's,
    /// and where the content is not seen.
    func contentPlace(on output: OutputGlobal) -> Rect<OutputSpace>? {
        if output === main || output.isRemoved { return nil }
        return displays.first { $0.screen.name == output.layout.screen.name }?.content
    }
}

extension WaylandContent {
    package func show(_ displays: [ShownDisplay]) {
        tools.outputs.show(displays)
        panelScreen?.toolOutputsChanged()
    }
}
