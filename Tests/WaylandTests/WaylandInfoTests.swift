import Testing

@testable import Wayland

/// What the stock `wayland-info` reads of our globals.
@Suite struct WaylandInfoTests {
    @Test func everyGlobalIsThere() throws {
        let client = try #require(
            try RealClient("wayland-info", on: try TestServer()), "wayland-utils is not installed")
        let text = client.finish()
        let expected = [
            ("wl_compositor", 5), ("wl_subcompositor", 1), ("wl_shm", 1), ("wl_output", 4), ("wp_viewporter", 1),
            ("wp_presentation", 1), ("wp_fractional_scale_manager_v1", 1), ("zxdg_output_manager_v1", 3),
            ("wp_single_pixel_buffer_manager_v1", 1), ("wp_tearing_control_manager_v1", 1),
        ]
        for (name, version) in expected {
            let line = text.split(separator: "\n").first { $0.contains("'\(name)'") }
            let words = line?.split(whereSeparator: { " ,:".contains($0) }) ?? []
            #expect(words.firstIndex(of: "version").map { words[$0 + 1] } == "\(version)", "\(name) in \(text)")
        }
    }

    @Test func theOutputIsDescribed() throws {
        let client = try #require(
            try RealClient("wayland-info", on: try TestServer()), "wayland-utils is not installed")
        let text = client.finish()
        for part in [
            "name: TEST-1", "make: 'TST', model: 'Screen'", "width: 640 px, height: 480 px, refresh: 60.000 Hz",
            "physical_width: 160 mm, physical_height: 120 mm", "logical_width: 640, logical_height: 480",
            "description: TST Screen (TEST-1)", "presentation clock id: 1 (CLOCK_MONOTONIC)", "AR24", "XB24",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }
}
