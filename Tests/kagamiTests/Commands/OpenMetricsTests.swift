import Control
import Geometry
import Mirroring
import Testing

@testable import KagamiCommands

@Suite struct OpenMetricsTests {
    private var status: ServiceStatus {
        var status = ServiceStatus(
            version: "1\"2\\3\n", backend: .virtual, state: .mirroring, snapshot: SnapshotStatus(path: .cpu, frames: 3),
            renderer: "pixman")
        status.brightness = Brightness(percent: 40)
        status.counters.external.framesPresented = 70
        status.counters.plugs = 2
        status.counters.traffic.count(.copied, read: 5, written: 6)
        return status
    }

    @Test func countersAreSamples() {
        let lines = OpenMetrics(status).text.split(separator: "\n")
        for line in [
            #"kagami_service_info{version="1\"2\\3\n",backend="virtual",renderer="pixman"} 1"#,
            #"kagami_state{kagami_state="mirroring"} 1"#, #"kagami_state{kagami_state="panel-only"} 0"#,
            #"kagami_frames_presented_total{screen="external"} 70"#, "kagami_plugs_total 2",
            #"kagami_moved_bytes_total{path="copied",direction="written"} 6"#, "# UNIT kagami_moved_bytes bytes",
            "kagami_snapshot_frames_total 3", "kagami_panel_brightness_ratio 0.4",
        ] { #expect(lines.contains { $0 == line }, "\(line)") }
    }

    /// As the specification wants it: each family once and in one piece, each sample of the family above it, and the end.
    @Test func theTextIsWellFormed() throws {
        let text = OpenMetrics(status).text
        #expect(text.hasSuffix("# EOF\n"))
        var families: Set<Substring> = []
        var family: Substring = ""
        for line in text.split(separator: "\n").dropLast() {
            let words = line.split(separator: " ")
            if line.hasPrefix("# TYPE ") {
                family = words[2]
                #expect(families.insert(family).inserted, "\(line)")
            } else if line.hasPrefix("# ") {
                #expect(words[2] == family, "\(line)")
            } else {
                #expect(line.hasPrefix(family), "\(line)")
                let value = try #require(words.last)
                #expect(Double(value) != nil, "\(line)")
            }
        }
        #expect(families.count >= 15)
    }
}
