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

    /// Tells clients that the output is gone. The object must stay for a while (`farewellMicroseconds`).
    func withdraw() {
        global.withdraw()
        output.remove()
    }

    /// Long enough for any client to read that an output is gone, and for its last requests to arrive.
    static let farewellMicroseconds: Int64 = 10_000_000
}
