import Geometry
import Mirroring

/// Turns the service's status into metrics. Families and labels are a contract: they may be added, not renamed.
enum ServiceMetrics {
    static func families(of status: ServiceStatus) -> [MetricFamily] {
        state(of: status) + screens(of: status) + counters(of: status)
    }

    private static func state(of status: ServiceStatus) -> [MetricFamily] {
        var families: [MetricFamily] = [
            .info(
                "kagami_service", "The running service.",
                [
                    MetricFamily.Label("version", status.about.version),
                    MetricFamily.Label("backend", status.about.backend.rawValue),
                    MetricFamily.Label("renderer", status.about.renderer),
                ]),
            .stateset("kagami_state", "Where the content is.", status.screens.state),
            .stateset(
                "kagami_panel_foreground", "Which application the panel shows.", status.applications.panelForeground),
            .stateset("kagami_pip_state", "What the picture in picture does.", status.overlays.pip?.state ?? .idle),
            .gauge("kagami_frozen", "Whether the external keeps its last picture.", status.screens.isFrozen),
            .gauge("kagami_locked", "Whether the session is locked.", status.session.isLocked),
        ]
        if let application = status.applications.program {
            families += [
                .stateset("kagami_application_state", "What the hosted application does.", application.state),
                .counter(
                    "kagami_application_restarts", "Times that the hosted application was started again.",
                    application.restarts),
            ]
        }
        if let brightness = status.screens.brightness {
            let sample = MetricFamily.Sample(labels: [], value: Double(brightness) / 100)
            families.append(
                .gauge(
                    "kagami_panel_brightness_ratio", "The panel's backlight, 1 for the brightest.", unit: "ratio",
                    [sample]))
        }
        return families
    }

    private static func screens(of status: ServiceStatus) -> [MetricFamily] {
        let screens = [(ScreenName.panel, status.screens.panel), (.external, status.screens.external)]
        func lit(_ value: (ScreenStatus) -> Double) -> [MetricFamily.Sample] {
            screens.compactMap { name, screen in screen.map { sample(of: name, value($0)) } }
        }
        return [
            .gauge(
                "kagami_screen_enabled", "Whether a display is on in this role.",
                screens.map { sample(of: $0.0, $0.1 == nil ? 0 : 1) }),
            .gauge("kagami_screen_width_pixels", "The width as viewed.", unit: "pixels", lit { Double($0.width) }),
            .gauge("kagami_screen_height_pixels", "The height as viewed.", unit: "pixels", lit { Double($0.height) }),
            .gauge(
                "kagami_screen_refresh_hertz", "The rate of the mode in use.", unit: "hertz",
                lit { Double($0.refreshMilliHertz) / 1000 }),
            .gauge(
                "kagami_screen_layers", "Layers of the last frame, by what they show and how they are shown.",
                screens.flatMap { name, screen in screen.map { layers(of: name, $0) } ?? [] }),
        ]
    }

    private static func layers(of name: ScreenName, _ screen: ScreenStatus) -> [MetricFamily.Sample] {
        OutputLayerKind.allCases.flatMap { kind in
            LayerPath.allCases.map { path in
                let count = screen.layers.count { $0.kind == kind && $0.path == path }
                let labels = [MetricFamily.Label("kind", kind.rawValue), MetricFamily.Label("path", path.rawValue)]
                return sample(of: name, Double(count), labels)
            }
        }
    }

    private static func counters(of status: ServiceStatus) -> [MetricFamily] {
        let counters = status.counters
        func ofScreens(_ value: (ScreenCounters) -> Int) -> [MetricFamily.Sample] {
            [(ScreenName.panel, counters.panel), (.external, counters.external)].map {
                sample(of: $0.0, Double(value($0.1)))
            }
        }
        return [
            .counter("kagami_frames_composed", "Frames composed for the content's screen.", counters.framesComposed),
            .counter("kagami_snapshot_frames", "Frames of the controller.", status.view.snapshot.frames),
            .counter("kagami_frames_presented", "Frames that came to a screen.", ofScreens(\.framesPresented)),
            .counter(
                "kagami_client_buffers", "Frames that were an application's buffer, shown by the display itself.",
                ofScreens(\.clientBuffers)),
            .counter("kagami_cursor_moves", "Frames that moved the cursor and drew nothing.", ofScreens(\.cursorMoves)),
            .counter("kagami_damaged_pixels", "Pixels repainted.", unit: "pixels", ofScreens(\.damagedPixels)),
            .counter("kagami_plugs", "Displays that came.", counters.plugs),
            .counter("kagami_unplugs", "Displays that went.", counters.unplugs),
            .counter("kagami_mode_refusals", "Modes that a display refused.", counters.modeRefusals),
            .counter("kagami_present_failures", "Frames that a display refused.", counters.presentFailures),
            .counter("kagami_touches", "Contacts delivered to the content.", counters.touches),
            .counter("kagami_touches_cancelled", "Contacts that were cancelled.", counters.touchesCancelled),
            .counter("kagami_clients", "Wayland connections accepted.", counters.clients),
            .counter("kagami_wakeups", "Turns of the event loop.", counters.wakeups),
            .counter(
                "kagami_moved_bytes", "Bytes that the renderer has moved.", unit: "bytes", traffic(counters.traffic)),
        ]
    }

    private static func traffic(_ traffic: MemoryTraffic) -> [MetricFamily.Sample] {
        MemoryTraffic.Path.allCases.flatMap { path in
            [("read", traffic[path].read), ("written", traffic[path].written)].map { direction, bytes in
                MetricFamily.Sample(
                    labels: [MetricFamily.Label("path", path.rawValue), MetricFamily.Label("direction", direction)],
                    value: Double(bytes))
            }
        }
    }

    private static func sample(
        of screen: ScreenName, _ value: Double, _ labels: [MetricFamily.Label] = []
    ) -> MetricFamily.Sample {
        MetricFamily.Sample(labels: [MetricFamily.Label("screen", screen.rawValue)] + labels, value: value)
    }
}
