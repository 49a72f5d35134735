import Foundation
import Mirroring

/// Measures the running service: a release `kagami` with virtual displays and a terminal.
struct ServiceFigures {
    let program: URL

    /// Adds the figures, from one run of the service.
    func measure(into figures: inout Figures) throws {
        let service = try RunningService(program: program, application: Terminal.command)
        defer { service.stop() }
        try figures.add(
            "start_to_first_frame_ms", service.awaitFirstFrame(), decimals: 0,
            "from starting kagami to foot's first frame on the panel")
        try service.plug("HDMI-A-1", width: 3840, height: 2160)
        try service.awaitStillness()
        try figures.add(
            "one_cell_pixels", Double(oneCell(service)), "repainted on both screens when one cell of foot changes")
        try service.awaitStillness()
        try figures.add(
            "idle_wakeups_10s", Double(SystemCallTrace.wakeups(of: service.host.process, seconds: 10)),
            "returns from waiting in 10 s with foot at rest")
        let memory = try service.peakMemory()
        figures.add("peak_rss_mb", memory.whole, decimals: 1, "with a 4K external plugged in")
        figures.add(
            "peak_rss_beyond_clients_mb", memory.beyondClients, decimals: 1, "the same without what clients share")
    }

    /// Pixels repainted on panel and external for one character.
    private func oneCell(_ service: RunningService) throws -> Int {
        // The first character may still load its glyph or need a new buffer.
        try service.host.type("a")
        try service.awaitStillness()
        let before = try service.status().counters
        try service.host.type("b")
        try service.awaitStillness()
        let after = try service.status().counters
        return after.external.damagedPixels - before.external.damagedPixels
            + after.panel.damagedPixels - before.panel.damagedPixels
    }
}

/// foot with its stock settings and a script that shows each received character at one place, with the text cursor hidden.
enum Terminal {
    static let command = ["foot", "--config=/dev/null", "sh", "-c", script]

    private static let script =
        #"printf '\033[?25l'; : >"$KAGAMI_BENCH_INPUT.ready"; "#
        + #"while read -r text; do printf '\033[5;9H%s' "$text"; done <"$KAGAMI_BENCH_INPUT""#
}
