import Runtime
import WaylandBinding

/// An output that comes and goes with its display.
final class AnnouncedOutput {
    let output: OutputGlobal
    private let global: Global<WlOutput>

    /// Announces an output to clients.
    init(
        _ output: OutputGlobal, on display: WaylandDisplay, audience: GlobalAudience
    ) throws(RuntimeError) {
        self.output = output
        global = try OutputGlobal.announce(output, on: display, audience: audience)
    }

    fileprivate func withdraw() {
        global.withdraw()
        output.remove()
    }
}

/// The outputs that have gone and that clients may not know yet, oldest first.
final class FormerOutputs {
    private var outputs: [AnnouncedOutput] = []

    /// Tells clients that an output is gone, and keeps it for a while.
    func withdraw(_ output: AnnouncedOutput, on loop: EventLoop) {
        output.withdraw()
        outputs.append(output)
        loop.schedule(afterMicroseconds: Self.farewellMicroseconds) { [weak self] in self?.outputs.removeFirst() }
    }

    /// Whether an output is one of these.
    func contains(_ output: OutputGlobal) -> Bool { outputs.contains { $0.output === output } }

    /// Long enough for any client to read that an output is gone, and for its last requests to arrive.
    private static let farewellMicroseconds: Int64 = 10_000_000
}
