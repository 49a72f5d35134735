import Control
import Geometry
import Mirroring

/// The service's state and counters as OpenMetrics text, which Prometheus and others read
/// (https://prometheus.io/docs/specs/om/open_metrics_spec).
struct OpenMetrics {
    private(set) var text = ""

    init(_ status: ServiceStatus) {
        family("kagami_service", "info", "The running service.")
        sample(
            "kagami_service_info",
            [("version", status.version), ("backend", status.backend.rawValue), ("renderer", status.renderer)], 1)
        family("kagami_state", "stateset", "Where the content is.")
        for state in TopologyState.allCases {
            sample("kagami_state", [("kagami_state", state.rawValue)], state == status.state ? 1 : 0)
        }
        add(status.counters)
        counter("kagami_snapshot_frames", "Frames of the controller.", [([], status.snapshot.frames)])
        if let brightness = status.brightness {
            family("kagami_panel_brightness_ratio", "gauge", "The panel's backlight, 1 for the brightest.")
            sample("kagami_panel_brightness_ratio", [], Double(brightness.percent) / 100)
        }
        text += "# EOF\n"
    }

    private mutating func add(_ counters: ServiceCounters) {
        let screens = [("panel", counters.panel), ("external", counters.external)]
        func ofScreens(_ value: (ScreenCounters) -> Int) -> [(labels: [(String, String)], value: Int)] {
            screens.map { ([("screen", $0.0)], value($0.1)) }
        }
        counter("kagami_frames_composed", "Frames composed for the content's screen.", [([], counters.framesComposed)])
        counter("kagami_frames_presented", "Frames that came to a screen.", ofScreens(\.framesPresented))
        counter(
            "kagami_client_buffers", "Frames that were an application's buffer, shown by the display itself.",
            ofScreens(\.clientBuffers))
        counter("kagami_cursor_moves", "Frames that moved the cursor and drew nothing.", ofScreens(\.cursorMoves))
        counter("kagami_damaged_pixels", "Pixels repainted.", ofScreens(\.damagedPixels))
        counter("kagami_plugs", "Displays that came.", [([], counters.plugs)])
        counter("kagami_unplugs", "Displays that went.", [([], counters.unplugs)])
        counter("kagami_mode_refusals", "Modes that a display refused.", [([], counters.modeRefusals)])
        counter("kagami_present_failures", "Frames that a display refused.", [([], counters.presentFailures)])
        counter("kagami_touches", "Contacts delivered to the content.", [([], counters.touches)])
        counter("kagami_touches_cancelled", "Contacts that were cancelled.", [([], counters.touchesCancelled)])
        counter("kagami_clients", "Wayland connections accepted.", [([], counters.clients)])
        counter("kagami_wakeups", "Turns of the event loop.", [([], counters.wakeups)])
        counter(
            "kagami_moved_bytes", "Bytes that the renderer has moved.", unit: "bytes",
            MemoryTraffic.Path.allCases.flatMap { path in
                let bytes = counters.traffic[path]
                return [("read", bytes.read), ("written", bytes.written)].map { direction, count in
                    ([("path", path.rawValue), ("direction", direction)], count)
                }
            })
    }

    private mutating func counter(
        _ name: String, _ help: String, unit: String? = nil, _ samples: [(labels: [(String, String)], value: Int)]
    ) {
        family(name, "counter", help, unit: unit)
        for (labels, value) in samples { sample("\(name)_total", labels, Double(value)) }
    }

    private mutating func family(_ name: String, _ type: String, _ help: String, unit: String? = nil) {
        text += "# TYPE \(name) \(type)\n"
        if let unit { text += "# UNIT \(name) \(unit)\n" }
        text += "# HELP \(name) \(help)\n"
    }

    private mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        let number = value == value.rounded() ? "\(Int(clamping: value))" : "\(value)"
        text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(number)\n"
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += #"\\"#
            case "\"": text += #"\""#
            case "\n": text += #"\n"#
            default: text.append(character)
            }
        }
    }
}
