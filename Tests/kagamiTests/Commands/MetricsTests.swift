import Control
import Geometry
import TestSupport
import Testing

@testable import KagamiCommands
@testable import Mirroring

@Suite struct MetricsTests {
    private var status: ServiceStatus {
        var status = ServiceStatus()
        status.about.version = "1\"2\\3\n"
        status.about.renderer = "pixman"
        status.screens.state = .mirroring
        status.screens.panel = ScreenStatus(
            name: OutputID("DSI-1"), width: 1280, height: 800, refreshMilliHertz: 59940,
            layers: [LayerStatus(kind: .snapshot, path: .plane)])
        status.screens.brightness = 40
        status.view.snapshot.frames = 3
        status.applications.program = SupervisionStatus(program: "foot", state: .waiting, restarts: 4)
        status.counters.external.framesPresented = 70
        status.counters.plugs = 2
        status.counters.traffic.count(.copied, read: 5, written: 6)
        return status
    }

    private func lines(_ format: MetricsFormat) -> [Substring] {
        format.text(ServiceMetrics.families(of: status)).split(separator: "\n")
    }

    @Test(arguments: MetricsFormat.allCases)
    func stateAndCountersAreSamples(format: MetricsFormat) {
        let lines = lines(format)
        for line in [
            #"kagami_service_info{version="1\"2\\3\n",backend="virtual",renderer="pixman"} 1"#,
            #"kagami_state{kagami_state="mirroring"} 1"#, #"kagami_state{kagami_state="panel-only"} 0"#,
            #"kagami_frames_presented_total{screen="external"} 70"#, "kagami_plugs_total 2",
            #"kagami_moved_bytes_total{path="copied",direction="written"} 6"#, "kagami_snapshot_frames_total 3",
            "kagami_panel_brightness_ratio 0.4", #"kagami_screen_enabled{screen="panel"} 1"#,
            #"kagami_screen_enabled{screen="external"} 0"#, #"kagami_screen_refresh_hertz{screen="panel"} 59.94"#,
            #"kagami_screen_layers{screen="panel",kind="snapshot",path="plane"} 1"#,
            #"kagami_application_state{kagami_application_state="waiting"} 1"#, "kagami_application_restarts_total 4",
        ] { #expect(lines.contains { $0 == line }, "\(line)") }
        #expect(!lines.contains { $0.hasPrefix(#"kagami_screen_refresh_hertz{screen="external"}"#) })
    }

    @Test func onlyOpenMetricsHasUnitsAndItsOwnKinds() {
        let (open, prometheus) = (lines(.openmetrics), lines(.prometheus))
        for line in ["# UNIT kagami_moved_bytes bytes", "# TYPE kagami_service info", "# TYPE kagami_plugs counter"] {
            #expect(open.contains { $0 == line }, "\(line)")
            #expect(!prometheus.contains { $0 == line }, "\(line)")
        }
        #expect(open.last == "# EOF")
        #expect(prometheus.contains { $0 == "# TYPE kagami_plugs_total counter" })
        #expect(prometheus.contains { $0 == "# TYPE kagami_service_info gauge" })
        #expect(prometheus.allSatisfy { !$0.hasPrefix("# UNIT") && $0 != "# EOF" })
    }

    /// As the specification wants it: each family once and in one piece, each sample of the family above it, the unit
    /// at the end of the name, and the end.
    @Test func theTextIsWellFormed() throws {
        let text = MetricsFormat.openmetrics.text(ServiceMetrics.families(of: status))
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
                if words[1] == "UNIT" { #expect(family.hasSuffix("_\(words[3])"), "\(line)") }
            } else {
                #expect(line.hasPrefix(family), "\(line)")
                let value = try #require(words.last)
                #expect(Double(value) != nil, "\(line)")
            }
        }
        #expect(families.count >= 25)
    }
}
