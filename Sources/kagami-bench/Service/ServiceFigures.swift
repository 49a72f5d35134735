import Foundation
import Mirroring

/// What the running service costs: a release `kagami` with virtual displays and a terminal in it.
struct ServiceFigures {
    let program: URL

    /// Adds the figures, from one run of the service.
    func measure(into figures: inout Figures) throws {
        let service = try RunningService(program: program, terminal: Self.terminal)
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
            "idle_wakeups_10s", Double(SystemCallTrace.wakeups(of: service.process, seconds: 10)),
            "returns from waiting in 10 s with foot at rest")
        try figures.add("peak_rss_mb", service.peakMemory(), decimals: 1, "with a 4K external plugged in")
    }

    /// Pixels repainted on panel and external for one character.
    private func oneCell(_ service: RunningService) throws -> Int {
        // The first character may still bring its glyph or a new buffer with it.
        try service.type("a")
        try service.awaitStillness()
        let before = try service.status().counters
        try service.type("b")
        try service.awaitStillness()
        let after = try service.status().counters
        return after.external.damagedPixels - before.external.damagedPixels
            + after.panel.damagedPixels - before.panel.damagedPixels
    }

    /// foot with its stock settings, running a script that shows each character it is given at one place, the
    /// text cursor hidden.
    private static let terminal = [
        "foot", "--config=/dev/null", "sh", "-c",
        #"printf '\033[?25l'; while read -r text; do printf '\033[5;9H%s' "$text"; done <"$KAGAMI_BENCH_INPUT""#,
    ]
}
