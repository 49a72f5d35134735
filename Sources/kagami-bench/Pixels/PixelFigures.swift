import Geometry
import Mirroring
import Rendering

/// Measures composing a 4K frame and scaling it to the panel, relative to a plain copy of the same bytes.
enum PixelFigures {
    private static let rounds = 41

    /// Adds the figures.
    ///
    /// The kinds of work take turns, so that a busy moment of the machine affects all alike. The pictures take turns as well, so that no
    /// cache holds the next one.
    static func measure(into figures: inout Figures) {
        guard let screens = Screens(client: TestScreen.picture(), panel: Size(width: 1280, height: 800)) else { return }
        var (copies, composes, snapshots, ratios) = ([Double](), [Double](), [Double](), [Double]())
        for round in -2..<rounds {
            let copy = Stopwatch.milliseconds { screens.copy(round) }
            let compose = Stopwatch.milliseconds { screens.renderer.submit([screens.compose(round + 1)]) }
            let snapshot = Stopwatch.milliseconds { screens.renderer.submit([screens.mirror(round + 2)]) }
            let both = Stopwatch.milliseconds {
                screens.renderer.submit([screens.compose(round + 3), screens.mirror(round + 3)])
            }
            // The first rounds touch the memory for the first time.
            guard round >= 0 else { continue }
            copies.append(copy)
            composes.append(compose)
            snapshots.append(snapshot)
            ratios.append(both / copy)
        }
        figures.add("memcpy_4k_ms", copies.median, decimals: 3, "copying the external's bytes")
        figures.add("compose_4k_ms", composes.median, decimals: 3, "composing a full-screen shm client")
        figures.add("snapshot_4k_ms", snapshots.median, decimals: 3, "scaling that to a 1280x800 panel")
        figures.add(
            "compose_snapshot_to_memcpy", ratios.median, decimals: 2, "both together, in copies (target: at most 1.0)")
        figures.add(
            "snapshot_psnr_db",
            SnapshotQuality.psnr(of: screens.panel, showing: screens.externals[0], at: screens.viewport.frame),
            decimals: 1, "against the exact area average (rounding noise: 58.9)")
        figures.add(
            "snapshot_awkward_to_memcpy", awkwardRatio, decimals: 2,
            "the worst of 3840 to 1366, 2560 to 1024, 5120x1440 to 800x480, in copies (target: at most 1.6)")
        figures.add(
            "transforms_to_memcpy", transformsRatio, decimals: 2,
            "composing a turned client, the worst of 8, in copies (target: at most 2.0)")
        figures.add(
            "ten_bits_to_memcpy", tenBitsRatio, decimals: 2,
            "both, of a client with ten bits of each colour, in copies (target: at most 2.0)")
        figures.add(
            "deep_frame_to_memcpy", deepFrameRatio(of: .xrgb2101010), decimals: 2,
            "the same with frames of ten bits on the external, in copies")
        figures.add(
            "deep_frame_of_eight_bits_to_memcpy", deepFrameRatio(of: .xrgb8888), decimals: 2,
            "such frames of a client with eight bits, in copies")
        figures.add(
            "deep_frame_blended_to_memcpy", deepFrameRatio(of: .argb8888), decimals: 2,
            "the same of one that is transparent all over, in copies")
        figures.add(
            "linear_light_to_memcpy", ratio(of: { [screens.mirror($0, filter: .areaInLinearLight)] }, on: screens),
            decimals: 2, "the same snapshot in linear light, in copies")
        figures.add(
            "two_threads_speedup", twoThreadsSpeedup(screens), decimals: 2,
            "compose and snapshot on one thread, in times of two (target: at least 1.6)")
    }

    /// The time of both passes on one thread divided by the time on two; 1 or less on a machine with one processor.
    private static func twoThreadsSpeedup(_ screens: Screens) -> Double {
        let two = PixmanRenderer(threads: 2)
        let ratios = (-2..<rounds).compactMap { round -> Double? in
            func elapsed(_ renderer: PixmanRenderer, _ round: Int) -> Double {
                Stopwatch.elapsedMilliseconds { renderer.submit([screens.compose(round), screens.mirror(round)]) }
            }
            let alone = elapsed(screens.renderer, round)
            let shared = elapsed(two, round + 1)
            return round < 0 ? nil : alone / shared
        }
        return ratios.median
    }

    /// The worst time of snapshots at ratios without small terms, in copies of the external.
    private static var awkwardRatio: Double {
        let sizes = [((3840, 2160), (1366, 768)), ((2560, 1440), (1024, 768)), ((5120, 1440), (800, 480))]
        return sizes.compactMap { external, panel in
            let client = TestScreen.noise(Size(width: external.0, height: external.1))
            let screens = Screens(client: client, panel: Size(width: panel.0, height: panel.1))
            return screens.map { screens in ratio(of: { [screens.mirror($0)] }, on: screens) }
        }.max() ?? .nan
    }

    /// The worst time of composing a client that has turned its buffer, over all transforms.
    private static var transformsRatio: Double {
        let size = TestScreen.size
        return Transform.allCases.compactMap { transform in
            let client = TestScreen.noise(transform.apply(to: size))
            let screens = Screens(client: client, transform: transform, panel: Size(width: 8, height: 8))
            return screens.map { screens in ratio(of: { [screens.compose($0)] }, on: screens) }
        }.max() ?? .nan
    }

    /// The time of composing a client with ten bits of each colour, and of its snapshot.
    private static var tenBitsRatio: Double {
        let client = TestScreen.noise(TestScreen.size, format: .xrgb2101010)
        let screens = Screens(client: client, panel: Size(width: 1280, height: 800))
        return screens.map { screens in ratio(of: { [screens.compose($0), screens.mirror($0)] }, on: screens) } ?? .nan
    }

    /// The time of composing a client into frames with ten bits of each colour, and of their snapshot.
    private static func deepFrameRatio(of format: PixelFormat) -> Double {
        let client = TestScreen.noise(TestScreen.size, format: format)
        let screens = Screens(client: client, frames: .xrgb2101010, panel: Size(width: 1280, height: 800))
        return screens.map { screens in ratio(of: { [screens.compose($0), screens.mirror($0)] }, on: screens) } ?? .nan
    }

    private static func ratio(of passes: (Int) -> [RenderPass], on screens: Screens) -> Double {
        (-2..<15).compactMap { round in
            let copied = Stopwatch.milliseconds { screens.copy(round) }
            let drawn = Stopwatch.milliseconds { screens.renderer.submit(passes(round + 1)) }
            return round < 0 ? nil : drawn / copied
        }.median
    }
}
